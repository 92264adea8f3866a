import sharp from 'sharp';

/**
 * How much higher a page is beside the middle of its picture than there: the coefficients of u, u² and u³, where u is the
 * distance from the middle in half widths. The first one says from which side it was photographed, the others how its paper
 * curves.
 */
export type Bend = readonly [number, number, number];

/** How the lines of text lie in the picture of a page. */
export interface Warp {
  /** By how many degrees they rise to the right, in the middle of the page. */
  readonly skew: number;
  /** Absent where they are straight and parallel. */
  readonly bend?: Bend;
}

/** The warps that a page may have. */
export interface Warps {
  readonly level: Warp;
  /** Where lines would be clearer so: of a photo, or of a page that is far from level. */
  readonly flat?: Warp;
}

/** The longer side of the picture that is looked at, in pixels. */
const SIDE = 1200;
/** How much lighter a pixel is below the edge of a letter. */
const EDGE = 40;
/** The largest skew that is found without a bend, and the steps in which it is sought, in degrees. */
const [LARGEST, STEP, FINE] = [12, 0.5, 0.1];
/** How much clearer lines have to be at an angle than at none: those of pictures and of pages on their side are as clear. */
const CLEARER = 1.5;
/** The least skew that matters, in degrees: tesseract reads lines that are more level. */
const LEAST = 1.5;
/** The largest skew of photos, in degrees, and the largest coefficient of a view from the side. */
const [LARGEST_OF_PHOTOS, SIDEWAYS] = [30, 0.16];
/** How many edges are looked at for the first and for the last search of a bend. */
const [FEW, MANY] = [8000, 30_000];
/** Quarters of a page with fewer edges tell no skew. */
const ENOUGH = 200;
/** By how many degrees the skews of the quarters of a page differ where it is bent. */
const UNLIKE = 1;
/** How much clearer lines have to be with a bend than without it, and than in the picture as it is. */
const [THAN_LEVEL, THAN_GIVEN] = [1.15, 1.3];

/** The lower edges of letters, from the middle of the picture: across in half widths, down in pixels. */
interface Edges {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Half of the picture's width, in pixels. */
  readonly half: number;
  /** How many half widths its height is. */
  readonly ratio: number;
}

/** Finds how the lines of a page lie: level enough or with a skew, and how else, if that is clearer. */
export async function findWarps(path: string): Promise<Warps> {
  const edges = await edgesOf(path);
  const level = { skew: findSkew(edges) };
  const few = thin(edges, FEW);
  const quarters = quartersOf(few).filter(({ xs }) => xs.length >= ENOUGH);
  const skews = quarters.map((quarter) => clearest(quarter, 0, angles(0, LARGEST_OF_PHOTOS, STEP)));
  const isEven = Math.max(...skews) - Math.min(...skews) < UNLIKE && Math.max(...skews.map(Math.abs)) <= LARGEST;
  if (isEven) return { level };
  const flat = findBend(few, thin(edges, MANY));
  const clear = clarity(edges, flat);
  const isClear = clear > THAN_LEVEL * clarity(edges, level) && clear > THAN_GIVEN * clarity(edges, { skew: 0 });
  return isClear ? { level, flat: matters(flat, edges) ? flat : { skew: flat.skew } } : { level };
}

function findSkew(edges: Edges): number {
  const coarse = clearest(edges, 0, angles(0, LARGEST, STEP));
  const skew = clearest(edges, 0, angles(coarse, STEP, FINE));
  const isClear = clarity(edges, { skew }) > clarity(edges, { skew: 0 }) * CLEARER;
  return isClear && Math.abs(skew) >= LEAST && Math.abs(skew) < LARGEST ? skew : 0;
}

async function edgesOf(path: string): Promise<Edges> {
  const { data, info } = await sharp(path, { limitInputPixels: false })
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const [xs, ys, half]: [number[], number[], number] = [[], [], width / 2];
  for (let at = 0; at + width * channels < data.length; at += channels) {
    if ((data[at + width * channels] ?? 0) - (data[at] ?? 0) < EDGE) continue;
    const pixel = at / channels;
    xs.push((pixel % width) / half - 1);
    ys.push(Math.floor(pixel / width) - height / 2);
  }
  return { xs: Float64Array.from(xs), ys: Float64Array.from(ys), half, ratio: height / half };
}

