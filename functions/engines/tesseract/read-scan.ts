import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { EngineJob } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS as FILE } from '../poppler/limits.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { runParallel } from '../poppler/run-parallel.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { unlockPdf } from '../qpdf/unlock-pdf.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import { paragraphLines } from './build-paragraphs.ts';
import type { Language } from './languages.ts';
import { checkPages, watchTime } from './limits.ts';
import type { ScanOptions } from './options.ts';
import { type PageText, textOfPages } from './page-text.ts';
import { type Languages, type ReadPage, readPage } from './read-page.ts';

/** A file of pages, as a PDF file, with what is to be read on them. */
export interface Scan {
  readonly file: PdfFile;
  readonly pages: readonly PdfPage[];
  /** By the numbers of pages: what they have of themselves, or what was read; pages without a word are missing. */
  readonly texts: ReadonlyMap<number, PageText>;
  /** Pages that were read, and on which words were found. */
  readonly read: readonly ReadPage[];
}

/**
 * Reads the pages of a file: those that have no text of their own, or all of them.
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function readScan(job: EngineJob): Promise<Scan> {
  const options: ScanOptions = job.options;
  const { file, pages } = await openPages(job, options);
  const own = options.ocr === 'force' ? new Map<number, PageText>() : await textOfPages(file, pages);
  const bare = pages.filter(({ number }) => !own.has(number));
  checkPages(bare.length);
  const read = await readPages(file, bare, job);
  const texts = new Map(own);
  const worded = read.filter(({ number, lines }) => {
    const paragraphs = paragraphLines(lines);
    if (paragraphs.length > 0)
      texts.set(
        number,
        paragraphs.map((paragraph) => paragraph.map(({ text }) => text)),
      );
    return paragraphs.length > 0;
  });
  return { file, pages, texts, read: worded };
}

/** The pages to read, which are all of their file: a picture on pages of its own, or those chosen of a PDF file. */
async function openPages(job: EngineJob, { pages: chosen }: ScanOptions): Promise<Pick<Scan, 'file' | 'pages'>> {
  const { sourcePath, folder } = await (job.sourceFormat === 'pdf' ? unlockPdf(job) : pdfOfPicture(job));
  const file = { sourcePath, folder };
  const pages = await inspectPdf(file, FILE.filePages);
  if (chosen === undefined) return { file, pages };
  const numbers = choosePages(chosen, pages.length);
  const path = join(folder, 'chosen.pdf');
  await runQpdf({ inputFile: sourcePath, outputFile: path, pages: [{ file: '.', range: numbers.join(',') }] }, folder);
  const part = { sourcePath: path, folder };
  return { file: part, pages: await inspectPdf(part, FILE.filePages) };
}

/** Every picture is put on a page, so that there is one way for all. The pixels of a JPEG file stay as they are. */
async function pdfOfPicture(job: EngineJob): Promise<PdfFile> {
  const quality = job.targetFormat === 'pdf' ? job.quality : 'high';
  const { path } = await convertPicture({ ...job, targetFormat: 'pdf', quality, options: {} });
  return { sourcePath: path, folder: job.folder };
}

/**
 * One page after the other until the language is known, so that it does not hang on which page is done first; then two
 * at a time.
 */
async function readPages(file: PdfFile, pages: readonly PdfPage[], job: EngineJob): Promise<ReadPage[]> {
  const { language = 'auto' } = job.options as ScanOptions;
  const languages: Languages = { asked: language === 'auto' ? undefined : (language as Language), found: new Map() };
  const [checkTime, read] = [watchTime(pages.length), [] as ReadPage[]];
  let done = 0;
  const readNext = async (page: PdfPage, known: Languages) => {
    checkTime();
    const result = await readPage(file, page, known);
    job.onProgress?.(Math.floor((++done / pages.length) * 99));
    return result;
  };
  while (!languages.asked && languages.found.size === 0 && read.length < pages.length)
    read.push(await readNext(pages[read.length] as PdfPage, languages));
  const others = pages.slice(read.length);
  return [
    ...read,
    ...(await runParallel(others, (page) => readNext(page, { ...languages, found: new Map(languages.found) }))),
  ];
}

/** The error for a file in which no word was found. */
export function noWords(): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    'No words were found in the picture: it shows none, or they are too small, too blurred, or in a script that is not read here.',
  );
}
