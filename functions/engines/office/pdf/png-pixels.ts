import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { LIMITS } from '../../poppler/limits.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { chunksIn, PNG } from '../../read/chunks.ts';
import { chunk } from '../../sharp/png-container.ts';

/** The RGB pixels of a picture. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const CHANNELS = 3;
/** A little more than a rendered page has. */
const MOST_PIXELS = LIMITS.pixels * 1.1;

/**
 * Reads a PNG file as poppler writes it: 8 bits, three colours, not interlaced.
 * @throws Error when it is anything else
 */
export async function readPng(file: Buffer): Promise<Pixels> {
  const [width, height, kind] = [file.readUInt32BE(16), file.readUInt32BE(20), file.toString('hex', 24, 29)];
  if (!file.subarray(0, 8).equals(SIGNATURE) || kind !== '0802000000') throw new Error(`a picture of kind ${kind}`);
  if (width * height > MOST_PIXELS) throw new Error(`a picture of ${width} x ${height} pixels`);
  const size = (width * CHANNELS + 1) * height;
  const rows = await promisify(inflate)(Buffer.concat(dataOf(file)), { maxOutputLength: size });
  if (rows.length !== size) throw new Error('a picture that is not complete');
  return { width, height, data: unfilter(rows, width * CHANNELS, height) };
}

function dataOf(file: Buffer): Buffer[] {
  const chunks = [...chunksIn(ByteReader.of(file, Error), PNG, SIGNATURE.length)];
  return chunks.filter(({ type }) => type === 'IDAT').map(({ from, end }) => file.subarray(from, end));
}

/** Undoes the filters of the rows (PNG 9.2). */
function unfilter(rows: Buffer, stride: number, height: number): Uint8Array {
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const [filter, from, to] = [rows[y * (stride + 1)], y * (stride + 1) + 1, y * stride];
    for (let x = 0; x < stride; x++) {
      const left = x < CHANNELS ? 0 : (data[to + x - CHANNELS] ?? 0);
      const up = y === 0 ? 0 : (data[to + x - stride] ?? 0);
      const corner = x < CHANNELS || y === 0 ? 0 : (data[to + x - stride - CHANNELS] ?? 0);
      data[to + x] = (rows[from + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return data;
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** A part of a picture as a PNG file. */
export async function cropPng(
  { width, data }: Pixels,
  { x, y, columns, rows }: { x: number; y: number; columns: number; rows: number },
): Promise<Buffer> {
  const stride = columns * CHANNELS + 1;
  const lines = Buffer.alloc(stride * rows);
  for (let row = 0; row < rows; row++) {
    const from = ((y + row) * width + x) * CHANNELS;
    // Filter type 1 (Sub), which compresses well and is simple.
    lines[row * stride] = 1;
    for (let at = 0; at < columns * CHANNELS; at++) {
      const left = at < CHANNELS ? 0 : (data[from + at - CHANNELS] ?? 0);
      lines[row * stride + 1 + at] = (data[from + at] ?? 0) - left;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', await promisify(deflate)(lines)),
    ...chunk('IEND'),
  ]);
}
