import type { Pixels } from '../graphics/pixels.ts';
import { around, type Box, median } from '../page.ts';

/** How much darker than the paper a pixel may be and still be paper. */
const NOISE = 24;
/** Darker paper than this is none. */
const DARKEST = 128;
/** The side of the blocks whose brightness is measured, in points, and the share of a block's pixels that are darker. */
const [BLOCK, DARKER] = [12, 0.7];
/** A block this much darker than the paper is filled with another colour. */
const FILLED = 0.85;
/** How often the light is measured, each time without the blocks that are filled. */
const ROUNDS = 3;
/** How firmly the light is held to be even, in blocks that say so. */
const EVEN = 4;
/** The share of a page that is quite white where it is no photo of paper, and its light. */
const MOSTLY = 0.5;
const WHITE = [0, 1, 2].map(() => [255]);

/** By how much of its brightness the paper may be darker or brighter in the next block. */
const STEADY = 0.05;
/** Blocks with words that are darker than this in a channel, as a share of the usual, may be a desk whose grain is read as words. */
const PAPER = 0.7;

/** A place on the paper, from -1 to 1 over what of it is found in both directions, and its brightness in each channel. */
interface Sample {
  readonly x: number;
  readonly y: number;
  readonly light: readonly number[];
}

/** The light on a page: for each channel the factors of a surface of second degree. */
interface Light {
  /** Each column and each row of pixels as a place from -1 to 1. */
  readonly across: Float64Array;
  readonly down: Float64Array;
  readonly factors: readonly (readonly number[])[];
}

/** A scanned page on white paper. */
export interface Levelled {
  /** Brightened so much that the noise of the paper is white: to find what is drawn. */
  readonly clean: Pixels;
  /** In its own colours: to cut pictures from. */
  readonly shown: Pixels;
}

/**
 * Makes the paper of a scanned page white, and darker colours brighter in proportion. The light that falls on the paper is
 * measured beside the words, and from there on as far as it changes steadily: in photos it is uneven.
 */
export function levelPaper(page: Pixels, words: readonly Box[], scale: number): Levelled {
  const light = lightOn(page, words, scale);
  if (!light) return { clean: page, shown: page };
  const { across, down, factors } = light;
  const [clean, shown] = [new Uint8Array(page.data.length), new Uint8Array(page.data.length)];
  for (const [channel, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]] of factors.entries()) {
    for (let row = 0, at = channel; row < page.height; row++) {
      const y = down[row] ?? 0;
      const [start, slope] = [a + y * (c + f * y), b + e * y];
      for (let column = 0; column < page.width; column++, at += 3) {
        const x = across[column] ?? 0;
        const paper = Math.max(DARKEST, start + x * (slope + d * x));
        const bright = (page.data[at] ?? 0) * 255;
        clean[at] = Math.min(255, Math.round(bright / (paper - NOISE)));
        shown[at] = Math.min(255, Math.round(bright / paper));
      }
    }
  }
  for (let at = 0; at < clean.length; at += 3) if (isWhite(clean, at)) shown.fill(255, at, at + 3);
  return { clean: { ...page, data: clean }, shown: { ...page, data: shown } };
}

/** Measures the light, unless the page is white as it is; undefined where its paper is too dark to be any. */
function lightOn(page: Pixels, words: readonly Box[], scale: number): Light | undefined {
  const { width, height } = page;
  if (isMostlyWhite(page)) return { across: new Float64Array(width), down: new Float64Array(height), factors: WHITE };
  const found = samplesOf(page, words, scale);
  if (median(found.map(({ light }) => light[1] ?? 0)) < DARKEST) return undefined;
  const { left, right, top, bottom } = around(found.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y })));
  const place = (at: number, from: number, to: number) =>
    Math.max(-1, Math.min(1, (2 * (at - from)) / Math.max(1, to - from) - 1));
  const across = Float64Array.from({ length: width }, (_, x) => place(x, left, right));
  const down = Float64Array.from({ length: height }, (_, y) => place(y, top, bottom));
  const samples = found.map(({ x, y, light }) => ({ x: across[x] ?? 0, y: down[y] ?? 0, light }));
  return { across, down, factors: lightOf(samples) };
}

const isWhite = (data: Uint8Array, at: number) => data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255;

