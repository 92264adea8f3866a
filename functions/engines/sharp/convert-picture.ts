import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { pageFiles, pageName } from '../page-files.ts';
import { onlyOrZip } from '../zip-files.ts';
import { checkLibraryLimits, checkSize } from './limits.ts';
import { PdfFile } from './pdf/pdf-file.ts';
import { addPicturePage } from './pdf/write-pdf.ts';
import { type Pages, type Picture, type PictureRequest, type Reader, watched } from './picture.ts';
import { READERS } from './reading/readers.ts';
import { transformPicture } from './transforming/transform-picture.ts';
import { unreadable } from './unreadable.ts';
import { joinTiff } from './writing/join-tiff.ts';
import { writePicture } from './writing/write-picture.ts';

/**
 * Converts a picture file.
 * @param read decodes the source. @default the reader of its format
 * @throws ConversionError
 */
export function convertPicture(job: EngineJob, read?: Reader): Promise<EngineResult> {
  return withFileErrors(() => convert(job, read));
}

/**
 * Converts each page of a picture file.
 * @returns their paths in the job's folder
 * @throws ConversionError
 */
export function convertToPages(job: EngineJob): Promise<string[]> {
  return withFileErrors(async () => writePages(job, await readPages(job)));
}

/**
 * Adds the pages of a picture file to a PDF file.
 * @returns how many pages it has
 * @throws ConversionError
 */
export function addToPdf(pdf: PdfFile, job: EngineJob): Promise<number> {
  return withFileErrors(async () => {
    const pages = await readPages(job);
    await addPages(pdf, job, pages);
    return pages.length;
  });
}

/**
 * Decodes a picture, to be sure that it has no fault, and returns its size as it is shown.
 * @throws ConversionError
 */
export function pictureSize(job: EngineJob): Promise<Pick<Picture, 'width' | 'height'>> {
  return withFileErrors(async () => {
    const [first] = await readPages(job);
    if (!first) throw unreadable('a file without pictures');
    const picture = await first();
    checkSize(picture, job.targetFormat);
    await watched(picture.open(), (image) => image.stats());
    return { width: picture.width, height: picture.height };
  });
}

/** Turns errors that are the file's fault into UNREADABLE_FILE or TOO_COMPLEX. */
async function withFileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConversionError || isOwnError(error)) throw error;
    checkLibraryLimits(error);
    throw unreadable(error);
  }
}

async function convert(job: EngineJob, read?: Reader): Promise<EngineResult> {
  const { targetFormat, quality, folder } = job;
  const pages = await readPages(job, read);
  if (targetFormat === 'pdf') return writePdf(job, pages);
  const files = await writePages(job, pages);
  const joined = join(folder, 'result.tiff');
  const isJoined = targetFormat === 'tiff' && files.length > 1 && (await joinTiff(files, quality, joined));
  return isJoined ? { path: joined, format: 'tiff' } : onlyOrZip(pageFiles(files, targetFormat), targetFormat, folder);
}

/** Writes a file of each page; of a single one, `result.<format>`. */
async function writePages(job: EngineJob, pages: Pages): Promise<string[]> {
  const request = requestOf(job);
  const { target } = request;
  const files: string[] = [];
  for (const [index, open] of pages.entries()) {
    const path = join(job.folder, pages.length === 1 ? `result.${target}` : pageName(index, target));
    const picture = await transform(await open(), request);
    const document = pages.length > 1 ? picture.width * picture.height * pages.length : undefined;
    await writePicture(picture, { ...request, document }, path);
    files.push(path);
  }
  return files;
}

async function readPages(job: EngineJob, read = readerOf(job.sourceFormat)): Promise<Pages> {
  const request = requestOf(job);
  const pages = await read({ ...request, path: job.sourcePath, folder: job.folder, handsOver: job.handsOver });
  const wanted = request.options.pages;
  if (wanted === undefined) return pages;
  return choosePages(wanted, pages.length).flatMap((page) => pages[page - 1] ?? []);
}

function requestOf({ targetFormat: target, quality, options }: EngineJob): PictureRequest {
  return { target, quality, options };
}

/** Applies the options to a picture. */
async function transform(picture: Picture, request: PictureRequest): Promise<Picture> {
  return Object.keys(request.options).length === 0 ? picture : transformPicture(picture, request);
}

async function writePdf(job: EngineJob, pages: Pages): Promise<EngineResult> {
  const path = join(job.folder, 'result.pdf');
  await PdfFile.write(path, (pdf) => addPages(pdf, job, pages));
  return { path, format: 'pdf' };
}

async function addPages(pdf: PdfFile, job: EngineJob, pages: Pages): Promise<void> {
  const request = { ...requestOf(job), target: 'pdf' } as const;
  for (const open of pages) await addPicturePage(pdf, await transform(await open(), request), request, job);
}

function readerOf(format: FormatName): Reader {
  const reader = READERS[format];
  if (!reader) throw new Error(`no reader for ${format}`);
  return reader;
}

/**
 * Whether an error is the machine's or ours. An encoder's message does not show that: encoders also fail where the decoder
 * stops.
 */
function isOwnError(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return /^wrote |ENOSPC|EDQUOT|EACCES|ENOENT|no space left|out of memory|unable to allocate/i.test(error.message);
}
