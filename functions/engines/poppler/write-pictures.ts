import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { convertPicture } from '../sharp/convert-picture.ts';
import { type DrawnFormat, type DrawnPage, drawPages } from './draw-pages.ts';
import { joinTiff } from './join-tiff.ts';
import type { PdfJob, PdfWriter } from './pdf-job.ts';
import { writePages } from './write-pages.ts';

/** Formats that poppler itself draws. */
export const writeDrawn =
  (format: DrawnFormat): PdfWriter =>
  async (job) =>
    writePages(job, await drawPages(job, format));

/** A file of many pages needs no zip. */
export const writeTiff: PdfWriter = async (job) => {
  const path = join(job.folder, 'result.tiff');
  const [first, ...rest] = await drawPages(job, 'tiff');
  if (first !== undefined && rest.length === 0) await rename(first, path);
  else if (first !== undefined) await joinTiff([first, ...rest], path);
  return { path, zipped: false };
};

/** Formats that poppler does not know, or is slow at: drawn, then converted as a picture of that kind would be. */
export const writeThroughSharp: PdfWriter = async (job) => {
  const paths = await drawPages(job, 'pixels', async (drawn) => {
    const converted: DrawnPage[] = [];
    for (const page of drawn) converted.push(await convertPage(job, page.path));
    return converted;
  });
  return writePages(job, paths);
};

async function convertPage({ targetFormat, quality }: PdfJob, drawn: string): Promise<DrawnPage> {
  const folder = `${drawn}.converted`;
  await mkdir(folder);
  const { path } = await convertPicture({
    sourcePath: drawn,
    sourceFormat: 'tiff',
    targetFormat,
    quality,
    options: {},
    folder,
  });
  await rm(drawn);
  return { path, size: (await stat(path)).size };
}
