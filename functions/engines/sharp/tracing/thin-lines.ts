import { coverage, type Mixtures } from './mix-colors.ts';

/** A line is thin where it covers fewer pixels than this across, and is one where it covers more than that. */
const WIDEST = 2;
const LEAST = 0.3;
/** How many pixels on either side of one a thin line may cover. */
const REACH = 3;
/** What is covered between two lines is less than this share of what one covers: else it is uneven paper. */
const VALLEY = 0.5;
/** A share that counts as nothing. */
export const NOTHING = 0.02;

/** What a line covers of the pixels across it. */
export interface Section {
  /** Its width, in pixels. */
  readonly width: number;
  /** How far its middle is from that of the pixel. */
  readonly middle: number;
  /** The step from the pixel to the one of which it covers most. */
  readonly most: number;
}

/**
 * The section of a line through a pixel.
 * @param step from a pixel to the next one across the line: 1, or the width of the picture
 * @returns undefined where it is not bounded within reach
 */
export function sectionOf(mixtures: Mixtures, layer: number, pixel: number, step: number): Section | undefined {
  const start = coverage(mixtures, layer, pixel);
  let [width, moment, most, best] = [start, 0, 0, start];
  for (const side of [-1, 1]) {
    let last = start;
    // Behind the most of it, another line begins where more is covered again.
    let isFalling = most !== 0;
    for (let away = side; isBeside(mixtures, pixel, away, step); away += side) {
      const covered = coverage(mixtures, layer, pixel + away * step);
      if (covered <= NOTHING || (isFalling && covered > last + NOTHING && last < VALLEY * best)) break;
      if (away === side * REACH) return undefined;
      isFalling ||= covered < last - NOTHING;
      width += covered;
      moment += covered * away;
      if (covered > best) [most, best] = [away, covered];
      last = covered;
    }
  }
  return { width, middle: moment / width, most };
}

/** Whether a pixel is in the picture, and in the row of the first if they are beside each other. */
function isBeside({ width, lower }: Mixtures, pixel: number, away: number, step: number): boolean {
  const other = pixel + away * step;
  if (step === 1) return Math.floor(other / width) === Math.floor(pixel / width);
  return other >= 0 && other < lower.length;
}

/** The layer of each pixel that a thin line runs through, or 0: where a line covers halves of two pixels, neither would be of it. */
export function findThinLines(mixtures: Mixtures): Uint8Array {
  const { width, upper, lower, share } = mixtures;
  const layers = new Uint8Array(lower.length);
  for (let pixel = 0; pixel < layers.length; pixel++) {
    const layer = upper[pixel] ?? 0;
    if (layer !== lower[pixel] && (share[pixel] ?? 0) <= NOTHING) continue;
    const isThin = [1, width].some((step) => {
      const section = sectionOf(mixtures, layer, pixel, step);
      return section?.most === 0 && section.width >= LEAST && section.width < WIDEST;
    });
    if (isThin) layers[pixel] = layer;
  }
  connect(mixtures, layers);
  return layers;
}

/** Adds pixels between those of a line that touch at corners only, of which a line covers the most. */
function connect(mixtures: Mixtures, layers: Uint8Array): void {
  const { width } = mixtures;
  for (let pixel = 0; pixel + width < layers.length; pixel++) {
    if (pixel % width === width - 1) continue;
    for (const [first, second, others] of [
      [pixel, pixel + width + 1, [pixel + 1, pixel + width]],
      [pixel + 1, pixel + width, [pixel, pixel + width + 1]],
    ] as const) {
      const layer = layers[first] ?? 0;
      if (layer === 0 || layer !== layers[second]) continue;
      const [one = 0, other = 0] = others.map((at) => (layers[at] === layer ? 1 : coverage(mixtures, layer, at)));
      if (Math.max(one, other) < 0.5) layers[others[one >= other ? 0 : 1]] = layer;
    }
  }
}
