import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { pageName, zipPages } from '../page-zip.ts';
import { joinTiff } from './join-tiff.ts';
import { checkLibraryLimits, patience } from './limits.ts';
import { PdfFile } from './pdf/pdf-file.ts';
import { addPicturePage } from './pdf/write-pdf.ts';
import type { Picture } from './picture.ts';
import { READERS } from './readers.ts';
import { unreadable } from './unreadable.ts';
import { writePicture } from './write-picture.ts';

/**
 * Converts a picture file: the one path that all pairs of formats take.
 * @throws ConversionError
 */
export async function convertPicture(job: EngineJob): Promise<EngineResult> {
  try {
    const format = await convert(job);
    return { path: join(job.folder, `result.${format}`), format };
  } catch (error) {
    if (error instanceof ConversionError || isOurs(error)) throw error;
    checkLibraryLimits(error);
    throw unreadable(error);
  }
}

/** @returns the format of `result.<format>`, which it wrote into the job's folder */
async function convert(job: EngineJob): Promise<FormatName> {
  const { sourcePath, sourceFormat, targetFormat, quality, folder } = job;
  if (!isRead(sourceFormat)) throw new Error(`no reader for ${sourceFormat}`);
  const pages = await READERS[sourceFormat]({ path: sourcePath, target: targetFormat, quality, folder });
  if (targetFormat === 'pdf') return writePdf(job, pages);
  const write = (path: string) => (picture: Picture) => {
    const document = pages.length > 1 ? picture.width * picture.height * pages.length : undefined;
    return writePicture(picture, targetFormat, quality, path, document);
  };
  const [first] = pages;
  if (first && pages.length === 1) {
    await writeRepaired(await first(), write(join(folder, `result.${targetFormat}`)));
    return targetFormat;
  }
  const files: string[] = [];
  const checkTime = patience(pages.length);
  for (const [index, open] of pages.entries()) {
    checkTime(index);
    const path = join(folder, pageName(index, targetFormat));
    await writeRepaired(await open(), write(path));
    files.push(path);
  }
  if (targetFormat === 'tiff' && (await joinTiff(files, quality, join(folder, 'result.tiff')))) return 'tiff';
  await zipPages(files, targetFormat, join(folder, 'result.zip'));
  return 'zip';
}

async function writePdf(
  { sourcePath, sourceFormat, quality, folder }: EngineJob,
  pages: readonly (() => Promise<Picture>)[],
): Promise<FormatName> {
  const pdf = await PdfFile.create(join(folder, 'result.pdf'));
  const source = { path: sourcePath, format: sourceFormat, quality };
  try {
    const checkTime = patience(pages.length);
    for (const [index, open] of pages.entries()) {
      checkTime(index);
      await writeRepaired(await open(), (picture) => addPicturePage(pdf, picture, source));
    }
    await pdf.finish();
  } finally {
    await pdf.close();
  }
  return 'pdf';
}

/** Writes a picture; when its file turns out to be faulty, what is harmless is repaired and it is tried again. */
async function writeRepaired(picture: Picture, write: (picture: Picture) => Promise<void>): Promise<void> {
  try {
    await write(picture);
  } catch (error) {
    if (!picture.repair || isOurs(error)) throw error;
    await writeRepaired(await picture.repair(), write);
  }
}

function isRead(format: FormatName): format is keyof typeof READERS {
  return Object.hasOwn(READERS, format);
}

/**
 * Whether a failure is the machine's or ours and not that of the file. Encoders complain of every decoder that stops
 * on them, so that it is not by them that it can be told.
 */
function isOurs(error: unknown): boolean {
  if (!(error instanceof Error)) return true;
  return /^wrote |ENOSPC|EDQUOT|EACCES|ENOENT|no space left|out of memory|unable to allocate/i.test(error.message);
}
