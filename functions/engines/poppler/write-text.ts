import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { checkBytes, LIMITS } from './limits.ts';
import { refuseLostPages } from './lost-pages.ts';
import type { PdfWriter } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';

/**
 * The text, laid out as on the page, so that the columns of a table stay side by side; a blank line between pages.
 * @throws ConversionError UNSUPPORTED_CONVERSION when the file holds no text: an empty result would be no answer
 */
export const writeText: PdfWriter = async (job) => {
  const drawn = join(job.folder, 'text');
  const { stderr } = await runPoppler('pdftotext', ['-layout', '-enc', 'UTF-8', job.sourcePath, drawn], job);
  checkBytes((await stat(drawn)).size, LIMITS.text);
  const text = joinPages(await readFile(drawn, 'utf8'));
  await refuseLostPages(job, { first: 1, last: job.pages.length }, stderr);
  if (text === '') throw noText();
  const path = join(job.folder, 'result.txt');
  await writeFile(path, `${text}\n`);
  return { path, zipped: false };
};

/** Pages end with a form feed, which many editors show as a strange character. */
function joinPages(text: string): string {
  return text
    .split('\f')
    .map((page) => page.replace(/^\s*\n/, '').trimEnd())
    .filter((page) => page !== '')
    .join('\n\n');
}

function noText(): ConversionError {
  return new ConversionError(
    'UNSUPPORTED_CONVERSION',
    'The PDF file holds no text: its pages are pictures or drawings, as from a scanner. Convert it to png or jpg instead.',
  );
}
