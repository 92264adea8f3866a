import { join } from 'node:path';
import { checkEntries } from '../bsdtar/check-entries.ts';
import type { Entry, FileEntry } from '../bsdtar/entry.ts';
import { unpackArchive } from '../bsdtar/unpack-archive.ts';
import { writeArchive } from '../bsdtar/write-archive.ts';
import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { isSystemFile, naturalOrder } from '../natural-order.ts';
import { unreadableFile } from '../refusals.ts';
import { addToPdf } from '../sharp/convert-picture.ts';
import { checkPages } from '../sharp/limits.ts';
import { PdfFile } from '../sharp/pdf/pdf-file.ts';
import { COMICS } from './comic-formats.ts';
import { readComicInfo } from './comic-info.ts';
import { mapPages } from './place-page.ts';
import { writeEpub } from './write-epub.ts';

/**
 * Converts a comic book: to another archive of all its files, or to a PDF file or e-book of its pictures.
 * @throws ConversionError
 */
export async function convertComic(job: EngineJob): Promise<EngineResult> {
  const { sourceFormat, targetFormat } = job;
  if (!hasFormat(COMICS, sourceFormat)) throw new Error(`no reader for ${sourceFormat}`);
  const entries = await unpackArchive({ ...job, sourceFormat: COMICS[sourceFormat] });
  checkEntries(entries);
  const pages = comicPages(entries);
  if (targetFormat === 'pdf') return writePdf(job, pages);
  if (targetFormat === 'epub') return writeEpub(job, pages, readComicInfo(entries));
  const archive = hasFormat(COMICS, targetFormat) ? COMICS[targetFormat] : targetFormat;
  const { path } = await writeArchive(entries, { ...job, targetFormat: archive });
  return { path, format: targetFormat };
}

/** Writes a PDF file of pictures, each on a page of its size; JPEG pictures are not re-encoded. */
async function writePdf(job: EngineJob, pages: readonly FileEntry[]): Promise<EngineResult> {
  const path = join(job.folder, 'result.pdf');
  await PdfFile.write(path, async (pdf) => {
    await mapPages(job, pages, (page) => addToPdf(pdf, page));
  });
  return { path, format: 'pdf' };
}

const PICTURE = /\.(?:jpe?g|jpe|jfif|png|gif|webp|bmp|tiff?|avif)$/i;

/**
 * The pages of a comic book: its pictures in natural order, folder by folder.
 * @throws ConversionError UNREADABLE_FILE where there are none, TOO_COMPLEX
 */
function comicPages(entries: readonly Entry[]): FileEntry[] {
  const pictures = entries
    .filter((entry) => entry.kind === 'file')
    .filter(({ name }) => PICTURE.test(name) && !isSystemFile(name));
  if (pictures.length === 0) throw unreadableFile('The file has no pictures, which are the pages of a comic.');
  checkPages(pictures.length);
  return naturalOrder(pictures);
}
