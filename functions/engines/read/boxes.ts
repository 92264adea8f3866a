import type { ByteReader } from './byte-reader.ts';

/** The most boxes of one parent that are read. */
const MOST_BOXES = 1000;
const [HEADER, LONG_HEADER] = [8, 16];
/** Special sizes: the box reaches to the end of the file, or its size follows in eight bytes. */
const [TO_THE_END, LONG] = [0, 1];

/** A box (ISO/IEC 14496-12, 4.2) and the range of its content, clipped to its parent. */
export interface Box {
  readonly type: string;
  readonly from: number;
  readonly end: number;
}

/** The boxes in a range, up to the first that is malformed. */
export function* boxesIn(reader: ByteReader, from = 0, end: number = reader.size): Generator<Box> {
  let at = from;
  for (let box = 0; box < MOST_BOXES && at + HEADER <= end; box++) {
    const size = reader.u32be(at);
    const header = size === LONG ? LONG_HEADER : HEADER;
    if (at + header > end) return;
    const length = size === LONG ? reader.u64be(at + HEADER) : size === TO_THE_END ? end - at : size;
    if (length < header) return;
    yield { type: reader.text(at + 4, 4), from: at + header, end: Math.min(end, at + length) };
    at += length;
  }
}

/** The first box of a type in a range. */
export function findBox(reader: ByteReader, type: string, from = 0, end: number = reader.size): Box | undefined {
  for (const box of boxesIn(reader, from, end)) if (box.type === type) return box;
  return undefined;
}
