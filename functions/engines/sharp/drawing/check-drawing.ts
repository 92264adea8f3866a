import { ConversionError } from '../../../conversion/errors.ts';
import { type Attribute, attributesOf, type Piece, piecesOf } from '../../markup.ts';
import { type Canvas, canvasOf, coveredShare, valueIn } from './covered-share.ts';
import { DrawnPaths } from './drawn-paths.ts';
import { secondsOfStyles } from './matched-styles.ts';

/** What shapes and filters may take, in seconds, by what is measured of each. */
const MOST_SECONDS = 60;
const HOUR = 3600;
/** Seconds that a million pixels of a shape take: of one colour, of one that is seen through, and of a gradient or pattern. */
const PAINT = { plain: 0.001, translucent: 0.004, server: 0.05 } as const;
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

/** Seconds that a mask, and a part that is blended, take for a million pixels of the whole drawing. */
const [MASK_SECONDS, BLEND_SECONDS] = [0.0055, 0.007];

interface Filter {
  steps: number;
  /** For a million pixels. */
  seconds: number;
  /** The share of the drawing that it says itself to be for, whatever uses it. */
  readonly share?: number | undefined;
}

/**
 * Refuses drawings with more filters, masks, lines, letters, or large shapes upon each other, than can be drawn in
 * time.
 * @param size of the drawing in pixels
 * @throws ConversionError TOO_COMPLEX
 */
export function checkDrawing(text: string, size: { readonly width: number; readonly height: number }): void {
  const canvas = canvasOf(text, size);
  const paths = new DrawnPaths(canvas, size);
  const { filters, uses, shapes, layers } = readDrawing(text, canvas, paths);
  const millions = (size.width * size.height) / 1_000_000;
  const filtering = uses.reduce((sum, { name, share }) => {
    const filter = filters.get(name) ?? { steps: 0, seconds: 0 };
    return sum + millions * Math.max(filter.steps * LEAST_SECONDS, filter.seconds * (filter.share ?? share));
  }, 0);
  refuseLonger(filtering, `filters ${uses.length} times`);
  refuseLonger(millions * shapes, 'large shapes upon each other');
  refuseLonger(millions * layers, 'masks, or blends parts with what is below them');
  refuseLonger(
    paths.seconds,
    'lines that go up and down through much of it, or texts of very many letters in one piece',
  );
}

/**
 * Refuses drawings with more rules of style for more elements than can be followed in time, which is done before anything is
 * known of a drawing.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkStyles(text: string): void {
  refuseLonger(secondsOfStyles(text), 'very many rules of style for very many elements');
}

function refuseLonger(seconds: number, what: string): void {
  if (seconds <= MOST_SECONDS) return;
  throw new ConversionError(
    'TOO_COMPLEX',
    `The drawing uses ${what}, which would take ${seconds > HOUR ? 'hours' : `about ${Math.round(seconds)} seconds`} to draw; at most ${MOST_SECONDS} are spent. Use fewer, or make the drawing smaller.`,
  );
}

/** A filter that is used, and of which share of the drawing at least. */
interface Use {
  readonly name: string;
  readonly share: number;
}

interface Drawing {
  readonly filters: ReadonlyMap<string, Filter>;
  readonly uses: readonly Use[];
  /** What all shapes take, in seconds for a million pixels of the whole drawing. */
  readonly shapes: number;
  /** What all masks and blended parts take, likewise. */
  readonly layers: number;
}

function readDrawing(text: string, canvas: Canvas, paths: DrawnPaths): Drawing {
  const filters = new Map<string, Filter>();
  const uses: Use[] = [];
  let [shapes, layers] = [0, 0];
  let open: Filter | undefined;
  let texts = 0;
  for (const { kind, name, start, end } of piecesOf(text)) {
    if (kind === 'close' && name === 'filter') open = undefined;
    if (kind === 'close') paths.close();
    if (name === 'text') texts = Math.max(0, texts + textOpened(kind, text[end - 2] === '/'));
    if (texts > 0 && (kind === 'text' || kind === 'data')) paths.letters(text.slice(start, end));
    if (kind !== 'open') continue;
    const attributes = attributesOf(text.slice(start, end));
    paths.open(name, attributes, text[end - 2] === '/');
    layers += layersOf(attributes);
    if (name === 'filter') {
      open = { steps: 0, seconds: 0, share: ownShare(attributes, canvas) };
      filters.set(valueIn(attributes, 'id') ?? '', open);
    } else if (open && name.startsWith('fe')) {
      open.steps++;
      open.seconds += STEPS[name]?.((wanted) => numberIn(attributes, wanted)) ?? USUAL_STEP;
    } else {
      const share = coveredShare(name, attributes, canvas);
      const used = filterOf(attributes);
      if (used !== undefined) uses.push({ name: used, share });
      if (SHAPES.has(name)) shapes += share * PAINT[paintOf(attributes)];
    }
  }
  return { filters, uses, shapes, layers };
}

/** How many more texts are open behind a tag of one. */
function textOpened(kind: Piece['kind'], isEmpty: boolean): number {
  if (kind === 'close') return -1;
  return kind === 'open' && !isEmpty ? 1 : 0;
}

const SHAPES: ReadonlySet<string> = new Set(['rect', 'circle', 'ellipse']);

function layersOf(attributes: readonly Attribute[]): number {
  const style = valueIn(attributes, 'style') ?? '';
  const isMasked = valueIn(attributes, 'mask')?.includes('url(') || /\bmask\s*:\s*url\(/.test(style);
  const mode = valueIn(attributes, 'mix-blend-mode') ?? /\bmix-blend-mode\s*:\s*(\w+)/.exec(style)?.[1] ?? 'normal';
  return (isMasked ? MASK_SECONDS : 0) + (mode === 'normal' ? 0 : BLEND_SECONDS);
}

function paintOf(attributes: readonly Attribute[]): keyof typeof PAINT {
  const style = valueIn(attributes, 'style') ?? '';
  if (style.includes('url(') || valueIn(attributes, 'fill')?.includes('url(')) return 'server';
  const isTranslucent = style.includes('opacity') || attributes.some(({ name }) => name.endsWith('opacity'));
  return isTranslucent ? 'translucent' : 'plain';
}

/** A filter may say where it is, in units of the drawing; if not, it is where its user is. */
function ownShare(attributes: readonly Attribute[], canvas: Canvas): number | undefined {
  if (valueIn(attributes, 'filterUnits') !== 'userSpaceOnUse') return undefined;
  return coveredShare('filter', attributes, canvas) || undefined;
}

function filterOf(attributes: readonly Attribute[]): string | undefined {
  const written = valueIn(attributes, 'filter') ?? /\bfilter\s*:([^;]*)/.exec(valueIn(attributes, 'style') ?? '')?.[1];
  return /url\(\s*["']?#([^"')\s]+)/.exec(written ?? '')?.[1];
}

function numberIn(attributes: readonly Attribute[], wanted: string): number {
  return Number.parseFloat(valueIn(attributes, wanted) ?? '') || 0;
}
