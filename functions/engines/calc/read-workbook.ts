import { readFile, rm, stat } from 'node:fs/promises';
import type { ConversionError } from '../../conversion/errors.ts';
import type { EngineJob } from '../engine.ts';
import { checkSheets } from '../office/check-sheets.ts';
import { sheetOf } from '../office/find-sheet.ts';
import { type FlatSheet, readFlatSheets } from '../office/flat-sheets.ts';
import { runOffice } from '../office/run-office.ts';
import { unreadableFile } from '../refusals.ts';
import { RECORD_LISTS } from './conversions.ts';
import { checkCells, LIMITS } from './limits.ts';
import { type SheetCell, sheetCell } from './sheet-cell.ts';

/**
 * Reads the sheets of a workbook that are not empty, or the one that is asked for.
 * @throws ConversionError UNREADABLE_FILE where all are empty, TOO_COMPLEX, PASSWORD_PROTECTED, INVALID_OPTION
 */
export async function readWorkbook(job: EngineJob): Promise<FlatSheet<SheetCell>[]> {
  checkSheets(job.sourcePath, job.sourceFormat, job.targetFormat);
  const sheets = chosen(readFlatSheets(await flatXml(job), CELLS), job.options.sheet);
  const filled = sheets.filter(({ rows }) => rows.length > 0);
  const least = RECORD_LISTS.includes(job.targetFormat) ? 2 : 1;
  if (filled.some(({ rows }) => rows.length >= least)) return filled;
  throw nothingIn(job);
}

function nothingIn({ targetFormat }: EngineJob): ConversionError {
  const message = `There is nothing in the file that ${targetFormat} could hold: the first row only names columns.`;
  return unreadableFile(message);
}

const CELLS = { read: sheetCell, check: checkCells };

function chosen(sheets: FlatSheet<SheetCell>[], wanted: unknown): FlatSheet<SheetCell>[] {
  if (wanted === undefined) return sheets;
  const { part } = sheetOf(
    sheets.map(({ name }) => name),
    String(wanted),
  );
  return sheets.slice(part, part + 1);
}

/** Converts any workbook to flat XML, which has the type of each cell. */
async function flatXml(job: EngineJob): Promise<string> {
  const { path } = await runOffice({ ...job, targetFormat: 'fods' }, { wordsOnly: true });
  if ((await stat(path)).size > LIMITS.xml) checkCells(LIMITS.cells + 1);
  const xml = await readFile(path, 'utf8');
  await rm(path);
  return xml;
}
