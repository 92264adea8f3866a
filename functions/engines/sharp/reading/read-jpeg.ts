import { readFile } from 'node:fs/promises';
import { checkScans } from '../limits.ts';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { countScans } from './jpeg-markers.ts';
import { repairJpeg } from './repair-jpeg.ts';

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

/**
 * Reads a JPEG. At first no warning is let pass, as the decoder warns of lost pixels too, and only of the first fault
 * by name. If it warned, faults that are known to be harmless are put right; if it still warns, then of one thing at
 * most, and of one that costs no pixels.
 */
export const readJpeg: Reader = async ({ path }) => [
  async () => {
    const repaired = async () => repairJpeg(await readFile(path));
    const strict = async (): Promise<Picture> => ({
      ...(await sharpPicture(await repaired())),
      judge: refuseAny,
      repair: tolerant,
    });
    const tolerant = async (): Promise<Picture> => ({
      ...(await sharpPicture(await repaired(), { failOn: 'error' })),
      judge: refuseHarmful,
    });
    const trusting = async (): Promise<Picture> => ({
      ...(await sharpPicture(path)),
      judge: refuseAny,
      repair: strict,
    });
    const picture = await trusting().catch(strict);
    if (picture.metadata.isProgressive) checkScans(picture, countScans(await readFile(path)));
    return picture;
  },
];

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
