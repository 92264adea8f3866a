import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConversionError } from '../../conversion/errors.ts';
import { mendText } from '../qpdf/mend-text.ts';
import { withinCropBoxes } from '../qpdf/within-crop-boxes.ts';
import { unsupported } from '../refusals.ts';
import { hasLetters } from './has-letters.ts';
import { checkBytes, LIMITS } from './limits.ts';
import { refuseLostPages } from './lost-pages.ts';
import type { PageRange, PdfJob, PdfWriter } from './pdf-job.ts';
import { plainLetters } from './plain-letters.ts';
import { rangesOf } from './plan-runs.ts';
import { runPoppler } from './run-poppler.ts';
import { joinSpread } from './spread-text.ts';

/**
 * Writes the text, by default laid out as on the page, so that the columns of tables stay side by side; with a blank line
 * between pages.
 * @throws ConversionError UNSUPPORTED_CONVERSION when the file has no text, or none that can be read
 */
export const writeText: PdfWriter = async (whole) => {
  const job = await withinCropBoxes(whole);
  const read = await readPages(job);
  if (read.length === 0) throw noText();
  const mended = await mendText(job, read);
  const parts = mended === job ? read : await readPages(mended);
  const path = join(job.folder, 'result.txt');
  await writeFile(path, `${parts.join('\n\n')}\n`);
  return { path, format: 'txt' };
};

/**
 * A PDF file within its crop boxes, whose text poppler reads as it is meant.
 * @returns the file itself where it has no crop boxes, and is read so
 * @throws ConversionError UNSUPPORTED_CONVERSION where text cannot be read, or there is none and another engine recognises it
 */
export async function inLogicalOrder<Job extends TextJob>(whole: Job): Promise<Job> {
  const job = await withinCropBoxes(whole);
  const parts = await readPages(job);
  if (job.handsOver && parts.length === 0) throw noText();
  return mendText(job, parts);
}

/** What text is read of. */
type TextJob = Pick<PdfJob, 'sourcePath' | 'folder' | 'pages' | 'options' | 'handsOver'>;

/** The text of each range of pages that has some. */
async function readPages(job: TextJob): Promise<string[]> {
  const parts: string[] = [];
  let bytes = 0;
  for (const range of rangesOf(job.pages)) {
    const { text, size } = await readRange(job, range, bytes);
    bytes += size;
    if (text !== '') parts.push(text);
  }
  if (!hasLetters(parts)) throw noLetters();
  return parts;
}

async function readRange(job: TextJob, range: PageRange, before: number): Promise<{ text: string; size: number }> {
  const drawn = join(job.folder, 'text');
  const layout = job.options.text_layout === 'reading' ? [] : ['-layout'];
  const pages = ['-f', `${range.first}`, '-l', `${range.last}`];
  const { stderr } = await runPoppler('pdftotext', [...layout, '-enc', 'UTF-8', ...pages, job.sourcePath, drawn], job);
  const { size } = await stat(drawn);
  checkBytes(before + size, LIMITS.text);
  const text = await joinSpread(joinPages(await readFile(drawn, 'utf8')), job, range);
  await refuseLostPages(job, range, stderr);
  return { text, size };
}

/** Joins pages, in plain letters, without the form feeds at their ends, which many editors show as strange characters. */
function joinPages(text: string): string {
  return plainLetters(text)
    .split('\f')
    .map((page) => page.replace(/^\s*\n/, '').trimEnd())
    .filter((page) => page !== '')
    .join('\n\n');
}

/** The error for a file without text. Where text can be recognised, another engine takes over. */
function noText(): ConversionError {
  return unsupported(
    'The PDF file holds no text: its pages are pictures or drawings, as from a scanner. Convert it to png or jpg instead.',
  );
}

/** The error for a file whose fonts do not say which letters they draw; likewise. */
function noLetters(): ConversionError {
  return unsupported(
    'The text of the PDF file cannot be read: its fonts do not say which letters they draw. Convert it to docx or txt, for which they are recognised where text recognition is on, or to png.',
  );
}
