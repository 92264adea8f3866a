import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Quality } from '../../../conversion/quality.ts';
import type { EngineResult } from '../../engine.ts';
import { fileNames } from '../../file-names.ts';
import { pageName } from '../../page-files.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import { onlyOrZip } from '../../zip-files.ts';
import { findSheet } from '../find-sheet.ts';
import { restyleText } from '../plain/write-plain.ts';
import { OfficeRefusal } from '../process/office-session.ts';
import { embedPictures } from './embed-pictures.ts';
import { filterOptions } from './filter-options.ts';
import { type OpenJob, saveFile } from './open-job.ts';
import { writePages } from './write-pages.ts';

/** One of the result files. */
interface Part {
  readonly path: string;
  /** Its name in the archive. */
  readonly name: string;
}

/** A table or text that is larger has content, in bytes. */
const SURELY_CONTENT = 64 * 1024;
/** The longer side of a picture of a page, in pixels. */
const LONGER_SIDE = { low: 1280, medium: 1920, high: 3200 } as const satisfies Record<Quality, number>;

/** Writes the result into the job's folder: in the target, in the intermediate format, or a zip of many files. */
export async function writeResult(open: OpenJob): Promise<EngineResult> {
  const job = { ...open, targetFormat: open.filter.intermediate ?? open.targetFormat };
  const result = `result.${job.targetFormat}`;
  if (job.filter.each === 'picture') return gather(job, await savePictures(job));
  if (job.filter.each === 'table') return gather(job, await saveTables(job));
  const { pages } = job.options;
  if (open.targetFormat === 'pdf' && pages !== undefined) {
    return gather(job, [{ path: await writePages(job, result, String(pages)), name: result }]);
  }
  const path = await saveFile(job, result).catch((error: unknown) => saveHidden(job, result, error));
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

/** Of a presentation whose slides are all hidden LibreOffice writes no PDF: all of them are shown then, as PowerPoint prints them. */
async function saveHidden(job: OpenJob, name: string, refusal: unknown): Promise<string> {
  if (job.family !== 'slides' || job.targetFormat !== 'pdf' || !(refusal instanceof OfficeRefusal)) throw refusal;
  return writePages(job, name, '1-');
}

async function savePictures(job: OpenJob): Promise<Part[]> {
  const parts: Part[] = [];
  for (let part = 0; part < job.parts; part++) {
    await job.office.choosePart(part);
    const name = pageName(part, job.targetFormat);
    parts.push({ path: await savePicture(job, name), name });
  }
  return parts;
}

/** Saves the chosen page as a picture, twice: the first one shows its aspect ratio. */
async function savePicture(job: OpenJob, name: string): Promise<string> {
  const { width, height } = await sizeOfPng(await saveFile(job, name));
  const scale = LONGER_SIDE[job.quality] / Math.max(width, height, 1);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return saveFile(job, name, filterOptions({ PixelWidth: pixels(width), PixelHeight: pixels(height) }));
}

async function sizeOfPng(path: string): Promise<{ width: number; height: number }> {
  const header = await readHead(path, 24);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
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
  return size > SURELY_CONTENT || /[^,\s]/.test(await readFile(path, 'utf8'));
}

async function removeByteOrderMark(path: string): Promise<void> {
  const mark = Buffer.from('\uFEFF');
  if (!(await readHead(path, mark.length)).equals(mark)) return;
  const bare = `${path}.bare`;
  await pipeline(createReadStream(path, { start: mark.length }), createWriteStream(bare));
  await rename(bare, path);
}

async function gather({ folder, targetFormat }: OpenJob, parts: readonly Part[]): Promise<EngineResult> {
  const [first] = parts;
  if (!first || statSync(first.path).size === 0) {
    throw unreadableFile(`There is nothing in the file that ${targetFormat} could hold.`);
  }
  return onlyOrZip(parts, targetFormat, folder);
}