/** Some of the edges, from all over the page. */
function thin(edges: Edges, count: number): Edges {
  const step = Math.max(1, Math.ceil(edges.xs.length / count));
  return choose(edges, (_x, _y, index) => index % step === 0);
}

function choose(edges: Edges, isChosen: (x: number, y: number, index: number) => boolean): Edges {
  const chosen = [...edges.xs.keys()].filter((at) => isChosen(edges.xs[at] ?? 0, edges.ys[at] ?? 0, at));
  const from = (values: Float64Array) => Float64Array.from(chosen, (at) => values[at] ?? 0);
  return { ...edges, xs: from(edges.xs), ys: from(edges.ys) };
}

function quartersOf(edges: Edges): Edges[] {
  return [true, false].flatMap((left) =>
    [true, false].map((upper) => choose(edges, (x, y) => x < 0 === left && y < 0 === upper)),
  );
}

function angles(around: number, reach: number, step: number): number[] {
  return Array.from({ length: 2 * Math.round(reach / step) + 1 }, (_, index) => around - reach + index * step);
}

function clearest(edges: Edges, sideways: number, skews: readonly number[]): number {
  const [skew = 0] = clearestOf(
    edges,
    skews.map((skew) => [skew, sideways]),
  );
  return skew;
}

/**
 * Seeks all skews with all views from the side among few edges; then, among many, one number after the other, in smaller steps.
 */
function findBend(few: Edges, many: Edges): Required<Warp> {
  const views = angles(0, SIDEWAYS, 0.01).map((sideways) => {
    const skew = clearest(few, sideways, angles(0, LARGEST_OF_PHOTOS, STEP));
    return [skew, sideways, 0, 0];
  });
  let found = clearestOf(few, views);
  for (const wide of [4, 2, 1, 1])
    for (const [index, { reach, step }] of finer(wide).entries()) {
      const values = angles(found[index] ?? 0, reach, step);
      found = clearestOf(
        many,
        values.map((value) => found.with(index, value)),
      );
    }
  return warpOf(found);
}

/** How far around the numbers of a warp better ones are sought, and in which steps. */
const finer = (wide: number) => [
  { reach: 0.2 * wide, step: FINE },
  { reach: 0.004 * wide, step: 0.002 },
  { reach: 0.02 * wide, step: 0.002 * wide },
  { reach: 0.02 * wide, step: 0.002 * wide },
];

function clearestOf(edges: Edges, candidates: readonly number[][]): number[] {
  const rated = candidates.map((numbers) => ({ numbers, clear: clarity(edges, warpOf(numbers)) }));
  return rated.reduce((best, one) => (one.clear > best.clear ? one : best)).numbers;
}

const warpOf = ([skew = 0, first = 0, second = 0, third = 0]: readonly number[]) =>
  ({ skew, bend: [first, second, third] }) as const;

/** Whether a bend makes a line at the upper or the lower edge rise by as much as matters, in its middle or at an end. */
function matters({ bend: [first, second, third] }: Required<Warp>, { ratio }: Edges): boolean {
  const rises = [-1, 0, 1].map((x) => ((first + 2 * second * x + 3 * third * x * x) * ratio) / 2);
  return Math.max(...rises.map(Math.abs)) >= Math.tan((LEAST * Math.PI) / 180);
}

/** How much the edges gather on lines that lie in a way. */
function clarity({ xs, ys, half }: Edges, { skew, bend: [first, second, third] = [0, 0, 0] }: Warp): number {
  const rise = Math.tan((skew * Math.PI) / 180) * half;
  // Within the reach of the searches, no line is further out.
  const counts = new Uint32Array(6 * SIDE);
  let sum = 0;
  for (let at = 0; at < xs.length; at++) {
    const x = xs[at] ?? 0;
    const higher = 1 + x * (first + x * (second + x * third));
    const line = Math.round(((ys[at] ?? 0) + x * rise) / higher) + 3 * SIDE;
    const count = counts[line] ?? 0;
    counts[line] = count + 1;
    sum += 2 * count + 1;
  }
  return sum;
}
