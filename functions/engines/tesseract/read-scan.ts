import { join } from 'node:path';
import type { EngineJob } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS as FILE } from '../poppler/limits.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { runParallel } from '../poppler/run-parallel.ts';
import { decryptPdf } from '../qpdf/decrypt-pdf.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import { paragraphLines } from './build-paragraphs.ts';
import { drawInPlace } from './draw-in-place.ts';
import { POINTS_PER_INCH } from './draw-page.ts';
import { joinTables } from './join-tables.ts';
import type { Language } from './languages.ts';
import { checkPages, watchTime } from './limits.ts';
import type { ScanOptions } from './options.ts';
import { type OwnText, type PageText, textOfPages } from './page-text.ts';
import { type Languages, type ReadPage, readPage } from './read-page.ts';

/** The pages of a file with their text. */
export interface Scan {
  readonly pages: readonly PdfPage[];
  /** Their existing or recognised text by page number; pages without text are missing. */
  readonly texts: ReadonlyMap<number, PageText>;
  /** The recognised pages on which words were found. */
  readonly read: readonly ReadPage[];
  /** The pages as a PDF file, without texts that are recognised anew. */
  readonly file: PdfFile;
}

/**
 * Recognises the pages of a file: those without text, or all of them.
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function readScan(given: EngineJob): Promise<Scan> {
  const job = given.sourceFormat === 'pdf' ? given : await pdfOfPicture(given);
  const options: ScanOptions = job.options;
  const { file, pages } = await openPages(job, options);
  const own = options.ocr === 'force' ? nothingOf(pages) : await textOfPages(file, pages);
  const unread = pages.filter(({ number }) => !own.texts.has(number));
  const { texts, withText } = textsOf(await readPages(unread, file, job));
  const scan = { pages, texts: new Map([...own.texts, ...texts]) };
  if (job.targetFormat !== 'pdf') return { ...scan, read: withText, file };
  const bent = new Map(withText.flatMap(({ page, steps }) => (steps ? [[page.number, steps]] : [])));
  // The text behind a page must not come twice, and lines that are bent have no place behind it.
  const drawn = pages.filter(({ number }) => own.garbled.has(number) || bent.has(number));
  const shown = drawn.length > 0 ? await drawInPlace(file, { pages, drawn, bent, quality: job.quality }) : file;
  return { ...scan, read: withText.map(asDrawn), file: shown };
}

/** A page that was bent as it is drawn: as large as the picture that was recognised. */
function asDrawn(read: ReadPage): ReadPage {
  if (!read.steps) return read;
  const scale = POINTS_PER_INCH / read.dpi;
  const [width, height] = [read.recognition.width * scale, read.recognition.height * scale];
  return { ...read, page: { ...read.page, width, height }, rotation: 0, skew: 0 };
}

/** Whatever text the pages have is not used. */
function nothingOf(pages: readonly PdfPage[]): OwnText {
  return { texts: new Map(), garbled: new Set(pages.map(({ number }) => number)) };
}

/** A file with the chosen pages. */
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

/** Converts the pictures to a PDF file. JPEG files are embedded as they are. */
async function pdfOfPicture(job: EngineJob): Promise<EngineJob> {
  const quality = job.targetFormat === 'pdf' ? job.quality : 'high';
  const { path } = await convertPicture({ ...job, targetFormat: 'pdf', quality, options: {} });
  return { ...job, sourcePath: path, sourceFormat: 'pdf' };
}

/** The text of recognised pages, and the pages that have some. */
function textsOf(read: readonly ReadPage[]): { texts: Map<number, PageText>; withText: ReadPage[] } {
  const texts = new Map<number, PageText>();
  for (const { page, recognition } of read) {
    const lines = joinTables(recognition.lines);
    const paragraphs = paragraphLines(lines).map((paragraph) => paragraph.map(({ text }) => text));
    if (paragraphs.length > 0) texts.set(page.number, paragraphs);
  }
  return { texts, withText: read.filter(({ page }) => texts.has(page.number)) };
}

/**
 * Recognises one page after the other until a language is known, so that the result does not depend on timing; then two
 * at a time.
 */
async function readPages(pages: readonly PdfPage[], file: PdfFile, job: EngineJob): Promise<ReadPage[]> {
  checkPages(pages.length);
  const { language = 'auto' } = job.options as ScanOptions;
  const languages: Languages = { asked: language === 'auto' ? undefined : (language as Language), found: new Map() };
  const [checkTime, read] = [watchTime(pages.length), [] as ReadPage[]];
  let done = 0;
  const readNext = async (page: PdfPage, known: Languages) => {
    checkTime();
    const result = await readPage(page, known, file);
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
