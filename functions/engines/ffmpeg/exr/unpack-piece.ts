import { inflateSync } from 'node:zlib';
import { unreadable } from '../unreadable.ts';
import { bytesOf, type ExrPiece, rowsOfPiece, samplesAcross, sizeOfPiece } from './exr-piece.ts';
import { unpackBlocks } from './unpack-blocks.ts';
import { unpackWavelets } from './unpack-wavelets.ts';

/** Ways of packing, and how many rows are packed together. */
interface Packing {
  readonly rows: number;
  readonly unpack: (packed: Buffer, piece: ExrPiece) => Buffer;
}

/** How many times what it was packed to a piece may be; no way of packing makes as much of as little. */
export const MOST_UNPACKED = 1100;

const zip = (packed: Buffer, piece: ExrPiece) => inOrder(inflated(packed, sizeOfPiece(piece)));

/** The ways of packing as files count them: none, RLE, ZIPS, ZIP, PIZ, PXR24, B44, B44A. */
const PACKINGS: readonly Packing[] = [
  { rows: 1, unpack: (packed) => packed },
  { rows: 1, unpack: (packed, piece) => inOrder(runs(packed, sizeOfPiece(piece))) },
  { rows: 1, unpack: zip },
  { rows: 16, unpack: zip },
  { rows: 32, unpack: unpackWavelets },
  { rows: 16, unpack: unpackDifferences },
  { rows: 32, unpack: unpackBlocks },
  { rows: 32, unpack: unpackBlocks },
];

/**
 * How many rows are packed together.
 * @returns nothing for a way of packing that is not known here
 */
export function rowsOfPacking(packing: number): number | undefined {
  return PACKINGS[packing]?.rows;
}

/**
 * The bytes of a piece: row by row, of each row the samples of its channels.
 * @throws ConversionError UNREADABLE_FILE
 */
export function unpackPiece(packed: Buffer, piece: ExrPiece, packing: number): Buffer {
  const size = sizeOfPiece(piece);
  // What would not be smaller is not packed.
  if (packed.length === size) return packed;
  if (size > packed.length * MOST_UNPACKED) throw unreadable(`${packed.length} bytes for ${size}`);
  const rows = PACKINGS[packing]?.unpack(packed, piece);
  if (rows?.length !== size) throw unreadable(`${rows?.length} of ${size} bytes of a piece of OpenEXR`);
  return rows;
}

function inflated(packed: Buffer, size: number): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: size });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Runs of one byte, or of bytes as they are. */
function runs(packed: Buffer, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let end = 0;
  let at = 0;
  while (at < packed.length && end < size) {
    const count = packed.readInt8(at++);
    if (count < 0) {
      bytes.set(packed.subarray(at, Math.min(at - count, at + size - end)), end);
      at -= count;
      end -= count;
    } else {
      bytes.fill(packed[at++] ?? 0, end, Math.min(end + count + 1, size));
      end += count + 1;
    }
  }
  if (end !== size || at > packed.length) throw unreadable(`${end} of ${size} bytes in runs`);
  return bytes;
}

/** Of bytes that are what they differ by from the one before, the first half of them those at even places. */
function inOrder(differences: Buffer): Buffer {
  const bytes = Buffer.alloc(differences.length);
  const half = Math.ceil(bytes.length / 2);
  let byte = 128;
  for (let index = 0; index < bytes.length; index++) {
    byte = (byte + (differences[index] ?? 0) - 128) & 0xff;
    bytes[index < half ? index * 2 : (index - half) * 2 + 1] = byte;
  }
  return bytes;
}

/** PXR24: of each row of a channel the differences of its samples, their first bytes first; of 32 bits, 24 are kept. */
function unpackDifferences(packed: Buffer, piece: ExrPiece): Buffer {
  const bytes = Buffer.alloc(sizeOfPiece(piece));
  const kept = [4, 2, 3];
  const differences = inflated(packed, bytes.length);
  let [from, to] = [0, 0];
  for (const { channel } of rowsOfPiece(piece)) {
    const count = samplesAcross(piece, channel);
    const [size, planes] = [bytesOf(channel), kept[channel.kind] ?? 0];
    let sample = 0;
    for (let x = 0; x < count; x++) {
      let difference = 0;
      for (let plane = 0; plane < planes; plane++)
        difference = (difference << 8) | (differences[from + plane * count + x] ?? 0);
      sample = (sample + (difference << ((size - planes) * 8))) >>> 0;
      if (size === 2) bytes.writeUInt16LE(sample & 0xffff, to);
      else bytes.writeUInt32LE(sample, to);
      to += size;
    }
    from += count * planes;
  }
  if (from !== differences.length) throw unreadable(`${differences.length} of ${from} bytes of differences`);
  return bytes;
}
