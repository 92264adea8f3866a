import { unreadable } from '../unreadable.ts';

const HEADER = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
/** The beginning of a graphic control extension, its length, and the offset of its flags. */
const CONTROL = Buffer.from('21f904', 'hex');
export const CONTROL_LENGTH = 8;
export const FLAGS = 3;
/** The offset of the delay in it, in hundredths of a second. */
const DELAY = 4;
/** Browsers show frames with a shorter delay as long as the usual one. */
const [SHORTEST, USUAL] = [2, 10];
/** Bytes of an image descriptor. */
const DESCRIPTOR = 10;

/** The area of a frame. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A frame of a GIF, by its offsets in the file. */
export interface GifFrame extends Area {
  readonly at: number;
  /** Of its graphic control extension. */
  readonly control: number | undefined;
  /** The flags of that. */
  readonly flags: number;
  /** Of its pixels, which begin with the minimum code size. */
  readonly data: number;
}

/**
 * Walks the frames of a GIF without decoding them.
 * @throws ConversionError UNREADABLE_FILE when one is truncated
 */
export function* framesIn(file: Buffer): Generator<GifFrame> {
  if (file.length < HEADER) throw unreadable('no header');
  let control: number | undefined;
  let frames = 0;
  for (let at = HEADER + tableSize(file[10] ?? 0); at < file.length; ) {
    const type = file[at];
    if (type === EXTENSION) {
      if (at + CONTROL_LENGTH <= file.length && CONTROL.equals(file.subarray(at, at + FLAGS))) control = at;
      at = skipBlocks(file, at + 2);
    } else if (type === IMAGE) {
      if (at + DESCRIPTOR >= file.length) throw unreadable('a truncated frame');
      const [x, y] = [file.readUInt16LE(at + 1), file.readUInt16LE(at + 3)];
      const [width, height] = [file.readUInt16LE(at + 5), file.readUInt16LE(at + 7)];
      const flags = control === undefined ? 0 : file.readUInt8(control + FLAGS);
      const data = at + DESCRIPTOR + tableSize(file[at + 9] ?? 0);
      yield { at, control, flags, data, x, y, width, height };
      at = skipBlocks(file, data + 1);
      control = undefined;
      frames++;
    } else if (type === TRAILER || frames > 0) return;
    else throw unreadable(`block ${type}`);
  }
}

/** @throws ConversionError UNREADABLE_FILE when a frame is truncated */
export function countFrames(file: Buffer): number {
  let frames = 0;
  for (const _ of framesIn(file)) frames++;
  return frames;
}

/** Gives the frames of a GIF that last 10 ms or less the 100 ms for which browsers show them. */
export function lengthenDelays(file: Buffer): Buffer {
  let lengthened: Buffer | undefined;
  for (const { control } of framesIn(file)) {
    if (control === undefined || file.readUInt16LE(control + DELAY) >= SHORTEST) continue;
    lengthened ??= Buffer.from(file);
    lengthened.writeUInt16LE(USUAL, control + DELAY);
  }
  return lengthened ?? file;
}

/** The size of a colour table in bytes, by the flags that declare it. */
function tableSize(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** The offset after a chain of data sub-blocks. The last chain of a file may lack its terminator. */
function skipBlocks(file: Buffer, from: number): number {
  let at = from;
  for (;;) {
    if (at > file.length) throw unreadable('truncated data');
    const size = file[at];
    if (size === undefined || size === 0) return at + 1;
    at += size + 1;
  }
}
