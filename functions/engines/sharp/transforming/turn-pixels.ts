import type { Colour } from '../picture-options.ts';
import type { Region, Size } from './geometry.ts';

/** Samples of a picture: 3 channels, or 4 with transparency. */
export interface Samples {
  readonly data: Uint8Array | Uint16Array;
  /** Pixels of a row. */
  readonly width: number;
  readonly channels: 3 | 4;
  /** The part of them that is turned. */
  readonly region: Region;
}

/** How a picture is turned. */
export interface Turn {
  /** Clockwise. */
  readonly degrees: number;
  /** What it is turned into. */
  readonly size: Size;
  /** What lies in the corners. */
  readonly background: Colour;
}

/**
 * Turns a picture by any angle, some rows at a time: each pixel is mixed of the four that it lies between, as much of each
 * as it is opaque, and of the background where the picture ends.
 * @param rows how many rows are yielded at a time
 */
export function* turnPixels(samples: Samples, turn: Turn, rows: number): Generator<Uint8Array | Uint16Array> {
  const { width, height } = turn.size;
  const full = samples.data instanceof Uint16Array ? 65_535 : 255;
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const length = width * count * samples.channels;
    const strip = full > 255 ? new Uint16Array(length) : new Uint8Array(length);
    for (let row = 0; row < count; row++)
      turnRow(samples, turn, top + row, strip, row * width * samples.channels, full);
    yield strip;
  }
}

/** Writes one row of the result. */
function turnRow(
  samples: Samples,
  { degrees, size, background }: Turn,
  row: number,
  strip: Uint8Array | Uint16Array,
  from: number,
  full: number,
): void {
  const { data, width, channels, region } = samples;
  const { red, green, blue, alpha } = background;
  const ground = [red, green, blue, alpha].map((value) => (value / 255) * full);
  const [sine, cosine] = [Math.sin, Math.cos].map((of) => of((degrees * Math.PI) / 180)) as [number, number];
  const mixed = new Float64Array(4);
  const down = row + 0.5 - size.height / 2;
  const [right, bottom] = [region.width - 1, region.height - 1];
  let to = from;
  for (let column = 0; column < size.width; column++, to += channels) {
    const across = column + 0.5 - size.width / 2;
    const x = across * cosine + down * sine + region.width / 2 - 0.5;
    const y = down * cosine - across * sine + region.height / 2 - 0.5;
    if (channels === 3 && x >= 0 && y >= 0 && x < right && y < bottom) {
      // Most pixels lie between four that are there, and opaque.
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const at = ((top + region.top) * width + left + region.left) * 3;
      mixOpaque(strip, to, data, at, at + width * 3, x - left, y - top);
    } else {
      mixPixel(samples, x, y, full, mixed);
      put(strip, to, channels, mixed, ground, full);
    }
  }
}

/** Mixes four opaque pixels: two above, two below. */
function mixOpaque(
  strip: Uint8Array | Uint16Array,
  to: number,
  data: Uint8Array | Uint16Array,
  above: number,
  below: number,
  across: number,
  down: number,
): void {
  for (let channel = 0; channel < 3; channel++) {
    const first = (data[above + channel] ?? 0) * (1 - across) + (data[above + channel + 3] ?? 0) * across;
    const second = (data[below + channel] ?? 0) * (1 - across) + (data[below + channel + 3] ?? 0) * across;
    strip[to + channel] = first * (1 - down) + second * down + 0.5;
  }
}

/** Mixes what lies around a place: colours weighted by their opacity, and the opacity of all. */
function mixPixel(
  { data, width, channels, region }: Samples,
  x: number,
  y: number,
  full: number,
  mixed: Float64Array,
): void {
  mixed.fill(0);
  if (x <= -1 || y <= -1 || x >= region.width || y >= region.height) return;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  for (let row = top; row <= top + 1; row++) {
    if (row < 0 || row >= region.height) continue;
    for (let column = left; column <= left + 1; column++) {
      if (column < 0 || column >= region.width) continue;
      const at = ((row + region.top) * width + column + region.left) * channels;
      const weight = (1 - Math.abs(x - column)) * (1 - Math.abs(y - row));
      const opacity = channels === 4 ? (weight * (data[at + 3] ?? 0)) / full : weight;
      mixed[0] = (mixed[0] ?? 0) + opacity * (data[at] ?? 0);
      mixed[1] = (mixed[1] ?? 0) + opacity * (data[at + 1] ?? 0);
      mixed[2] = (mixed[2] ?? 0) + opacity * (data[at + 2] ?? 0);
      mixed[3] = (mixed[3] ?? 0) + opacity;
    }
  }
}

/** Lays what is mixed over the background. */
function put(
  strip: Uint8Array | Uint16Array,
  to: number,
  channels: 3 | 4,
  mixed: Float64Array,
  ground: readonly number[],
  full: number,
): void {
  const rest = (1 - (mixed[3] ?? 0)) * ((ground[3] ?? 0) / full);
  const opacity = (mixed[3] ?? 0) + rest;
  for (let channel = 0; channel < 3; channel++) {
    const value = opacity > 0 ? ((mixed[channel] ?? 0) + rest * (ground[channel] ?? 0)) / opacity : 0;
    strip[to + channel] = Math.min(full, Math.round(value));
  }
  if (channels === 4) strip[to + 3] = Math.min(full, Math.round(opacity * full));
}
