import { unreadable } from '../unreadable.ts';
import { byRows, bytesOf, type ExrPiece, rowsWith, samplesAcross, sizeOfPiece } from './exr-piece.ts';
import { readHuffman } from './read-huffman.ts';

/** Bytes of a table with a bit for each number of 16 bits. */
const BITMAP = 0x2000;
const NUMBERS = 0x10000;
/** Below that, differences are as they are; from it on, they begin again where they end. */
const SMALL = 1 << 14;
const MIDDLE = 0x8000;

/**
 * The bytes of a piece that is packed as PIZ: wavelets of the places that numbers have among those that occur, in Huffman
 * codes.
 * @throws ConversionError UNREADABLE_FILE
 */
export function unpackWavelets(packed: Buffer, piece: ExrPiece): Buffer {
  if (packed.length < 4) throw unreadable('a piece of nothing');
  const [first, last] = [packed.readUInt16LE(0), packed.readUInt16LE(2)];
  const codes = 4 + Math.max(0, last + 1 - first);
  if (last >= BITMAP || codes + 4 > packed.length) throw unreadable(`a bitmap from ${first} to ${last}`);
  const occurring = numbersIn(packed.subarray(4, codes), first);
  const length = packed.readUInt32LE(codes);
  const values = readHuffman(packed.subarray(codes + 4, codes + 4 + length), sizeOfPiece(piece) / 2);
  let at = 0;
  const channels = piece.channels.map((channel) => {
    const words = bytesOf(channel) / 2;
    const [width, height] = [samplesAcross(piece, channel), rowsWith(piece, channel)];
    const samples = values.subarray(at, at + width * height * words);
    at += samples.length;
    for (let word = 0; word < words; word++)
      undoWavelets(samples.subarray(word), { width, height, step: words }, occurring.last < SMALL);
    for (let index = 0; index < samples.length; index++) samples[index] = occurring.numbers[samples[index] ?? 0] ?? 0;
    return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  });
  return byRows(piece, channels);
}

/** The numbers that occur, in order; zero always does. */
function numbersIn(bitmap: Buffer, first: number): { numbers: Uint16Array; last: number } {
  const numbers = new Uint16Array(NUMBERS);
  let count = 1;
  for (const [index, bits] of bitmap.entries())
    for (let bit = 0; bit < 8; bit++) {
      const number = (first + index) * 8 + bit;
      if ((bits >> bit) & 1 && number > 0) numbers[count++] = number;
    }
  return { numbers, last: count - 1 };
}

interface Plane {
  readonly width: number;
  readonly height: number;
  /** From a sample to the next of its row. */
  readonly step: number;
}

/** Turns means and differences back into samples, from the largest squares of them down to pairs. */
function undoWavelets(values: Uint16Array, { width, height, step }: Plane, small: boolean): void {
  const undo = small ? undoSmall : undoLarge;
  const row = width * step;
  let side = 1;
  while (side * 2 <= Math.min(width, height)) side *= 2;
  for (let whole = side, half = side / 2; half >= 1; whole = half, half /= 2) {
    const [right, below] = [half * step, half * row];
    let y = 0;
    for (; y <= height - whole; y += whole) {
      let x = 0;
      for (; x <= width - whole; x += whole) {
        const at = y * row + x * step;
        undo(values, at, at + below);
        undo(values, at + right, at + right + below);
        undo(values, at, at + right);
        undo(values, at + below, at + right + below);
      }
      if (width & half) undo(values, y * row + x * step, y * row + x * step + below);
    }
    if (height & half)
      for (let x = 0; x <= width - whole; x += whole) undo(values, y * row + x * step, y * row + x * step + right);
  }
}

function undoSmall(values: Uint16Array, one: number, other: number): void {
  const difference = ((values[other] ?? 0) << 16) >> 16;
  const first = (((values[one] ?? 0) << 16) >> 16) + (difference & 1) + (difference >> 1);
  values[one] = first;
  values[other] = first - difference;
}

function undoLarge(values: Uint16Array, one: number, other: number): void {
  const difference = values[other] ?? 0;
  const second = ((values[one] ?? 0) - (difference >> 1)) & 0xffff;
  values[one] = difference + second - MIDDLE;
  values[other] = second;
}
