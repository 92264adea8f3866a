import sharp from 'sharp';
import { RESOLUTION } from './draw-page.ts';
import { type Grey, invertFills } from './invert-fills.ts';
import { writeGrey } from './write-grey.ts';

/** The side of the tiles in which the ground of letters is measured, in inches, and the share of a tile that is brighter. */
const [TILE, BRIGHTER] = [0.1, 0.3];
/** Fills of fewer than twice as many tiles are left to tesseract, which finds light letters on dark ones. */
const NEAR = 4;
/** Brighter ground than this is as good as white. */
const WHITE = 250;
/** The darkest ground whose contrast is stretched in full. */
const DARKEST = 64;
/** Ink is lighter than its ground only where that is darker than this. */
const PALE = 200;
/** Darker pixels are ink. */
const INK = 160;
/**
 * A stroke at least this long, in inches, that is thin, by its length, over nearly all of it, is a rule. The letters of
 * Devanagari hang on strokes as long.
 */
const [LONG, THIN, NEARLY] = [0.4, 1 / 20, 0.85];
/**
 * So many strokes no longer and thicker than this, in inches, with sizes and in steps that differ by no more, are the dots of a
 * leader or the dashes of a rule. The arcs of digits are as even, but there are fewer of them in a number.
 */
const DOTS = { least: 24, longest: 0.1, thickest: 0.04, uneven: 0.013 };

/**
 * Prepares the picture of a page for recognition: letters become black on white, in whatever light and on whatever fill they
 * are, and rules are erased. Tesseract has one threshold for a page, and loses single digits between rules.
 * @param shrink by how much the picture is made smaller, to `RESOLUTION`
 * @returns the path of the new picture
 */
export async function cleanPicture(path: string, shrink: number): Promise<string> {
  const dpi = RESOLUTION / shrink;
  const { data, info } = await sharp(path, { limitInputPixels: false })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 1) throw new Error(`a grey page of ${info.channels} channels`);
  const { width, height } = info;
  const page = { width, height, data };
  await levelGround(page, Math.max(4, Math.round(dpi * TILE)));
  invertFills(page, dpi);
  eraseRules(page, dpi);
  // Orientation is detected by the resolution that the file states.
  const clean = sharp(data, rawOf(page));
  const fitting = shrink < 1 ? clean.resize({ width: Math.max(1, Math.round(width * shrink)) }) : clean;
  return writeGrey(fitting, `${path}.clean.tif`, RESOLUTION);
}

const rawOf = ({ width, height }: Omit<Grey, 'data'>) =>
  ({ raw: { width, height, channels: 1 }, limitInputPixels: false }) as const;

/**
 * Makes the ground white, and what differs from it dark in proportion. Pages with light letters are left: their ground is no
 * paper, and tesseract reads them.
 */
async function levelGround(page: Grey, side: number): Promise<void> {
  const { width, height, data } = page;
  const tiles = { width: Math.ceil(width / side), height: Math.ceil(height / side) };
  const { brightness, lightLetters } = readTiles(page, side);
  if (lightLetters) return;
  // The ground beyond letters and small fills: the brightest tile near each, then the darkest of those.
  let closed: Grey = { ...tiles, data: brightness };
  for (const choose of [Math.max, Math.min])
    for (let near = 0; near < NEAR; near++) closed = neighbours(closed, choose);
  if (closed.data.every((value) => value >= WHITE)) return;
  const ground = await sharp(closed.data, rawOf(tiles))
    .resize(tiles.width * side, tiles.height * side, { fit: 'fill', kernel: 'linear' })
    .extract({ left: 0, top: 0, width, height })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  for (let at = 0; at < data.length; at++) data[at] = LEVELLED[((ground[at] ?? 0) << 8) | (data[at] ?? 0)] ?? 0;
}

/** What becomes of a value on a ground, by both. */
const LEVELLED = Uint8Array.from({ length: 256 * 256 }, (_, at) => {
  const [white, value] = [at >> 8, at & 255];
  const darker = (white - value) / Math.max(DARKEST, white);
  const lighter = white < PALE ? (value - white) / Math.max(DARKEST, 255 - white) : 0;
  return Math.max(0, Math.round(255 * (1 - Math.max(darker, lighter))));
});

/** The brightness of the ground in each tile, and whether what stands on it is lighter. */
function readTiles({ width, height, data }: Grey, side: number): { brightness: Uint8Array; lightLetters: boolean } {
  const columns = Math.ceil(width / side);
  const brightness = new Uint8Array(columns * Math.ceil(height / side));
  const counts = new Uint32Array(256);
  // Letters draw the mean away from the median.
  let drawn = 0;
  for (let tile = 0; tile < brightness.length; tile++) {
    const [left, top] = [(tile % columns) * side, Math.floor(tile / columns) * side];
    const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
    const size = (right - left) * (bottom - top);
    counts.fill(0);
    for (let y = top; y < bottom; y++)
      for (let at = y * width + left; at < y * width + right; at++) {
        const value = data[at] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
        drawn += value / size;
      }
    brightness[tile] = quantile(counts, size * BRIGHTER);
    drawn -= quantile(counts, size / 2);
  }
  return { brightness, lightLetters: drawn > 0 };
}

