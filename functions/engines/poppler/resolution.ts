import { invalidOption } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';
import type { PopplerOptions } from './options.ts';
import type { PageSize, PdfJob, PdfPage } from './pdf-job.ts';
import { fittingResolution } from './plan-runs.ts';

/** Pixels per inch: of a screen, of a desktop printer, and of a print shop. */
const RESOLUTIONS = { low: 96, medium: 150, high: 300 } as const satisfies Record<Quality, number>;
const POINTS_PER_INCH = 72;

/**
 * The resolution of each page: the option, else what its size in pixels needs, else that of the quality.
 * @throws ConversionError INVALID_OPTION when a page would become too large
 */
export function resolutionOf({ options, quality, pages }: Pick<PdfJob, 'options' | 'quality' | 'pages'>) {
  const usual = RESOLUTIONS[quality];
  const { dpi, crop, enlarge = true } = options;
  if (dpi !== undefined) {
    for (const page of pages) checkResolution(page, dpi);
    return () => dpi;
  }
  // A crop is in pixels of the page at its usual resolution.
  if (crop !== undefined || (options.width === undefined && options.height === undefined)) return () => usual;
  return (page: PageSize) => {
    const needed = neededResolution(page, options);
    return enlarge ? needed : Math.min(needed, usual);
  };
}

function checkResolution(page: PdfPage, dpi: number): void {
  const fitting = fittingResolution(page, dpi);
  if (fitting < dpi)
    throw invalidOption(
      `At the resolution of the option "dpi", page ${page.number} is too large: it must be at most ${Math.floor(fitting)}.`,
    );
}

/**
 * The resolution at which a page has the requested pixels without scaling. It is rounded down, as pixels are rounded up.
 */
function neededResolution(page: PageSize, { width, height, fit = 'inside', rotate = 0 }: PopplerOptions): number {
  const isTurned = rotate % 180 !== 0;
  const turned = isTurned ? { width: page.height, height: page.width } : page;
  const across = width === undefined ? undefined : width / turned.width;
  const down = height === undefined ? undefined : height / turned.height;
  const both = [across ?? down ?? 1, down ?? across ?? 1] as const;
  const scale = fit === 'inside' || fit === 'contain' ? Math.min(...both) : Math.max(...both);
  return Math.floor(scale * POINTS_PER_INCH * 1000) / 1000;
}
