import { LIMITS } from './limits.ts';
import type { PageRange, PageSize, PdfPage } from './pdf-job.ts';

/** Pages that are rendered in one run, and their resolution in pixels per inch. */
export interface PageRun extends PageRange {
  readonly resolution: number;
  readonly pages: readonly PdfPage[];
}

/** Pixels of all pages of a run: enough to make the start of the program negligible, and few enough for progress. */
const RUN_PIXELS = 60_000_000;
const POINTS_PER_INCH = 72;

/**
 * Divides pages into runs. A page that would be too large gets a lower resolution.
 * @param resolution of all pages, or a function of the page
 */
export function planRuns(pages: readonly PdfPage[], resolution: number | ((page: PageSize) => number)): PageRun[] {
  const runs: PageRun[] = [];
  let pixels = 0;
  for (const page of pages) {
    const { number } = page;
    const fitting = fittingResolution(page, typeof resolution === 'number' ? resolution : resolution(page));
    const run = runs.at(-1);
    pixels += pixelsOf(page, fitting);
    if (run && run.resolution === fitting && run.last + 1 === number && pixels <= RUN_PIXELS) {
      runs[runs.length - 1] = { ...run, last: number, pages: [...run.pages, page] };
    } else {
      runs.push({ first: number, last: number, resolution: fitting, pages: [page] });
      pixels = pixelsOf(page, fitting);
    }
  }
  return runs;
}

/** The ranges of consecutive pages. */
export function rangesOf(pages: readonly Pick<PdfPage, 'number'>[]): PageRange[] {
  const ranges: PageRange[] = [];
  for (const { number } of pages) {
    const range = ranges.at(-1);
    if (range && range.last + 1 === number) ranges[ranges.length - 1] = { ...range, last: number };
    else ranges.push({ first: number, last: number });
  }
  return ranges;
}

/** The size of a page's picture, in pixels. */
export function pictureSize({ width, height }: PageSize, resolution: number): PageSize {
  const scale = resolution / POINTS_PER_INCH;
  return { width: Math.max(1, Math.ceil(width * scale)), height: Math.max(1, Math.ceil(height * scale)) };
}

function pixelsOf(size: PageSize, resolution: number): number {
  const { width, height } = pictureSize(size, resolution);
  return width * height;
}

/** The wanted resolution of a page, or the highest at which it is not too large. */
export function fittingResolution(size: PageSize, wanted: number): number {
  const { width, height } = pictureSize(size, wanted);
  const bySide = LIMITS.side / Math.max(width, height);
  const byArea = Math.sqrt(LIMITS.pixels / (width * height));
  const factor = Math.min(1, bySide, byArea);
  return factor < 1 ? Math.floor(wanted * factor * 1000) / 1000 : wanted;
}
