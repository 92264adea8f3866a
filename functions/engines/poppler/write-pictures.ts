import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Options } from '../../conversion/options.ts';
import { pageFiles } from '../page-files.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import { zipFiles } from '../zip-files.ts';
import { type DrawnFormat, type DrawnPage, drawPages } from './draw-pages.ts';
import type { PdfJob, PdfWriter } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { writePages } from './write-pages.ts';

/** Formats that poppler itself draws, where nothing is to be done to the pictures. */
export const writeDrawn =
  (format: DrawnFormat): PdfWriter =>
  async (job) =>
    writePages(job, await (isAltered(job) ? drawThroughSharp(job) : drawPages(job, format)));

/** A comic book is a zip of its pages, be it one. */
export const writeComic: PdfWriter = async (given) => {
  const job: PdfJob = { ...given, targetFormat: 'jpg' };
  const path = join(job.folder, 'result.cbz');
  // Its pages are read in the order of their names, which need not be that of the file.
  await zipFiles(pageFiles(await (isAltered(job) ? drawThroughSharp(job) : drawPages(job, 'jpg')), 'jpg'), path);
  return { path, format: 'cbz' };
};

/** A file of many pages needs no zip. */
export const writeTiff: PdfWriter = async (job) => {
  const pages = await (isAltered(job) ? drawThroughSharp(job) : drawPages(job, 'tiff'));
  const path = join(job.folder, 'result.tiff');
  await runPoppler('tiffcp', [...pages, path], job);
  return { path, format: 'tiff' };
};

/** Formats that poppler does not know, or is slow at: drawn, then converted as a picture of that kind would be. */
export const writeThroughSharp: PdfWriter = async (job) => writePages(job, await drawThroughSharp(job));

function drawThroughSharp(job: PdfJob): Promise<string[]> {
  return drawPages(job, 'pixels', async (drawn) => {
    const converted: DrawnPage[] = [];
    for (const page of drawn) converted.push(await convertPage(job, page.path));
    return converted;
  });
}

/** Whether more is asked of pictures than how pages are drawn. */
function isAltered({ options }: PdfJob): boolean {
  const { dpi: _, ...rest } = ofPictures(options);
  return Object.keys(rest).length > 0;
}

/** What is left to do when pages are drawn: their resolution is to be said in the picture, too. */
function ofPictures({ pages, text_layout, color, ...rest }: PdfJob['options']): Options {
  return rest as Options;
}

async function convertPage({ targetFormat, quality, options }: PdfJob, drawn: string): Promise<DrawnPage> {
  const folder = `${drawn}.converted`;
  await mkdir(folder);
  const { path } = await convertPicture({
    sourcePath: drawn,
    sourceFormat: 'tiff',
    targetFormat,
    quality,
    options: ofPictures(options),
    folder,
  });
  await rm(drawn);
  return { path, size: (await stat(path)).size };
}
