import { CONTROL, EXTENSION, readBlocks } from './gif-frames.ts';

/** The offset of the delay in a graphic control extension, in hundredths of a second. */
const DELAY = 4;
/** Browsers show frames with a shorter delay as long as the usual one. */
const SHORTEST = 2;
const USUAL = 10;

/** Gives the frames of a GIF that last 10 ms or less the 100 ms for which browsers show them. */
export function lengthenDelays(file: Buffer): Buffer {
  const short: number[] = [];
  for (const { type, at } of readBlocks(file)) {
    if (type !== EXTENSION || !file.subarray(at, at + CONTROL.length).equals(CONTROL)) continue;
    if (at + DELAY + 2 <= file.length && file.readUInt16LE(at + DELAY) < SHORTEST) short.push(at + DELAY);
  }
  if (short.length === 0) return file;
  const lengthened = Buffer.from(file);
  for (const at of short) lengthened.writeUInt16LE(USUAL, at);
  return lengthened;
}
