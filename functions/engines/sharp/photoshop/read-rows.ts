import { unreadable } from '../unreadable.ts';
import type { PhotoshopDocument } from './read-document.ts';

const [PLAIN, PACKED] = [0, 1];
/** Says nothing: some programs write it. */
const NOTHING = 128;

/**
 * The way to the rows of the picture: the channels stand one after the other, each row packed for itself or none.
 * @param kept how many of the channels are wanted, from the first on
 * @returns puts a row of a channel into a buffer of its length
 * @throws ConversionError UNREADABLE_FILE
 */
export function readRows(document: PhotoshopDocument, kept: number): (channel: number, y: number, to: Buffer) => void {
  const { width, height, depth, picture } = document;
  const length = Math.ceil((width * depth) / 8);
  const packing = picture.length < 2 ? -1 : picture.readUInt16BE(0);
  const data = picture.subarray(2);
  if (packing === PLAIN) {
    if (length * height * kept > data.length) throw unreadable('the picture is cut off');
    return (channel, y, to) =>
      void data.copy(to, 0, (channel * height + y) * length, (channel * height + y + 1) * length);
  }
  if (packing !== PACKED) throw unreadable(`a picture packed in the way ${packing}`);
  const starts = startsOf(document, data, kept);
  return (channel, y, to) => {
    const row = channel * height + y;
    unpack(data.subarray(starts[row], starts[row + 1]), to);
  };
}

/** Where each row begins, and where the last one ends: before them stands a table of their lengths. */
function startsOf({ height, channels, large }: PhotoshopDocument, data: Buffer, kept: number): Float64Array {
  const wide = large ? 4 : 2;
  const [rows, all] = [kept * height, channels * height * wide];
  if (all > data.length) throw unreadable('the table of rows is cut off');
  const starts = new Float64Array(rows + 1);
  starts[0] = all;
  for (let row = 0; row < rows; row++) starts[row + 1] = (starts[row] ?? 0) + data.readUIntBE(row * wide, wide);
  if ((starts[rows] ?? 0) > data.length) throw unreadable('the picture is cut off');
  return starts;
}

/** A byte that leads a packet says how many follow, or how often the one that follows is repeated (PackBits). */
function unpack(packed: Buffer, row: Buffer): void {
  let to = 0;
  for (let at = 0; at < packed.length && to < row.length; ) {
    const control = packed[at++] ?? 0;
    if (control === NOTHING) continue;
    const count = control < NOTHING ? control + 1 : 257 - control;
    if (to + count > row.length) throw unreadable('a row is too long');
    if (control < NOTHING) {
      if (at + count > packed.length) throw unreadable('a row is cut off');
      packed.copy(row, to, at, at + count);
      at += count;
    } else row.fill(packed[at++] ?? 0, to, to + count);
    to += count;
  }
  if (to < row.length) throw unreadable('a row is too short');
}
