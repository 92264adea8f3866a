import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { inspect } from '../../read/inspect.ts';
import { tooComplex } from '../check-text.ts';
import { unreadable } from '../unreadable.ts';
import { isFormer } from './archives.ts';
import { mendCells } from './mend-cells.ts';
import { mendNumbers } from './mend-numbers.ts';
import { type AppleTable, tablesOf } from './tables.ts';

/** The most that a workbook may come to as one XML file, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** Targets that hold formulas. */
const WORKBOOKS: readonly FormatName[] = ['xlsx', 'xls', 'ods', 'fods'];

type Run = (job: EngineJob) => Promise<FormatName>;

/**
 * A job whose workbook has its numbers as they are: LibreOffice reads it, and reads again what we have mended of that.
 * Where formulas are wanted it computes those that are left once more, so that those are found that only it has wrong.
 * @param run has LibreOffice write `result.<format>` into the folder of a job
 * @throws ConversionError
 */
export async function readNumbers(job: EngineJob, run: Run): Promise<EngineJob> {
  const formulas = WORKBOOKS.includes(job.targetFormat);
  const read = await mendOnce(job, job.sourcePath, formulas, run);
  return formulas ? mendOnce(read, job.sourcePath, formulas, run) : read;
}

async function mendOnce(job: EngineJob, source: string, formulas: boolean, run: Run): Promise<EngineJob> {
  const read = join(job.folder, `result.${await run({ ...job, targetFormat: 'fods', options: {} })}`);
  if ((await stat(read)).size > LARGEST)
    throw tooComplex('The workbook is too large when it is unpacked. Divide it first.');
  const path = join(job.folder, 'numbers.fods');
  await writeFile(path, mended(await readFile(read, 'utf8'), source, formulas));
  await rm(read);
  return { ...job, sourcePath: path, sourceFormat: 'fods' };
}

function mended(xml: string, source: string, formulas: boolean): string {
  if (inspect(source, (read, size) => isFormer(openZip(read, size)))) return mendNumbers(xml, true);
  return mendCells(mendNumbers(xml, false), readTables(source), formulas);
}

function readTables(source: string): AppleTable[] {
  try {
    return tablesOf(source);
  } catch (error) {
    throw unreadable(error);
  }
}
