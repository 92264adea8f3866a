import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import type { Quality } from '../../conversion/quality.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { checkChosen, checkPages } from '../poppler/limits.ts';
import type { PdfPage } from '../poppler/pdf-job.ts';
import { ON, runQpdf } from '../qpdf/run-qpdf.ts';
import { writeTextLayer } from '../qpdf/text-layer.ts';
import { unsupported } from '../refusals.ts';
import { listWords, type PageWords } from './read-words.ts';
import { LIMITS, runDjvulibre, unreadable } from './run-djvulibre.ts';

/**
 * Converts a DjVu file to PDF with a text layer, to its text alone, or by way of PDF to pictures.
 * @throws ConversionError
 */
export async function convertDjvu(job: EngineJob): Promise<EngineResult> {
  const { pages: asked, ...options } = job.options;
  const pages = await listWords(job);
  const chosen = choose(pages.length, asked);
  if (job.targetFormat === 'txt') return writeText(job, chosen);
  const path = join(job.folder, 'pages.pdf');
  const sizes = await drawPdf(job, chosen, path);
  const words = chosen.flatMap((number) => pages[number - 1] ?? []);
  if (job.targetFormat === 'pdf') return { path: await addWords(job, path, words, sizes), format: 'pdf' };
  return convertPdf({ ...job, options, sourcePath: path, sourceFormat: 'pdf' }, chosen);
}

/** Adds the words of pages to a PDF file of them. @returns the path of a copy, or of the file itself where there are none */
async function addWords(
  { folder }: EngineJob,
  path: string,
  pages: readonly PageWords[],
  sizes: readonly PdfPage[],
): Promise<string> {
  if (pages.every(({ words }) => words.length === 0)) return path;
  const layers = sizes.map(({ width, height }, index) => {
    const page = pages[index];
    const [across, up] = [width / (page?.width || 1), height / (page?.height || 1)];
    const texts = (page?.words ?? []).map(({ text, left, right, bottom, top }) => ({
      text,
      left: left * across,
      right: right * across,
      baseline: bottom * up,
      height: (top - bottom) * up,
    }));
    return { width, height, texts };
  });
  const [text, result] = [join(folder, 'text.pdf'), join(folder, 'result.pdf')];
  await writeTextLayer(layers, text);
  await runQpdf({ inputFile: path, outputFile: result, underlay: { file: text }, deterministicId: ON }, folder);
  return result;
}

function choose(count: number, pages: unknown): readonly number[] {
  if (pages === undefined) checkPages(count);
  const chosen = choosePages(pages === undefined ? '1-' : String(pages), count);
  checkChosen(chosen.length);
  return chosen;
}

/** Control characters that end columns and paragraphs, where a line ends anyway. */
const ZONES = /(?![\n\t\f])\p{Cc}/gu;

async function writeText({ sourcePath, folder }: EngineJob, chosen: readonly number[]): Promise<EngineResult> {
  const [read, path] = [join(folder, 'read.txt'), join(folder, 'result.txt')];
  await runDjvulibre('djvutxt', [`-page=${chosen.join(',')}`, sourcePath, read], {
    folder,
    source: sourcePath,
    fileSize: LIMITS.text,
  });
  const pages = (await readFile(read, 'utf8')).replace(ZONES, '').split('\f');
  const texts = pages.map((page) => page.trim()).filter((page) => page !== '');
  if (texts.length === 0) throw noText();
  await writeFile(path, `${texts.join('\n\n')}\n`);
  return { path, format: 'txt' };
}

function noText(): ConversionError {
  return unsupported(
    'The DjVu file holds no text: its pages are pictures only. Convert it to pdf, png or jpg instead.',
  );
}

/** The JPEG quality of colours; black and white is never JPEG. */
const COLOURS: Readonly<Record<Quality, number | undefined>> = { low: 60, medium: 80, high: undefined };
/** The JPEG quality of pages that become pictures: no loss is to be seen. */
const DRAWN_AGAIN = 95;

/**
 * Draws pages into a PDF file, at the resolution of the scan.
 * @returns the sizes of the pages
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
async function drawPdf(
  { sourcePath, folder, targetFormat, quality }: EngineJob,
  chosen: readonly number[],
  path: string,
): Promise<readonly PdfPage[]> {
  const jpeg = targetFormat === 'pdf' ? COLOURS[quality] : DRAWN_AGAIN;
  const args = ['-format=pdf', ...(jpeg ? [`-quality=${jpeg}`] : []), `-page=${chosen.join(',')}`];
  await runDjvulibre('ddjvu', [...args, sourcePath, path], { folder, source: sourcePath, fileSize: LIMITS.pdf });
  const pages = await inspectPdf({ sourcePath: path, folder });
  if (pages.length !== chosen.length) throw unreadable(`${pages.length} of ${chosen.length} pages were drawn`);
  return pages;
}
