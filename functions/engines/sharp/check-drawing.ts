import { ConversionError } from '../../conversion/errors.ts';
import { type Attribute, attributesOf, piecesOf } from '../markup.ts';

/** What filters may take, in seconds, by what is measured of each. */
const MOST_SECONDS = 60;
/** Seconds that each use of each step of a filter takes for a million pixels of the whole drawing, however small the part. */
const LEAST_SECONDS = 0.004;

/** Seconds that a step of a filter takes for a million pixels. */
const STEPS: Readonly<Record<string, (value: (name: string) => number) => number>> = {
  fegaussianblur: () => 0.36,
  feturbulence: (value) => 0.07 * Math.min(10, value('numOctaves') || 1),
  femorphology: (value) => 0.032 * Math.min(500, value('radius')),
  feconvolvematrix: (value) => 0.024 * Math.min(30, value('order') || 3) ** 2,
};
const USUAL_STEP = 0.04;

interface Filter {
  steps: number;
  /** For a million pixels. */
  seconds: number;
}

/**
 * Refuses drawings with more filters than can be drawn in time.
 * @param size of the drawing in pixels
 * @throws ConversionError TOO_COMPLEX
 */
export function checkDrawing(text: string, size: { readonly width: number; readonly height: number }): void {
  const { filters, uses } = readFilters(text);
  const millions = (size.width * size.height) / 1_000_000;
  const seconds = uses.reduce((sum, { name, share }) => {
    const { steps, seconds } = filters.get(name) ?? { steps: 0, seconds: 0 };
    return sum + millions * Math.max(steps * LEAST_SECONDS, seconds * share);
  }, 0);
  if (seconds <= MOST_SECONDS) return;
  throw new ConversionError(
    'TOO_COMPLEX',
    `The drawing uses filters ${uses.length} times, which would take about ${Math.round(seconds)} seconds to draw; at most ${MOST_SECONDS} are spent. Use fewer, or make the drawing smaller.`,
  );
}

/** A filter that is used, and of which share of the drawing at least. */
interface Use {
  readonly name: string;
  readonly share: number;
}

function readFilters(text: string): { filters: ReadonlyMap<string, Filter>; uses: Use[] } {
  const filters = new Map<string, Filter>();
  const uses: Use[] = [];
  let open: Filter | undefined;
  for (const { kind, name, start, end } of piecesOf(text)) {
    if (kind === 'close' && name === 'filter') open = undefined;
    if (kind !== 'open') continue;
    const attributes = attributesOf(text.slice(start, end));
    if (name === 'filter') {
      open = { steps: 0, seconds: 0 };
      filters.set(valueIn(attributes, 'id') ?? '', open);
    } else if (open && name.startsWith('fe')) {
      open.steps++;
      open.seconds += STEPS[name]?.((wanted) => numberIn(attributes, wanted)) ?? USUAL_STEP;
    } else {
      const used = filterOf(attributes);
      if (used !== undefined) uses.push({ name: used, share: shareOf(attributes) });
    }
  }
  return { filters, uses };
}

function filterOf(attributes: readonly Attribute[]): string | undefined {
  const written = valueIn(attributes, 'filter') ?? /\bfilter\s*:([^;]*)/.exec(valueIn(attributes, 'style') ?? '')?.[1];
  return /url\(\s*["']?#([^"')\s]+)/.exec(written ?? '')?.[1];
}

/** What is as wide and high as the drawing says so; of all else it is not known here. */
function shareOf(attributes: readonly Attribute[]): number {
  const share = (side: string) => {
    const value = valueIn(attributes, side) ?? '';
    return value.endsWith('%') ? Math.min(1, Math.max(0, Number(value.slice(0, -1)) / 100)) || 0 : 0;
  };
  return share('width') * share('height');
}

function numberIn(attributes: readonly Attribute[], wanted: string): number {
  return Number.parseFloat(valueIn(attributes, wanted) ?? '') || 0;
}

function valueIn(attributes: readonly Attribute[], wanted: string): string | undefined {
  return attributes.find(({ name }) => name === wanted)?.value;
}
