import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Quality } from '../../conversion/quality.ts';
import { inspect } from '../read/inspect.ts';
import { IMAGE_QUALITIES } from '../sharp/writing/encodings.ts';
import { checkBytes } from './limits.ts';
import { refuseLostPages } from './lost-pages.ts';
import type { PageSize, PdfJob } from './pdf-job.ts';
import { type PageRun, pictureSize, planRuns } from './plan-runs.ts';
import { resolutionOf } from './resolution.ts';
import { runParallel } from './run-parallel.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** The options of pdftoppm for each format. */
const FORMATS = {
  jpg: (quality) => ['-jpeg', '-jpegopt', `quality=${IMAGE_QUALITIES.jpg[quality]},optimize=y`],
  // Every program that reads TIFF files reads this compression.
  tiff: () => ['-tiff', '-tiffcompression', 'lzw'],
  /** Uncompressed, for sharp to encode: poppler takes ten times as long to compress a PNG as to render it. */
  pixels: () => ['-tiff', '-tiffcompression', 'none'],
} as const satisfies Record<string, (quality: Quality) => string[]>;

/** A format that pages are rendered in. */
export type DrawnFormat = keyof typeof FORMATS;

/** The rendered picture of a page. */
export interface DrawnPage {
  readonly path: string;
  readonly size: number;
}

/**
 * Renders the crop boxes of pages, with their rotation.
 * @param finish called with each run of pages that is rendered; its result replaces them
 * @returns the paths of the pictures, in order
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX, INVALID_OPTION
 */
export async function drawPages(
  job: PdfJob,
  format: DrawnFormat,
  finish: (drawn: DrawnPage[]) => Promise<DrawnPage[]> = async (drawn) => drawn,
): Promise<string[]> {
  let bytes = 0;
  const runs = await runParallel(planRuns(job.pages, resolutionOf(job)), async (run) => {
    const pages = await finish(await drawRun(job, format, run));
    bytes += pages.reduce((sum, { size }) => sum + size, 0);
    checkBytes(bytes);
    job.onPages(pages.length);
    return pages.map(({ path }) => path);
  });
  return runs.flat();
}

async function drawRun(job: PdfJob, format: DrawnFormat, run: PageRun): Promise<DrawnPage[]> {
  const { first, last, resolution } = run;
  const folder = join(job.folder, `pages-${first}`);
  await mkdir(folder);
  const range = ['-f', `${first}`, '-l', `${last}`];
  const grey = job.options.color === 'gray' ? ['-gray'] : [];
  const drawing = ['-cropbox', '-r', `${resolution}`, ...grey, ...FORMATS[format](job.quality)];
  const { stderr } = await runPoppler('pdftoppm', [...range, ...drawing, job.sourcePath, join(folder, 'page')], job);
  await refuseLostPages(job, run, stderr);
  return collect(run, folder);
}

/** Collects the pictures of a run, and checks that each page has one of its size. */
async function collect(run: PageRun, folder: string): Promise<DrawnPage[]> {
  // Their numbers have leading zeros.
  const names = (await readdir(folder)).sort();
  if (names.length !== run.pages.length) throw unreadable(`${names.length} of ${run.pages.length} pages were drawn`);
  return Promise.all(
    run.pages.map(async (page, index) => {
      const path = join(folder, names[index] ?? '');
      const picture = await readPictureSize(path);
      checkPicture(picture, pictureSize(page, run.resolution));
      return { path, size: picture.bytes };
    }),
  );
}

/** Checks the size of a picture. pdfinfo prints six digits, so that it may differ a little. */
function checkPicture(picture: PageSize, expected: PageSize): void {
  const off = Math.max(Math.abs(picture.width - expected.width), Math.abs(picture.height - expected.height));
  if (off > 2) throw new Error(`drew ${JSON.stringify(picture)} instead of ${JSON.stringify(expected)}`);
}

/** The end marker of a JPEG. Poppler writes the directory of a TIFF last, so that its metadata prove that it is complete. */
const END = Buffer.from('ffd9', 'hex');

/**
 * Reads the size of a rendered picture.
 * @throws Error when it is incomplete
 */
async function readPictureSize(path: string): Promise<PageSize & { readonly bytes: number }> {
  const { width, height, format } = await sharp(path, { limitInputPixels: false }).metadata();
  return inspect(path, (read, bytes) => {
    if (format === 'jpeg' && !read(bytes - END.length, END.length).equals(END))
      throw new Error(`a picture of ${bytes} bytes is not complete`);
    return { width, height, bytes };
  });
}
