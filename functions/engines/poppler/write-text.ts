import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBytes, LIMITS } from './limits.ts';
import { refuseLostPages } from './lost-pages.ts';
import { noText } from './no-text.ts';
import type { PageRange, PdfJob, PdfWriter } from './pdf-job.ts';
import { rangesOf } from './plan-runs.ts';
import { runPoppler } from './run-poppler.ts';

/**
 * Writes the text, by default laid out as on the page, so that the columns of tables stay side by side; with a blank line
 * between pages.
 * @throws ConversionError UNSUPPORTED_CONVERSION when the file has no text
 */
export const writeText: PdfWriter = async (job) => {
  const parts: string[] = [];
  let bytes = 0;
  for (const range of rangesOf(job.pages)) {
    const { text, size } = await readRange(job, range, bytes);
    bytes += size;
    if (text !== '') parts.push(text);
  }
  if (parts.length === 0) throw noText();
  const path = join(job.folder, 'result.txt');
  await writeFile(path, `${parts.join('\n\n')}\n`);
  return { path, format: 'txt' };
};

/** Whether any of the pages has text. */
export async function hasText(job: PdfJob): Promise<boolean> {
  for (const range of rangesOf(job.pages)) if ((await readRange(job, range, 0)).text !== '') return true;
  return false;
}

async function readRange(job: PdfJob, range: PageRange, before: number): Promise<{ text: string; size: number }> {
  const drawn = join(job.folder, 'text');
  const layout = job.options.text_layout === 'reading' ? [] : ['-layout'];
  const pages = ['-f', `${range.first}`, '-l', `${range.last}`];
  const { stderr } = await runPoppler('pdftotext', [...layout, '-enc', 'UTF-8', ...pages, job.sourcePath, drawn], job);
  const { size } = await stat(drawn);
  checkBytes(before + size, LIMITS.text);
  const text = joinPages(await readFile(drawn, 'utf8'));
  await refuseLostPages(job, range, stderr);
  return { text, size };
}

/** Joins pages without the form feeds at their ends, which many editors show as strange characters. */
function joinPages(text: string): string {
  return text
    .split('\f')
    .map((page) => page.replace(/^\s*\n/, '').trimEnd())
    .filter((page) => page !== '')
    .join('\n\n');
}
