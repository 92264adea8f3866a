import { mkdir, rm } from 'node:fs/promises';
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
import type { Picture, Reader } from './picture.ts';
import { type PictureOptions, pictureOptions } from './picture-options.ts';
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
  return withFileErrors(async () => writePages(job, await readPages(job, pictureOptions(job.options))));
}

/**
 * Adds the pages of a picture file to a PDF file.
 * @returns how many pages it has
 * @throws ConversionError
 */
export function addToPdf(pdf: PdfFile, job: EngineJob): Promise<number> {
  return withFileErrors(async () => {
    const pages = await readPages(job, pictureOptions(job.options));
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
    const [first] = await readPages(job, {});
    if (!first) throw unreadable('a file without pictures');
    return writeRepaired(await first(), async (picture) => {
      checkSize(picture, job.targetFormat);
      await picture.open().stats();
      return { width: picture.width, height: picture.height };
    });
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
  const pages = await readPages(job, pictureOptions(job.options), read);
  if (targetFormat === 'pdf') return writePdf(job, pages);
  const files = await writePages(job, pages);
  const joined = join(folder, 'result.tiff');
  const isJoined = targetFormat === 'tiff' && files.length > 1 && (await joinTiff(files, quality, joined));
  return isJoined ? { path: joined, format: 'tiff' } : onlyOrZip(pageFiles(files, targetFormat), targetFormat, folder);
}

/** Writes a file of each page; of a single one, `result.<format>`. */
async function writePages(job: EngineJob, pages: Pages): Promise<string[]> {
  const { targetFormat: target, quality, folder } = job;
  const request = { target, quality, options: pictureOptions(job.options) };
  const files: string[] = [];
  for (const [index, open] of pages.entries()) {
    const path = join(folder, pages.length === 1 ? `result.${target}` : pageName(index, target));
    await writeRepaired(await open(), async (picture) => {
      const made = await transform(picture, job);
      const document = pages.length > 1 ? made.width * made.height * pages.length : undefined;
      return writePicture(made, { ...request, document }, path);
    });
    files.push(path);
  }
  return files;
}

type Pages = readonly (() => Promise<Picture>)[];

async function readPages(
  { sourcePath, sourceFormat, targetFormat, quality, folder }: EngineJob,
  options: PictureOptions,
  read: Reader | undefined = hasReader(sourceFormat) ? READERS[sourceFormat] : undefined,
): Promise<Pages> {
  if (!read) throw new Error(`no reader for ${sourceFormat}`);
  const pages = await read({ path: sourcePath, target: targetFormat, quality, options, folder });
  if (options.pages === undefined) return pages;
  return choosePages(options.pages, pages.length).flatMap((page) => pages[page - 1] ?? []);
}

/** Applies the options to a picture. The folder is emptied for each: the one before has been written. */
async function transform(picture: Picture, { targetFormat, quality, options, folder }: EngineJob): Promise<Picture> {
  if (Object.keys(options).length === 0) return picture;
  const own = join(folder, 'transformed');
  await rm(own, { recursive: true, force: true });
  await mkdir(own);
  return transformPicture(picture, { target: targetFormat, quality, options: pictureOptions(options), folder: own });
}

async function writePdf(job: EngineJob, pages: Pages): Promise<EngineResult> {
  const path = join(job.folder, 'result.pdf');
  await PdfFile.write(path, (pdf) => addPages(pdf, job, pages));
  return { path, format: 'pdf' };
}

async function addPages(pdf: PdfFile, job: EngineJob, pages: Pages): Promise<void> {
  const { sourcePath, sourceFormat, quality } = job;
  const source = { path: sourcePath, format: sourceFormat, quality, options: pictureOptions(job.options) };
  for (const open of pages)
    await writeRepaired(await open(), async (picture) => addPicturePage(pdf, await transform(picture, job), source));
}

/** Writes a picture, and tries again with its harmless faults repaired where its file is faulty. */
async function writeRepaired<T>(picture: Picture, write: (picture: Picture) => Promise<T>): Promise<T> {
  try {
    return await write(picture);
  } catch (error) {
    if (!picture.repair || isOwnError(error) || isRefusal(error)) throw error;
    return writeRepaired(await picture.repair(), write);
  }
}

function hasReader(format: FormatName): format is keyof typeof READERS {
  return Object.hasOwn(READERS, format);
}

/** Whether the options or limits are the reason, which no repair of the file would change. */
function isRefusal(error: unknown): boolean {
  return error instanceof ConversionError && (error.code === 'INVALID_OPTION' || error.code === 'TOO_COMPLEX');
}

/**
 * Whether an error is the machine's or ours. An encoder's message does not show that: encoders also fail where the decoder
 * stops.
 */
function isOwnError(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return /^wrote |ENOSPC|EDQUOT|EACCES|ENOENT|no space left|out of memory|unable to allocate/i.test(error.message);
}
