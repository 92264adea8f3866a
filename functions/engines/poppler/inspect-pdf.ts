import { checkEndMarker } from './check-end-marker.ts';
import { checkPages, LIMITS } from './limits.ts';
import { type Box, boxesIn, type PageBoxes, sizeOf } from './page-box.ts';
import type { PdfFile, PdfPage } from './pdf-job.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';

/** A page with its boxes. */
interface InspectedPage extends PdfPage {
  readonly boxes: PageBoxes;
}

/** The producer of files whose actual text may be misplaced; they are tagged. */
const MISPLACED = /^Producer: .*Quartz PDFContext/m;

/** More than pdfinfo prints about the most pages, in bytes. */
const OUTPUT_BYTES = 8 * 1024 * 1024;

/**
 * Reads the sizes and boxes of a PDF file's pages, how they are cropped, and whether they are tagged.
 * @param most pages
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function inspectPdf(file: PdfFile, most: number = LIMITS.pages): Promise<InspectedPage[]> {
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

function listPages(info: string): InspectedPage[] {
  const degrees = new Map([...info.matchAll(/^Page +(\d+) rot: +(\d+)$/gm)].map(([, page = '', rot]) => [page, rot]));
  const tagged = /^Tagged: +yes$/m.test(info);
  const misplaced = tagged && MISPLACED.test(info);
  const [media, crop, trim] = [boxesIn(info, 'MediaBox'), boxesIn(info, 'CropBox'), boxesIn(info, 'TrimBox')];
  return [...info.matchAll(/^Page +(\d+) size: +([\d.e+]+) x ([\d.e+]+) pts/gm)].map(([, page = '', a, b]) => {
    // Poppler draws pages upright whose rotation is no multiple of 90 degrees.
    const quarters = Number(degrees.get(page) ?? 0) / 90;
    const turns = Number.isInteger(quarters) ? quarters % 4 : 0;
    const full: Box = [0, 0, Number(a), Number(b)];
    const [whole, box = full] = [media.get(page), crop.get(page)];
    const boxes = { shown: box, trim: trim.get(page) ?? box, turns };
    const traits = { ...(tagged && { tagged }), ...(misplaced && { misplaced }) };
    const size = { number: Number(page), ...sizeOf(full, turns), ...traits, boxes };
    if (!whole || whole.every((side, at) => side === box[at])) return size;
    return { ...size, cropped: { box, media: sizeOf(whole, turns) } };
  });
}
