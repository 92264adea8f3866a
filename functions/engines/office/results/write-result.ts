import { createReadStream, createWriteStream, renameSync, statSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FormatName } from '../../../conversion/formats.ts';
import { fileNames } from '../../file-names.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { zipFiles } from '../../zip-files.ts';
import { findSheet } from '../find-sheet.ts';
import { restyleText } from '../plain/write-plain.ts';
import { embedPictures } from './embed-pictures.ts';
import { type OpenJob, saveFile } from './open-job.ts';
import { savePicture } from './save-picture.ts';
import { writePages } from './write-pages.ts';

/** One of the result files. */
interface Part {
  readonly path: string;
  /** Its name in the archive. */
  readonly name: string;
}

/** A table or text that is larger has content, in bytes. */
const SURELY_CONTENT = 64 * 1024;

/**
 * Writes `result.<format>` into the job's folder and returns the format: the target, the intermediate format, or zip for
 * many files.
 */
export async function writeResult(open: OpenJob): Promise<FormatName> {
  const job = { ...open, targetFormat: open.filter.intermediate ?? open.targetFormat };
  const result = `result.${job.targetFormat}`;
  if (job.filter.each === 'picture') return gather(job, await savePictures(job));
  if (job.filter.each === 'table') return gather(job, await saveTables(job));
  const { pages } = job.options;
  if (open.targetFormat === 'pdf' && pages !== undefined) {
    return gather(job, [{ path: await writePages(job, result, String(pages)), name: result }]);
  }
  const path = await saveFile(job, result);
  if (job.family === 'sheet' && open.targetFormat === 'html') await embedPictures(path, job.workplace);
  if (job.filter.plain) {
    await removeByteOrderMark(path);
    await restyleText(path, job.options);
    if (!(await hasContent(path))) {
      const advice = 'There is no text in the file. Choose pdf to keep its pictures and charts.';
      throw unreadableFile(advice);
    }
  }
  return gather(job, [{ path, name: result }]);
}

async function savePictures(job: OpenJob): Promise<Part[]> {
  const parts: Part[] = [];
  for (let part = 0; part < job.parts; part++) {
    await job.office.choosePart(part);
    const name = `page-${String(part + 1).padStart(3, '0')}.${job.targetFormat}`;
    parts.push({ path: await savePicture(job, name), name });
  }
  return parts;
}

/** Saves each sheet with content; a workbook also has unused sheets, and some with a chart only. */
async function saveTables(job: OpenJob): Promise<Part[]> {
  const saved: Part[] = [];
  for (const part of await partsOf(job)) {
    await job.office.choosePart(part);
    const path = await saveFile(job, `sheet-${part + 1}.${job.targetFormat}`);
    if (await hasContent(path)) saved.push({ path, name: await job.office.nameOfPart(part) });
    else await rm(path);
  }
  const separator = job.targetFormat === 'tsv' ? '\t' : ',';
  for (const { path } of saved) await restyleText(path, job.options, separator);
  const wanted = saved.map(({ name }) => ({ stem: name, extension: job.targetFormat }));
  const names = fileNames(wanted, 'Sheet');
  return saved.map(({ path }, index) => ({ path, name: names[index] ?? '' }));
}

/** The indices of the sheets that are written: all, or the one of the option. */
async function partsOf({ office, parts, options: { sheet } }: OpenJob): Promise<number[]> {
  if (sheet !== undefined) return [(await findSheet(office, parts, String(sheet))).part];
  return Array.from({ length: parts }, (_, part) => part);
}

async function hasContent(path: string): Promise<boolean> {
  const { size } = await stat(path);
  return size > SURELY_CONTENT || /[^,\t\r\n]/.test(await readFile(path, 'utf8'));
}

async function removeByteOrderMark(path: string): Promise<void> {
  const mark = Buffer.from('\uFEFF');
  if (!(await readHead(path, mark.length)).equals(mark)) return;
  const bare = `${path}.bare`;
  await pipeline(createReadStream(path, { start: mark.length }), createWriteStream(bare));
  await rename(bare, path);
}

async function gather({ folder, targetFormat }: OpenJob, parts: readonly Part[]): Promise<FormatName> {
  const [first] = parts;
  if (!first || statSync(first.path).size === 0) {
    throw unreadableFile(`There is nothing in the file that ${targetFormat} could hold.`);
  }
  if (parts.length === 1) {
    renameSync(first.path, join(folder, `result.${targetFormat}`));
    return targetFormat;
  }
  await zipFiles(parts, join(folder, 'result.zip'));
  await Promise.all(parts.map(({ path }) => rm(path)));
  return 'zip';
}
