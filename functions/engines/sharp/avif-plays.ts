import { open } from 'node:fs/promises';
import { findBox } from './heif-boxes.ts';

/** More bytes than this of what a file says of its film are not read: its tables of frames come last in each track. */
const MOST_READ = 16 * 1024 * 1024;
/** More boxes than this inside another are not walked. */
const MOST_BOXES = 1000;
const HEADER = 8;
/** The flag of a list of edits that is played again and again. */
const REPEATED = 1;
const FOR_EVER = 0;
/** Programs say "for ever" with all bits of a time set, or with all but the sign's. */
const ENDLESS = { short: 2 ** 32 - 1, long: 2n ** 63n - 1n } as const;

/**
 * How often the film of an AVIF is played; 0 is for ever, as it is shown where the file does not say. The first edit of
 * its first track is repeated, if the list is marked so, for as long as the track lasts: ISO/IEC 23008-12, 9.6.1.
 */
export async function avifPlays(path: string): Promise<number> {
  const track = childOf(await readFilm(path), 'trak');
  const header = childOf(track, 'tkhd');
  const edits = childOf(childOf(track, 'edts'), 'elst');
  if (!header || !edits || edits.length < HEADER) return FOR_EVER;
  if ((edits.readUInt32BE(0) & REPEATED) === 0) return 1;
  const whole = timeIn(header, { short: 20, long: 28 });
  const once = timeIn(edits, { short: 8, long: 8 });
  const plays = Math.ceil(whole / once);
  return Number.isFinite(plays) ? Math.max(1, plays) : FOR_EVER;
}

/** What is in the box of the film, as far as it is read. */
async function readFilm(path: string): Promise<Buffer | undefined> {
  const file = await open(path);
  try {
    const place = await findBox(file, 'moov');
    if (!place) return undefined;
    const { size } = await file.stat();
    const length = Math.max(0, Math.min(place.from + MOST_READ, place.end, size) - place.from);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, place.from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What is in the first box of a type that lies in another. */
function childOf(parent: Buffer | undefined, type: string): Buffer | undefined {
  if (!parent) return undefined;
  let at = 0;
  for (let box = 0; box < MOST_BOXES && at + HEADER <= parent.length; box++) {
    const length = parent.readUInt32BE(at);
    if (length < HEADER) return undefined;
    if (parent.toString('latin1', at + 4, at + HEADER) === type) return parent.subarray(at + HEADER, at + length);
    at += length;
  }
  return undefined;
}

/** A time in a box, of 4 bytes or 8 by its version; infinite where it is for ever, and no number where it is not there. */
function timeIn(box: Buffer, { short, long }: Record<'short' | 'long', number>): number {
  const [version] = box;
  if (box.length < (version === 1 ? long + 8 : short + 4)) return Number.NaN;
  if (version !== 1)
    return box.readUInt32BE(short) === ENDLESS.short ? Number.POSITIVE_INFINITY : box.readUInt32BE(short);
  const time = box.readBigUInt64BE(long);
  return time >= ENDLESS.long ? Number.POSITIVE_INFINITY : Number(time);
}