/** The value that so many of those counted reach. */
function quantile(counts: Uint32Array, count: number): number {
  let [value, reached] = [255, counts[255] ?? 0];
  while (value > 0 && reached < count) reached += counts[--value] ?? 0;
  return value;
}

/** The brightest or the darkest of each pixel and its neighbours. */
function neighbours({ width, height, data }: Grey, choose: (a: number, b: number) => number): Grey {
  const chosen = Uint8Array.from(data, (value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    let best = value;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
        best = choose(best, data[row * width + column] ?? 0);
    return best;
  });
  return { width, height, data: chosen };
}

/** Erases long and thin strokes, and rows of dots, with their pale edges. */
function eraseRules({ width, data }: Grey, dpi: number): void {
  const [across, down] = [strokesIn(data, { width, step: 1 }), strokesIn(data, { width, step: width })];
  const least = dpi * LONG;
  const rules = [
    ...rulesOf(across, down.sizes, least),
    ...rulesOf(down, across.sizes, least),
    ...dotsOf(across, down.sizes, dpi),
  ];
  for (const { from, size, step } of rules) {
    const beside = step === 1 ? width : 1;
    for (let at = from - step; at <= from + size * step; at += step)
      for (const near of [at - beside, at, at + beside]) if (near >= 0 && near < data.length) data[near] = 255;
  }
}

/** Pixels of ink in a row. */
interface Stroke {
  readonly from: number;
  readonly size: number;
  readonly step: number;
}

/** The strokes of a page across or down. */
interface Strokes {
  readonly width: number;
  /** From one pixel of a stroke to the next. */
  readonly step: number;
  /** For each pixel the size of the stroke in which it is; 0 where there is no ink. */
  readonly sizes: Uint16Array;
}

/** Reads row by row in both directions, as pixels lie in memory: first each place in its stroke, then, backwards, sizes. */
function strokesIn(data: Uint8Array, { width, step }: Pick<Strokes, 'width' | 'step'>): Strokes {
  const sizes = new Uint16Array(data.length);
  for (let row = 0; row < data.length; row += width)
    for (let x = 0, at = row; x < width; x++, at++) {
      if ((data[at] ?? 0) >= INK) continue;
      const isFirst = step === 1 ? x === 0 : row === 0;
      sizes[at] = isFirst ? 1 : (sizes[at - step] ?? 0) + 1;
    }
  for (let row = data.length - width; row >= 0; row -= width)
    for (let x = width - 1, at = row + x; x >= 0; x--, at--) {
      const size = sizes[at] ?? 0;
      if (size < 2 || (step === 1 ? x === 0 : row === 0)) continue;
      const before = sizes[at - step] ?? 0;
      if (before > 0 && before < size) sizes[at - step] = size;
    }
  return { width, step, sizes };
}

function eachStroke({ width, step, sizes }: Strokes, least: number, use: (stroke: Stroke) => void): void {
  for (let row = 0; row < sizes.length; row += width)
    for (let x = 0, from = row; x < width; x++, from++) {
      const size = sizes[from] ?? 0;
      if (size < least) continue;
      const isFirst = step === 1 ? x === 0 : row === 0;
      if (isFirst || sizes[from - step] === 0) use({ from, size, step });
    }
}

/** The long strokes that are thin in the other direction over nearly all of their length. */
function rulesOf(strokes: Strokes, thickness: Uint16Array, least: number): Stroke[] {
  const rules: Stroke[] = [];
  eachStroke(strokes, least, (stroke) => {
    const { from, size, step } = stroke;
    let thin = 0;
    for (let at = from; at < from + size * step; at += step) if ((thickness[at] ?? 0) <= size * THIN) thin++;
    if (thin >= size * NEARLY) rules.push(stroke);
  });
  return rules;
}

/** The strokes of rows that are as short and thin as dots, and follow each other in even steps; with the pale edges of dots. */
function dotsOf(strokes: Strokes, thickness: Uint16Array, dpi: number): Stroke[] {
  const dots: Stroke[] = [];
  let [row, usual]: [Stroke[], number] = [[], 0];
  const wider = ({ from, size, step }: Stroke) =>
    [-2, 0, 2].map((off) => ({ from: from + off * strokes.width - 2 * step, size: size + 4, step }));
  const endRow = () => {
    if (row.length >= DOTS.least) for (const dot of row) dots.push(...wider(dot));
  };
  eachStroke(strokes, 1, (stroke) => {
    const isDot = stroke.size <= DOTS.longest * dpi && (thickness[stroke.from] ?? 0) <= DOTS.thickest * dpi;
    const step = stroke.from - (row.at(-1)?.from ?? 0);
    const isAlike = Math.abs(stroke.size - (row.at(-1)?.size ?? 0)) <= DOTS.uneven * dpi;
    const isNext = isDot && isAlike && step <= 2 * DOTS.longest * dpi;
    if (!isNext || (row.length > 1 && Math.abs(step - usual) > DOTS.uneven * dpi)) {
      endRow();
      // The last one may be the first of other steps.
      row = isNext ? row.slice(-1) : [];
    }
    usual = step;
    if (isDot) row.push(stroke);
  });
  endRow();
  return dots;
}
