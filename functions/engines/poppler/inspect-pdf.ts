import { checkEndMarker } from './check-end-marker.ts';
import { checkPages, LIMITS } from './limits.ts';
import type { PdfFile, PdfPage } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** More than pdfinfo prints about the most pages, in bytes. */
const OUTPUT_BYTES = 4 * 1024 * 1024;

/**
 * Reads the sizes of a PDF file's pages.
 * @param most pages
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
  // pdfinfo prints no size for pages that are missing in the file.
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
