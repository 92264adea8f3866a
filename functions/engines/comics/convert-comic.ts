import { join } from 'node:path';
import { checkEntries } from '../bsdtar/check-entries.ts';
import type { FileEntry } from '../bsdtar/entry.ts';
import { unpackArchive } from '../bsdtar/unpack-archive.ts';
import { writeArchive } from '../bsdtar/write-archive.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { addToPdf } from '../sharp/convert-picture.ts';
import { PdfFile } from '../sharp/pdf/pdf-file.ts';
import { COMICS, isComic } from './comic-formats.ts';
import { readComicInfo } from './comic-info.ts';
import { comicPages } from './comic-pages.ts';
import { mapPages } from './place-page.ts';
import { writeEpub } from './write-epub.ts';

/**
 * Converts a comic book: to another archive of all its files, or to a PDF file or e-book of its pictures.
 * @throws ConversionError
 */
export async function convertComic(job: EngineJob): Promise<EngineResult> {
  const { sourceFormat, targetFormat } = job;
  if (!isComic(sourceFormat)) throw new Error(`no reader for ${sourceFormat}`);
  const entries = await unpackArchive({ ...job, sourceFormat: COMICS[sourceFormat] });
  checkEntries(entries);
  const pages = comicPages(entries);
  if (targetFormat === 'pdf') return writePdf(job, pages);
  if (targetFormat === 'epub') return writeEpub(job, pages, readComicInfo(entries));
  const archive = isComic(targetFormat) ? COMICS[targetFormat] : targetFormat;
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
