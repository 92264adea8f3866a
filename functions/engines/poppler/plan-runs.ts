import { LIMITS } from './limits.ts';
import type { PageRange, PageSize } from './pdf-job.ts';

/** Pages that one program draws in one go, and how many pixels to the inch. */
export interface PageRun extends PageRange {
  readonly resolution: number;
}

/** Pixels of all pages of a run: enough to make starting a program not matter, and little enough to show progress. */
const RUN_PIXELS = 60_000_000;
const POINTS_PER_INCH = 72;

/** Divides a file's pages into runs. A page that would be too large is drawn at a lower resolution. */
export function planRuns(pages: readonly PageSize[], resolution: number): PageRun[] {
  const runs: PageRun[] = [];
  let pixels = 0;
  pages.forEach((size, index) => {
    const page = index + 1;
    const fitting = fittingResolution(size, resolution);
    const run = runs.at(-1);
    pixels += pixelsOf(size, fitting);
    if (run && run.resolution === fitting && pixels <= RUN_PIXELS) {
      runs[runs.length - 1] = { ...run, last: page };
    } else {
      runs.push({ first: page, last: page, resolution: fitting });
      pixels = pixelsOf(size, fitting);
    }
  });
  return runs;
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

function fittingResolution(size: PageSize, wanted: number): number {
  const { width, height } = pictureSize(size, wanted);
  const bySide = LIMITS.side / Math.max(width, height);
  const byArea = Math.sqrt(LIMITS.pixels / (width * height));
  const factor = Math.min(1, bySide, byArea);
  return factor < 1 ? Math.floor(wanted * factor * 1000) / 1000 : wanted;
}
