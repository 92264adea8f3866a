import { join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import { Turns } from '../../sandbox/turns.ts';
import type { EngineJob } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS as FILE } from '../poppler/limits.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { runParallel } from '../poppler/run-parallel.ts';
import { decryptPdf } from '../qpdf/decrypt-pdf.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { unreadableFile } from '../refusals.ts';
import { convertPicture, openPicture, type PictureUse } from '../sharp/convert-picture.ts';
import { paragraphLines } from './build-paragraphs.ts';
import { drawPage } from './draw-page.ts';
import { drawPicture } from './draw-picture.ts';
import type { BarePage, DrawnPage } from './drawn-page.ts';
import type { Language } from './languages.ts';
import { checkPages, watchTime } from './limits.ts';
import type { ScanOptions } from './options.ts';
import { type PageText, textOfPages } from './page-text.ts';
import { type Languages, type ReadPage, readPage } from './read-page.ts';

/** Pages, with what is to be read on them. */
export interface Scan {
  readonly pages: readonly PdfPage[];
  /** By the numbers of pages: what they have of themselves, or what was read; pages without a word are missing. */
  readonly texts: ReadonlyMap<number, PageText>;
  /** Pages that were read, and on which words were found. */
  readonly read: readonly ReadPage[];
  /** Gives the pages as a PDF file; where they are pictures it is made when it is first asked for. */
  openFile(): Promise<PdfFile>;
}

/**
 * Reads the pages of a file: those that have no text of their own, or all of them.
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export function readScan(job: EngineJob): Promise<Scan> {
  return job.sourceFormat === 'pdf' ? readPdf(job) : readPictures(job);
}

async function readPdf(job: EngineJob): Promise<Scan> {
  const options: ScanOptions = job.options;
  const { file, pages } = await openPages(job, options);
  const own = options.ocr === 'force' ? new Map<number, PageText>() : await textOfPages(file, pages);
  const bare = pages.filter(({ number }) => !own.has(number));
  const drawn = bare.map((page) => ({ number: page.number, draw: (folder: string) => drawPage(file, page, folder) }));
  const { texts, worded } = textsOf(await readPages(drawn, job));
  return { pages, texts: new Map([...own, ...texts]), read: worded, openFile: async () => file };
}

/** The pages to read, which are all of their file: those chosen, or all. */
async function openPages(job: EngineJob, { pages: chosen }: ScanOptions): Promise<{ file: PdfFile; pages: PdfPage[] }> {
  const { sourcePath, folder } = await decryptPdf(job);
  const file = { sourcePath, folder };
  const pages = await inspectPdf(file, FILE.filePages);
  if (chosen === undefined) return { file, pages };
  const numbers = choosePages(chosen, pages.length);
  const path = join(folder, 'chosen.pdf');
  await runQpdf({ inputFile: sourcePath, outputFile: path, pages: [{ file: '.', range: numbers.join(',') }] }, folder);
  const part = { sourcePath: path, folder };
  return { file: part, pages: await inspectPdf(part, FILE.filePages) };
}

/** Pictures are read from their own pixels: to put them on pages and draw those again takes a tenth of the time of reading. */
async function readPictures(job: EngineJob): Promise<Scan> {
  const pictures = await openPicture({ ...job, targetFormat: 'pdf', options: {} });
  let file: Promise<PdfFile> | undefined;
  const openFile = () => {
    file ??= pdfOfPicture(job);
    return file;
  };
  // One page of a file can be decoded at a time.
  const turns = new Turns(1);
  const draw = async (use: PictureUse, number: number, folder: string) => {
    await turns.take();
    try {
      return (
        (await use((picture) => drawPicture(picture, folder))) ?? (await drawNumber(await openFile(), number, folder))
      );
    } finally {
      turns.give();
    }
  };
  const bare = pictures.map((use, index) => ({
    number: index + 1,
    draw: (folder: string) => draw(use, index + 1, folder),
  }));
  const pages = await readPages(bare, job);
  const { texts, worded } = textsOf(pages);
  return { pages, texts, read: worded, openFile };
}

async function drawNumber(file: PdfFile, number: number, folder: string): Promise<DrawnPage> {
  const pages = await inspectPdf(file, FILE.filePages);
  const page = pages[number - 1];
  if (!page) throw new Error(`no page ${number} became of a picture`);
  return drawPage(file, page, folder);
}

/** Puts every picture on a page. The pixels of a JPEG file stay as they are. */
async function pdfOfPicture(job: EngineJob): Promise<PdfFile> {
  const quality = job.targetFormat === 'pdf' ? job.quality : 'high';
  const { path } = await convertPicture({ ...job, targetFormat: 'pdf', quality, options: {} });
  return { sourcePath: path, folder: job.folder };
}

/** What was found on pages, and those of them on which there was something. */
function textsOf(read: readonly ReadPage[]): { texts: Map<number, PageText>; worded: ReadPage[] } {
  const texts = new Map<number, PageText>();
  for (const { number, lines } of read) {
    const paragraphs = paragraphLines(lines).map((paragraph) => paragraph.map(({ text }) => text));
    if (paragraphs.length > 0) texts.set(number, paragraphs);
  }
  return { texts, worded: read.filter(({ number }) => texts.has(number)) };
}

/**
 * One page after the other until the language is known, so that it does not hang on which page is done first; then two
 * at a time.
 */
async function readPages(pages: readonly BarePage[], job: EngineJob): Promise<ReadPage[]> {
  checkPages(pages.length);
  const { language = 'auto' } = job.options as ScanOptions;
  const languages: Languages = { asked: language === 'auto' ? undefined : (language as Language), found: new Map() };
  const [checkTime, read] = [watchTime(pages.length), [] as ReadPage[]];
  const purpose = { folder: job.folder, layer: job.targetFormat === 'pdf' };
  let done = 0;
  const readNext = async (page: BarePage, known: Languages) => {
    checkTime();
    const result = await readPage(page, known, purpose);
    job.onProgress?.(Math.floor((++done / pages.length) * 99));
    return result;
  };
  while (!languages.asked && languages.found.size === 0 && read.length < pages.length)
    read.push(await readNext(pages[read.length] as BarePage, languages));
  const others = pages.slice(read.length);
  return [
    ...read,
    ...(await runParallel(others, (page) => readNext(page, { ...languages, found: new Map(languages.found) }))),
  ];
}

/** The error for a file in which no word was found. */
export function noWords(): ConversionError {
  return unreadableFile(
    'No words were found in the picture: it shows none, or they are too small, too blurred, or in a script that is not read here.',
  );
}
