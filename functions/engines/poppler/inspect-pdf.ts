import { checkEndMarker } from './check-end-marker.ts';
import { checkPages, LIMITS } from './limits.ts';
import { boxesIn } from './page-box.ts';
import type { PdfFile, PdfPage } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** More than pdfinfo prints about the most pages, in bytes. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

/**
 * Reads the sizes of a PDF file's pages, how they are cropped, and whether they are tagged.
 * @param most pages
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function inspectPdf(file: PdfFile, most: number = LIMITS.pages): Promise<PdfPage[]> {
  const range = ['-f', '1', '-l', String(most)];
  const { stdout, stderr } = await runPoppler('pdfinfo', ['-box', ...range, file.sourcePath], file, OUTPUT_BYTES);
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
  const tagged = /^Tagged: +yes$/m.test(info);
  const [media, crop] = [boxesIn(info, 'MediaBox'), boxesIn(info, 'CropBox')];
  return [...info.matchAll(/^Page +(\d+) size: +([\d.e+]+) x ([\d.e+]+) pts/gm)].map(([, page = '', a, b]) => {
    const sized = (width: number, height: number) =>
      turned.has(page) ? { width: height, height: width } : { width, height };
    const size = { number: Number(page), ...sized(Number(a), Number(b)), ...(tagged && { tagged }) };
    const [whole, box] = [media.get(page), crop.get(page)];
    if (!whole || !box || whole.every((side, at) => side === box[at])) return size;
    return { ...size, cropped: { box, media: sized(whole[2] - whole[0], whole[3] - whole[1]) } };
  });
}
