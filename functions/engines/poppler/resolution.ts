import { invalidOption } from '../../conversion/options.ts';
import type { Quality } from '../../conversion/quality.ts';
import type { PopplerOptions } from './options.ts';
import type { PageSize, PdfJob, PdfPage } from './pdf-job.ts';
import { fittingResolution } from './plan-runs.ts';

/** Pixels to the inch: a screen's, a good print's on a desktop printer, and a print shop's. */
const RESOLUTIONS = { low: 96, medium: 150, high: 300 } as const satisfies Record<Quality, number>;
const POINTS_PER_INCH = 72;

/**
 * How finely each page is drawn: as is asked for, else as finely as its size in pixels needs, else by the quality.
 * @throws ConversionError INVALID_OPTION when a page would become too large
 */
export function resolutionOf({ options, quality, pages }: Pick<PdfJob, 'options' | 'quality' | 'pages'>) {
  const usual = RESOLUTIONS[quality];
  const { dpi, crop, enlarge = true } = options;
  if (dpi !== undefined) {
    for (const page of pages) checkResolution(page, dpi);
    return () => dpi;
  }
  // What is cut out is told in pixels of the page as it is drawn without a size.
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
 * The resolution at which a page has the pixels that it is asked for, and needs not be scaled.
 * A little less would still be rounded up to these.
 */
function neededResolution(page: PageSize, { width, height, fit = 'inside', rotate = 0 }: PopplerOptions): number {
  const turned = sizeTurned(page, rotate);
  const across = width === undefined ? undefined : width / turned.width;
  const down = height === undefined ? undefined : height / turned.height;
  const both = [across ?? down ?? 1, down ?? across ?? 1] as const;
  const scale = fit === 'inside' || fit === 'contain' ? Math.min(...both) : Math.max(...both);
  return Math.floor(scale * POINTS_PER_INCH * 1000) / 1000;
}

/** The box that holds a page that is turned. */
function sizeTurned({ width, height }: PageSize, degrees: number): PageSize {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  return { width: width * cosine + height * sine, height: width * sine + height * cosine };
}
