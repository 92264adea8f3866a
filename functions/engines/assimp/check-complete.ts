import type { FormatName } from '../../conversion/formats.ts';
import { unreadable } from './refusals.ts';

/** Bytes that are searched for a text STL, and of the header of a PLY file. */
const BEGINNING = 1024;
const LONGEST_HEADER = 64 * 1024;

/** The sizes of PLY's scalar types in bytes, by their old and new names. */
const PLY_SIZES: Readonly<Record<string, number>> = {
  ...{ char: 1, uchar: 1, int8: 1, uint8: 1, short: 2, ushort: 2, int16: 2, uint16: 2 },
  ...{ int: 4, uint: 4, int32: 4, uint32: 4, float: 4, float32: 4, double: 8, float64: 8 },
};

/**
 * Refuses a truncated file in formats that assimp would read as far as they go.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkComplete(bytes: Buffer, format: FormatName): void {
  if (format === 'stl' && isTextStl(bytes) && bytes.lastIndexOf('endsolid') < bytes.lastIndexOf('facet'))
    throw unreadable('no end of the solid');
  if (format === 'ply') checkPly(bytes);
}

/** Binary files may begin with `solid` too, but hardly have `facet` after it. */
function isTextStl(bytes: Buffer): boolean {
  return /^\s*solid/.test(bytes.toString('latin1', 0, 100)) && bytes.subarray(0, BEGINNING).includes('facet');
}

/** Checks the least length, as lists may be of any length. */
function checkPly(bytes: Buffer): void {
  const end = bytes.indexOf('end_header');
  if (end < 0 || end > LONGEST_HEADER) throw unreadable('no end of the header');
  const header = bytes
    .toString('latin1', 0, end)
    .split(/\r?\n|\r/)
    .map((line) => line.trim().split(/\s+/));
  const text = header.some(([word, type]) => word === 'format' && type === 'ascii');
  let [least, count] = [0, 0];
  for (const [word, type = '', number = ''] of header) {
    if (word === 'element') {
      count = Number(number);
      if (text) least += count;
    } else if (word === 'property' && !text) least += count * (PLY_SIZES[type === 'list' ? number : type] ?? 0);
  }
  const body = bytes.subarray(end);
  if (!Number.isFinite(least) || (text ? countLines(body) - 1 : body.length) < least)
    throw unreadable(`less than ${least}`);
}

/** Counts lines that are not empty. */
function countLines(bytes: Buffer): number {
  let [lines, empty] = [0, true];
  for (const byte of bytes) {
    if (byte > 0x20 && empty) lines++;
    empty = byte === 0x0a || byte === 0x0d || (empty && byte <= 0x20);
  }
  return lines;
}
