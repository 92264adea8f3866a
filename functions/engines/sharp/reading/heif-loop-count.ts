import { childOf, readBox } from './heif-boxes.ts';

const HEADER = 8;
/** The flag of an edit list that is repeated. */
const REPEATED = 1;
const FOR_EVER = 0;
/** Durations that mean "for ever": all bits set, or all but the sign. */
const ENDLESS = { short: 2 ** 32 - 1, long: 2n ** 63n - 1n } as const;

/**
 * The loop count of an animated AVIF or HEIC; 0 is for ever, also where the file states none. The first edit of the first
 * track is repeated, if its list has the flag, for the duration of the track (ISO/IEC 23008-12, 9.6.1).
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

/** A duration in a box, of 4 or 8 bytes by its version; infinite for "for ever", NaN where the box is too short. */
function timeIn(box: Buffer, { short, long }: Record<'short' | 'long', number>): number {
  const [version] = box;
  if (box.length < (version === 1 ? long + 8 : short + 4)) return Number.NaN;
  if (version !== 1)
    return box.readUInt32BE(short) === ENDLESS.short ? Number.POSITIVE_INFINITY : box.readUInt32BE(short);
  const time = box.readBigUInt64BE(long);
  return time >= ENDLESS.long ? Number.POSITIVE_INFINITY : Number(time);
}
