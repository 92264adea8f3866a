import { childOf, readBox } from './heif-boxes.ts';

const HEADER = 8;
/** The flag of a list of edits that is played again and again. */
const REPEATED = 1;
const FOR_EVER = 0;
/** Programs say "for ever" with all bits of a time set, or with all but the sign's. */
const ENDLESS = { short: 2 ** 32 - 1, long: 2n ** 63n - 1n } as const;

/**
 * How often the film of an AVIF or HEIC is played; 0 is for ever, as it is shown where the file does not say. The first edit of
 * its first track is repeated, if the list is marked so, for as long as the track lasts: ISO/IEC 23008-12, 9.6.1.
 */
export async function heifLoopCount(path: string): Promise<number> {
  const track = childOf(readBox(path, 'moov'), 'trak');
  const header = childOf(track, 'tkhd');
  const edits = childOf(childOf(track, 'edts'), 'elst');
  if (!header || !edits || edits.length < HEADER) return FOR_EVER;
  if ((edits.readUInt32BE(0) & REPEATED) === 0) return 1;
  const whole = timeIn(header, { short: 20, long: 28 });
  const once = timeIn(edits, { short: 8, long: 8 });
  const loopCount = Math.ceil(whole / once);
  return Number.isFinite(loopCount) ? Math.max(1, loopCount) : FOR_EVER;
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
