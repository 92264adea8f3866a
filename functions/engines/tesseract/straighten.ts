import sharp from 'sharp';
import { writeGrey } from './write-grey.ts';

/** The longer side of the picture that is looked at, in pixels. */
const SIDE = 1200;
/** How much lighter a pixel is below the edge of a letter. */
const EDGE = 40;
/** The largest skew that is found, and the steps in which it is sought, in degrees. */
const [LARGEST, STEP, FINE] = [12, 0.5, 0.1];
/** How much clearer lines have to be at an angle than at none: those of pictures and of pages on their side are as clear. */
const CLEARER = 1.5;

/** The lower edges of letters. */
interface Edges {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly height: number;
}

/** The least skew that matters, in degrees: tesseract reads lines that are more level. */
const LEAST = 1.5;

/** The picture of a page with level lines. */
export interface StraightPicture {
  readonly path: string;
  /** Degrees clockwise by which it was rotated. */
  readonly skew: number;
}

/** Rotates the picture of a page whose lines are not level: from 3 degrees on, tesseract loses most of its lines. */
export async function straighten(path: string): Promise<StraightPicture> {
  const skew = await findSkew(path);
  if (skew === 0) return { path, skew };
  const rotated = sharp(path, { limitInputPixels: false }).rotate(skew, { background: '#fff' });
  return { path: await writeGrey(rotated, `${path}.straight.tif`), skew };
}

/** Finds by how many degrees the lines of a page rise to the right: 0 where they are level enough, or where there are none. */
async function findSkew(path: string): Promise<number> {
  const edges = await edgesOf(path);
  const level = clarity(edges, 0);
  const coarse = clearest(edges, angles(0, LARGEST, STEP));
  const skew = clearest(edges, angles(coarse, STEP, FINE));
  const isClear = clarity(edges, skew) > level * CLEARER;
  return isClear && Math.abs(skew) >= LEAST && Math.abs(skew) < LARGEST ? skew : 0;
}

async function edgesOf(path: string): Promise<Edges> {
  const { data, info } = await sharp(path, { limitInputPixels: false })
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at + width * channels < data.length; at += channels) {
    if ((data[at + width * channels] ?? 0) - (data[at] ?? 0) < EDGE) continue;
    const pixel = at / channels;
    xs.push(pixel % width);
    ys.push(Math.floor(pixel / width));
  }
  return { xs, ys, height: height + width };
}

function angles(around: number, reach: number, step: number): number[] {
  return Array.from({ length: 2 * Math.round(reach / step) + 1 }, (_, index) => around - reach + index * step);
}

function clearest(edges: Edges, candidates: readonly number[]): number {
  const rated = candidates.map((angle) => ({ angle, clear: clarity(edges, angle) }));
  return rated.reduce((best, one) => (one.clear > best.clear ? one : best)).angle;
}

/** How much the edges gather on lines that rise at an angle. */
function clarity({ xs, ys, height }: Edges, angle: number): number {
  const rise = Math.tan((angle * Math.PI) / 180);
  const counts = new Uint32Array(2 * height);
  for (const [index, x] of xs.entries()) {
    const line = Math.round((ys[index] ?? 0) + x * rise) + (height >> 1);
    counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts.reduce((sum, count) => sum + count * count, 0);
}
