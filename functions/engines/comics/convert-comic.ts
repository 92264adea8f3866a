import { checkEntries } from '../bsdtar/check-entries.ts';
import { unpackArchive } from '../bsdtar/unpack-archive.ts';
import { writeArchive } from '../bsdtar/write-archive.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { COMICS, isComic } from './comic-formats.ts';
import { comicNotes } from './comic-notes.ts';
import { comicPages } from './comic-pages.ts';
import { writeEpub } from './write-epub.ts';
import { writePdf } from './write-pdf.ts';

/**
 * Converts a comic book: packed anew with all that is in it, or its pictures as the pages of a PDF file or a book.
 * @throws ConversionError
 */
export async function convertComic(job: EngineJob): Promise<EngineResult> {
  const { sourceFormat, targetFormat } = job;
  if (!isComic(sourceFormat)) throw new Error(`no reader for ${sourceFormat}`);
  const entries = await unpackArchive({ ...job, sourceFormat: COMICS[sourceFormat] });
  checkEntries(entries);
  const pages = comicPages(entries);
  if (targetFormat === 'pdf') return writePdf(job, pages);
  if (targetFormat === 'epub') return writeEpub(job, pages, comicNotes(entries));
  const archive = isComic(targetFormat) ? COMICS[targetFormat] : targetFormat;
  const { path } = await writeArchive(entries, { ...job, targetFormat: archive });
  return { path, format: targetFormat };
}
