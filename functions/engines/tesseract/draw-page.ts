import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution, pictureSize } from '../poppler/plan-runs.ts';
import { type Script, SPACED } from './languages.ts';
import { letterHeight } from './letter-height.ts';

/** The picture of a page. */
interface DrawnPage {
  readonly path: string;
  /** In pixels per inch. */
  readonly dpi: number;
  /** By how much it should be made smaller. Rules and dots are found before that, since thin ones turn pale by it. */
  readonly shrink: number;
}

/** The resolution, in pixels per inch, at which letters of usual size are as high as tesseract reads them best. */
export const RESOLUTION = 300;
export const POINTS_PER_INCH = 72;
/**
 * That height, in pixels, measured on receipts, tables and papers in Latin script, and that of the parts of characters with
 * more strokes; and how much higher or lower they may be.
 */
const [HEIGHT, OF_OTHERS, NEAR] = [21, 42, 1.6];
/** More than the pixels of an A4 page in that resolution: in no more letters are measured. */
const PIXELS = 10_000_000;
/** How many times larger a page is rendered again, at most. */
const LARGEST = 4;

/** How high the letters of a script should be, in pixels. */
export const heightFor = (script: Script) => (SPACED.includes(script) ? HEIGHT : OF_OTHERS);

/**
 * Renders a page of a PDF file in grey, so that its letters can be as high as tesseract reads them best, whatever resolution
 * the file says the page has.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawPage(
  file: PdfFile,
  page: PdfPage,
  { folder, script }: { readonly folder: string; readonly script: Script },
): Promise<DrawnPage> {
  const { width, height } = pictureSize(page, RESOLUTION);
  const usual = resolutionIn(page, RESOLUTION * Math.min(1, Math.sqrt(PIXELS / (width * height))));
  const path = await draw(file, page, { folder, dpi: usual });
  const letters = await letterHeight(path);
  const factor = letters === undefined ? 1 : Math.min(LARGEST, heightFor(script) / letters);
  const dpi = resolutionIn(page, usual * factor);
  if (dpi > usual * NEAR) {
    const larger = join(folder, 'larger');
    await mkdir(larger);
    return { path: await draw(file, page, { folder: larger, dpi }), dpi, shrink: 1 };
  }
  return { path, dpi: usual, shrink: dpi < usual / NEAR ? dpi / usual : 1 };
}

/** The wanted resolution, or the highest at which the page is not too large. */
function resolutionIn(page: PdfPage, wanted: number): number {
  const fitting = fittingResolution(page, Math.floor(wanted * 1000) / 1000);
  return fitting < wanted - 0.001 ? resolutionIn(page, fitting) : fitting;
}

async function draw(
  file: PdfFile,
  page: PdfPage,
  { folder, dpi }: { readonly folder: string; readonly dpi: number },
): Promise<string> {
  const options = { color: 'gray', dpi } as const;
  const job = { ...file, folder, targetFormat: 'tiff', quality: 'high', pages: [page], onPages: () => {} } as const;
  const [path = ''] = await drawPages({ ...job, options }, 'pixels');
  return path;
}
