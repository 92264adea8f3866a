import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasLetters } from '../poppler/has-letters.ts';
import { checkBytes, LIMITS } from '../poppler/limits.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { rangesOf } from '../poppler/plan-runs.ts';
import { runPoppler } from '../poppler/run-poppler.ts';

/** The paragraphs of a page, each a list of lines. */
export type PageText = readonly (readonly string[])[];

/** The existing text of pages. */
export interface OwnText {
  /** In reading order, by page number. */
  readonly texts: ReadonlyMap<number, PageText>;
  /** The numbers of pages whose fonts do not say which letters they draw. */
  readonly garbled: ReadonlySet<number>;
}

/**
 * Reads the existing text of a PDF file's pages.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function textOfPages(file: PdfFile, pages: readonly PdfPage[]): Promise<OwnText> {
  const texts = new Map<number, PageText>();
  const garbled = new Set<number>();
  let bytes = 0;
  for (const { first, last } of rangesOf(pages)) {
    const path = join(file.folder, 'own-text');
    const range = ['-f', `${first}`, '-l', `${last}`];
    await runPoppler('pdftotext', ['-enc', 'UTF-8', ...range, file.sourcePath, path], file);
    bytes += (await stat(path)).size;
    checkBytes(bytes, LIMITS.text);
    const found = (await readFile(path, 'utf8')).split('\f');
    await rm(path);
    found.forEach((text, index) => {
      const paragraphs = paragraphsOf(text);
      if (paragraphs.length === 0) return;
      if (hasLetters([text])) texts.set(first + index, paragraphs);
      else garbled.add(first + index);
    });
  }
  return { texts, garbled };
}

function paragraphsOf(text: string): string[][] {
  const paragraphs = text
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.split('\n').map((line) => line.trim()));
  return paragraphs.map((lines) => lines.filter((line) => line !== '')).filter((lines) => lines.length > 0);
}
