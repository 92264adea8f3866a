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

/** Writes JPEG files, which poppler renders, unless options change the pictures. */
export const writeJpeg: PdfWriter = async (job) => writePages(job, await drawUnaltered(job, 'jpg'));

/** Writes a comic book, which is a zip even of a single page. */
export const writeComic: PdfWriter = async (given) => {
  const job: PdfJob = { ...given, targetFormat: 'jpg' };
  const path = join(job.folder, 'result.cbz');
  // Readers sort pages by name, so that they are numbered in their new order.
  await zipFiles(pageFiles(await drawUnaltered(job, 'jpg'), 'jpg'), path);
  return { path, format: 'cbz' };
};

/** Writes all pages into one TIFF. */
export const writeTiff: PdfWriter = async (job) => {
  const pages = await drawUnaltered(job, 'tiff');
  const path = join(job.folder, 'result.tiff');
  await runPoppler('tiffcp', [...pages, path], job);
  return { path, format: 'tiff' };
};

/** Writes formats that poppler does not support, or only slowly: sharp converts the rendered pages. */
export const writeThroughSharp: PdfWriter = async (job) => writePages(job, await drawThroughSharp(job));

function drawUnaltered(job: PdfJob, format: DrawnFormat): Promise<string[]> {
  return isAltered(job) ? drawThroughSharp(job) : drawPages(job, format);
}

function drawThroughSharp(job: PdfJob): Promise<string[]> {
  return drawPages(job, 'pixels', async (drawn) => {
    const converted: DrawnPage[] = [];
    for (const page of drawn) converted.push(await convertPage(job, page.path));
    return converted;
  });
}

/** Whether options change the pictures after they are rendered. */
function isAltered({ options }: PdfJob): boolean {
  const { dpi: _, ...rest } = ofPictures(options);
  return Object.keys(rest).length > 0;
}

/** The options that remain after rendering; `dpi` is also written to the picture. */
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
