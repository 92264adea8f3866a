import { readFile } from 'node:fs/promises';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';

/** How the decoder sums up what it has warned of. */
const COUNT = /read gave (\d+) warnings/;
/** Junk before a marker that is still taken for padding, as some cameras write it, and not for damage. */
const MOST_JUNK = 1024;

/** Warnings of the decoder that say nothing against the picture. */
const HARMLESS = [
  /Invalid SOS parameters for sequential JPEG/,
  /Unknown Adobe color transform code/,
  /unknown JFIF revision/,
  /Inconsistent progression sequence/,
];

/** The mark at the end of a picture; a second one is not looked at. */
const END = Buffer.from('ffd9', 'hex');
/** Markers of frames in arithmetic coding. */
const ARITHMETIC: readonly (number | undefined)[] = [0xffc9, 0xffca];
/** Markers of tables, in the midst of those of frames. */
const TABLES: readonly number[] = [0xffc4, 0xffc8, 0xffcc];

/**
 * Reads a JPEG. At first no warning is let pass, as the decoder warns of lost pixels too, and only of the first fault
 * by name. If it warned, an end is put to the file, which may lack it; if it still warns, then of one thing at most, and
 * of one that costs no pixels.
 */
export const readJpeg: Reader = async ({ path }) => [
  async () => {
    const tolerant = async (): Promise<Picture> => ({
      ...(await sharpPicture(await ended(path), { failOn: 'error' })),
      checkWarnings: refuseHarmful,
    });
    const trusting = async (): Promise<Picture> => ({
      ...(await sharpPicture(path)),
      checkWarnings: refuseAny,
      repair: tolerant,
    });
    return trusting().catch(tolerant);
  },
];

/** The decoder of arithmetic coding does not notice that data is missing, so that no end is put to it. */
async function ended(path: string): Promise<Buffer> {
  const file = await readFile(path);
  return ARITHMETIC.includes(startOfFrame(file)) ? file : Buffer.concat([file, END]);
}

/** The marker that tells how the first picture of a JPEG is coded; nothing where segments do not lead to it. */
export function startOfFrame(file: Buffer): number | undefined {
  for (let at = 2; at + 4 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffcf && !TABLES.includes(marker)) return marker;
    if (marker < 0xff01 || marker === 0xffda) return undefined;
  }
  return undefined;
}

/** A warning about the last rows comes too late for the decoder to stop at it. */
export function refuseAny(warnings: readonly string[]): void {
  if (warnings.some((warning) => COUNT.test(warning))) throw unreadable(warnings);
}

function refuseHarmful(warnings: readonly string[]): void {
  const counts = warnings.flatMap((warning) => COUNT.exec(warning)?.[1] ?? []).map(Number);
  if (Math.max(0, ...counts) > 1 || !warnings.every(isHarmless)) throw unreadable(warnings);
}

/** Whether a warning says nothing against the picture. */
export function isHarmless(warning: string): boolean {
  if (/^read gave|exif|icc|profile/i.test(warning) && !/VipsJpeg/.test(warning)) return true;
  const junk = /(?<!\d)(\d+) extraneous bytes before marker/.exec(warning)?.[1];
  if (junk !== undefined) return Number(junk) <= MOST_JUNK;
  return HARMLESS.some((pattern) => pattern.test(warning));
}