function isMostlyWhite({ data }: Pixels): boolean {
  let count = 0;
  for (let at = 0; at < data.length; at += 3) if (isWhite(data, at)) count += 3;
  return count > data.length * MOSTLY;
}

/** The brightness of the paper in the blocks in which words are, and in those beside them, by their middles in pixels. */
function samplesOf({ width, height, data }: Pixels, words: readonly Box[], scale: number): Sample[] {
  const side = Math.max(1, Math.round(BLOCK * scale));
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  const measured = new Map<number, readonly number[]>();
  const lightAt = (block: number) => {
    const from = (Math.floor(block / columns) * width + (block % columns)) * side * 3;
    const light = measured.get(block) ?? [0, 1, 2].map((at) => brightness(data, from + at, width * 3, side));
    measured.set(block, light);
    return light;
  };
  const worded = new Map<number, readonly number[]>();
  for (const { left, right, bottom } of words)
    for (let x = Math.max(0, left); x < Math.min(right, width / scale); x += BLOCK) {
      const [column, row] = [Math.floor((x * scale) / side), Math.floor((bottom * scale) / side)];
      const block = row * columns + column;
      if (column >= 0 && row >= 0 && column < columns && row < rows) worded.set(block, lightAt(block));
    }
  const usual = [0, 1, 2].map((channel) => median([...worded.values()].map((light) => light[channel] ?? 0)));
  const isPaper = (light: readonly number[]) => light.every((value, channel) => value >= PAPER * (usual[channel] ?? 0));
  const paper = new Map([...worded].filter(([, light]) => isPaper(light)));
  // What is added is visited as well.
  for (const [block, light] of paper) {
    const [left, right] = [block % columns > 0, (block + 1) % columns > 0];
    const beside = [...(left ? [block - 1] : []), ...(right ? [block + 1] : []), block - columns, block + columns];
    for (const next of beside) {
      if (next < 0 || next >= columns * rows || paper.has(next)) continue;
      const other = lightAt(next);
      const isSteady = other.every((value, at) => Math.abs(value - (light[at] ?? 0)) <= STEADY * value);
      if (isSteady) paper.set(next, other);
    }
  }
  return [...new Map([...worded, ...paper])].map(([block, light]) => {
    const [column, row] = [block % columns, Math.floor(block / columns)];
    return { x: column * side + (side >> 1), y: row * side + (side >> 1), light };
  });
}

function brightness(data: Uint8Array, from: number, row: number, side: number): number {
  const values = new Uint8Array(side * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) values[y * side + x] = data[from + y * row + x * 3] ?? 0;
  return values.sort()[Math.floor(side * side * DARKER)] ?? 0;
}

/** The light on the paper, by the samples that are paper: for each channel the factors of a surface of second degree. */
function lightOf(samples: readonly Sample[]): number[][] {
  let paper = samples;
  let lights: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    lights = [0, 1, 2].map((channel) =>
      surfaceOf(paper.map(({ x, y, light }) => ({ x, y, value: light[channel] ?? 0 }))),
    );
    const [, green = []] = lights;
    paper = samples.filter(({ x, y, light }) => (light[1] ?? 0) > FILLED * valueAt(green, x, y));
  }
  return lights;
}

const termsOf = (x: number, y: number) => [1, x, y, x * x, x * y, y * y];

function valueAt(factors: readonly number[], x: number, y: number): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = factors;
  return a + x * (b + d * x + e * y) + y * (c + f * y);
}

/** The surface with the least squares of distances from values, and of its own factors: by Gauss and Jordan. */
function surfaceOf(values: readonly { readonly x: number; readonly y: number; readonly value: number }[]): number[] {
  const rows = termsOf(0, 0).map((_, row, all) => [...all.map((_, at) => (at === row && row > 0 ? EVEN : 0)), 0]);
  for (const { x, y, value } of values) {
    const terms = termsOf(x, y);
    for (const [row, term] of terms.entries())
      for (const [at, other] of [...terms, value].entries())
        (rows[row] ?? [])[at] = (rows[row]?.[at] ?? 0) + term * other;
  }
  for (const [step, pivot] of rows.entries()) {
    const factor = pivot[step] || 1;
    for (const [at, value] of pivot.entries()) pivot[at] = value / factor;
    for (const [index, row] of rows.entries()) {
      const share = row[step] ?? 0;
      if (index !== step) for (const [at, value] of pivot.entries()) row[at] = (row[at] ?? 0) - share * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
