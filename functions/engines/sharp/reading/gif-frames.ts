import { unreadable } from '../unreadable.ts';

const HEADER = 13;
export const EXTENSION = 0x21;
export const IMAGE = 0x2c;
/** The beginning of a graphic control extension. */
export const CONTROL = Buffer.from('21f904', 'hex');
const TRAILER = 0x3b;

/**
 * Counts the frames of a GIF without decoding them.
 * @throws ConversionError UNREADABLE_FILE when one is truncated
 */
export function countFrames(file: Buffer): number {
  let frames = 0;
  for (const { type } of readBlocks(file)) if (type === IMAGE) frames++;
  return frames;
}

/**
 * Walks the frames and extensions of a GIF.
 * @throws ConversionError UNREADABLE_FILE when one is truncated
 */
export function* readBlocks(file: Buffer): Generator<{ readonly type: number; readonly at: number }> {
  if (file.length < HEADER) throw unreadable('no header');
  let at = HEADER + tableSize(file[10] ?? 0);
  let frames = 0;
  while (at < file.length) {
    const type = file[at];
    const begin = at;
    if (type === EXTENSION) at = skipBlocks(file, at + 2);
    else if (type === IMAGE) {
      if (at + 11 > file.length) throw unreadable('a truncated frame');
      at = skipBlocks(file, at + 11 + tableSize(file[at + 9] ?? 0));
      frames++;
    } else if (type === TRAILER || frames > 0) return;
    else throw unreadable(`block ${type}`);
    yield { type, at: begin };
  }
}

/** The size of a colour table in bytes, by the flags that declare it. */
export function tableSize(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** The offset behind a chain of data sub-blocks. The last chain of a file may lack its terminator. */
function skipBlocks(file: Buffer, from: number): number {
  let at = from;
  for (;;) {
    if (at > file.length) throw unreadable('truncated data');
    const size = file[at];
    if (size === undefined || size === 0) return at + 1;
    at += size + 1;
  }
}
