import { checkEndMarker } from './check-end-marker.ts';
import { checkPages, LIMITS } from './limits.ts';
import type { PdfFile, PdfPage } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** What pdfinfo says of so many pages, in bytes, and more. */
const OUTPUT_BYTES = 4 * 1024 * 1024;

/**
 * What is known of a PDF file before anything is drawn: the size of each of its pages.
 * @param most how many pages it may have
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function inspectPdf(file: PdfFile, most: number = LIMITS.pages): Promise<PdfPage[]> {
  const range = ['-f', '1', '-l', String(most)];
  const { stdout, stderr } = await runPoppler('pdfinfo', [...range, file.sourcePath], file, OUTPUT_BYTES);
  const count = Number(/^Pages: +(\d+)$/m.exec(stdout)?.[1] ?? 0);
  checkPages(count, most);
  checkEndMarker(file.sourcePath);
  const pages = listPages(stdout);
  if (count === 0 || pages.length !== count) throw unreadable({ count, found: pages.length, stderr });
  // Pages that the file promises and does not have are told to be without size.
  if (pages.some(({ width, height }) => width === 0 || height === 0)) throw unreadable('a page without size');
  return pages;
}

function listPages(info: string): PdfPage[] {
  const turned = new Set([...info.matchAll(/^Page +(\d+) rot: +(?:90|270)$/gm)].map(([, page]) => page));
  return [...info.matchAll(/^Page +(\d+) size: +([\d.e+]+) x ([\d.e+]+) pts/gm)].map(([, page, a, b]) => {
    const [number, width, height] = [Number(page), Number(a), Number(b)];
    return turned.has(page) ? { number, width: height, height: width } : { number, width, height };
  });
}
