import { type Bc6hMode, DIVISION, MODES } from './bc6h-modes.ts';
import { HALF_ANCHORS, HALVES, WEIGHTS } from './divisions.ts';

/** Bytes of a block, and pixels of its side. */
export const BLOCK = 16;
export const SIDE = 4;

/** The bit that closes the mode's number, at the latest. */
const [SHORT_MODE, LONG_MODE] = [2, 5];
const CHANNELS = 3;

/** The halves of the pixels of a block, red, green and blue of each, row by row. */
export type Pixels = Uint16Array;

/**
 * Decodes a block of BC6H, of 4 x 4 pixels in floating numbers of 16 bits (Direct3D 11, "BC6H Format").
 * @param at where the block begins; there are 16 bytes
 * @param signed whether numbers may be below zero
 * @param pixels gets 48 numbers
 */
export function decodeBlock(bytes: Buffer, at: number, signed: boolean, pixels: Pixels): void {
  const low = (bytes[at] ?? 0) & 31;
  const mode = MODES[low];
  if (!mode) {
    pixels.fill(0);
    return;
  }
  const bitAt = (bit: number) => ((bytes[at + (bit >> 3)] ?? 0) >> (bit & 7)) & 1;
  const values = new Int32Array(DIVISION + 1);
  let bit = (low & 3) < 2 ? SHORT_MODE : LONG_MODE;
  for (const [value, place] of mode.bits) values[value] = (values[value] ?? 0) | (bitAt(bit++) << place);
  const division = values[DIVISION] ?? 0;
  spread(values, mode, signed);
  const groups = mode.divided ? (HALVES[division] ?? 0) : 0;
  const anchor = mode.divided ? (HALF_ANCHORS[division] ?? 0) : 0;
  const width = mode.divided ? 3 : 4;
  for (let pixel = 0; pixel < SIDE * SIDE; pixel++) {
    let place = 0;
    const length = pixel === 0 || pixel === anchor ? width - 1 : width;
    for (let index = 0; index < length; index++) place |= bitAt(bit++) << index;
    const weight = WEIGHTS[width][place] ?? 0;
    const first = ((groups >> pixel) & 1) * 2 * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel++) {
      const [from, to] = [values[first + channel] ?? 0, values[first + CHANNELS + channel] ?? 0];
      pixels[pixel * CHANNELS + channel] = halfOf((from * (64 - weight) + to * weight + 32) >> 6, signed);
    }
  }
}

/** Makes the colours of a block what they are, in 16 bits, of what is stored of them. */
function spread(values: Int32Array, { widths, differences, divided }: Bc6hMode, signed: boolean): void {
  const count = divided ? 4 : 2;
  for (let channel = 0; channel < CHANNELS; channel++) {
    const width = widths[channel] ?? 0;
    const first = signed ? withSign(values[channel] ?? 0, width) : (values[channel] ?? 0);
    values[channel] = widen(first, width, signed);
    for (let colour = 1; colour < count; colour++) {
      const index = colour * CHANNELS + channel;
      const stored = values[index] ?? 0;
      const value = differences || signed ? withSign(stored, widths[index] ?? 0) : stored;
      const sum = (value + first) & (2 ** width - 1);
      const whole = differences ? (signed ? withSign(sum, width) : sum) : value;
      values[index] = widen(whole, width, signed);
    }
  }
}

/** A number of so many bits whose highest is its sign. */
function withSign(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits);
}

/** Brings a number of so many bits to 16, with its sign if it may have one: the largest becomes the largest. */
function widen(value: number, bits: number, signed: boolean): number {
  if (!signed) {
    if (bits >= 15 || value === 0) return value;
    return value === 2 ** bits - 1 ? 0xffff : (value * 0x10000 + 0x8000) >>> bits;
  }
  if (bits >= 16 || value === 0) return value;
  const size = Math.abs(value);
  const wide = size >= 2 ** (bits - 1) - 1 ? 0x7fff : (size * 0x8000 + 0x4000) >>> (bits - 1);
  return value < 0 ? -wide : wide;
}

/** The half whose bits a number stands for: none that is infinite, as the largest is scaled to the largest half there is. */
function halfOf(value: number, signed: boolean): number {
  if (!signed) return (value * 31) >> 6;
  const size = (Math.abs(value) * 31) >> 5;
  return value < 0 && size > 0 ? size | 0x8000 : size;
}
