import { unreadable } from '../unreadable.ts';
import { byRows, bytesOf, type ExrChannel, type ExrPiece, HALVES, rowsWith, samplesAcross } from './exr-piece.ts';

const SIDE = 4;
const [FLAT_BYTES, BLOCK_BYTES] = [3, 14];
/** From this shift on a block is of one value. */
const FLAT = 13;
/** Where what a sample differs by stands in a block, behind the first sample and the shift, and from which it does. */
const DIFFERENCES = [4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15].map((place, index) => ({
  place,
  from: place < SIDE || place % SIDE > 0 ? place - 1 : place - SIDE,
  bit: 22 + index * 6,
}));

/**
 * The bytes of a piece that is packed as B44 or B44A: halves in blocks of four each way.
 * @throws ConversionError UNREADABLE_FILE
 */
export function unpackBlocks(packed: Buffer, piece: ExrPiece): Buffer {
  let at = 0;
  const channels = piece.channels.map((channel) => {
    const [width, height] = [samplesAcross(piece, channel), rowsWith(piece, channel)];
    const size = width * height * bytesOf(channel);
    if (channel.kind !== HALVES) {
      at += size;
      return packed.subarray(at - size, at);
    }
    const samples = new Uint16Array(width * height);
    const block = new Uint16Array(SIDE * SIDE);
    for (let y = 0; y < height; y += SIDE)
      for (let x = 0; x < width; x += SIDE) {
        at += unpackBlock(packed, at, block);
        putBlock(block, channel, samples, { x, y, width, height });
      }
    return Buffer.from(samples.buffer);
  });
  if (at > packed.length) throw unreadable(`blocks of ${at} bytes in ${packed.length}`);
  return byRows(piece, channels);
}

/** Unpacks a block, and tells how many bytes it took. */
function unpackBlock(packed: Buffer, at: number, block: Uint16Array): number {
  const first = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
  const shift = (packed[at + 2] ?? 0) >> 2;
  block[0] = first;
  if (shift >= FLAT) {
    block.fill(first);
    return FLAT_BYTES;
  }
  for (const { place, from, bit } of DIFFERENCES) {
    const byte = at + (bit >> 3);
    const bits = ((packed[byte] ?? 0) << 8) | (packed[byte + 1] ?? 0);
    const difference = (bits >> (10 - (bit & 7))) & 0x3f;
    block[place] = (block[from] ?? 0) + ((difference - 32) << shift);
  }
  return BLOCK_BYTES;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function putBlock(block: Uint16Array, channel: ExrChannel, samples: Uint16Array, { x, y, width, height }: Place): void {
  for (let row = 0; row < Math.min(SIDE, height - y); row++)
    for (let column = 0; column < Math.min(SIDE, width - x); column++) {
      const ordered = block[row * SIDE + column] ?? 0;
      const half = ordered & 0x8000 ? ordered & 0x7fff : ~ordered & 0xffff;
      samples[(y + row) * width + x + column] = channel.even ? (LOGARITHMS[half] ?? 0) : half;
    }
}

/** What the halves of a channel that is even for the eye were before they were packed: eight times their logarithms. */
const LOGARITHMS = logarithms();

function logarithms(): Uint16Array {
  const bits = Uint16Array.from({ length: 0x10000 }, (_, half) => half);
  const numbers = new Float16Array(bits.buffer);
  for (const [index, number] of numbers.entries())
    numbers[index] = number > 0 && Number.isFinite(number) ? 8 * Math.log(number) : 0;
  return bits;
}
