import { readFile } from 'node:fs/promises';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';

/** The decoder's summary of its warnings. */
const COUNT = /read gave (\d+) warnings/;
/** The most bytes before a marker that are taken for padding, as some cameras write it, and not for damage. */
const MOST_JUNK = 1024;

/** Warnings that do not affect the pixels. */
const HARMLESS = [
  /Invalid SOS parameters for sequential JPEG/,
  /Unknown Adobe color transform code/,
  /unknown JFIF revision/,
  /Inconsistent progression sequence/,
];

/** The end of image marker; decoders ignore a second one. */
const END = Buffer.from('ffd9', 'hex');
/** Start of frame markers of arithmetic coding. */
const ARITHMETIC: readonly (number | undefined)[] = [0xffc9, 0xffca];
/** Markers of tables, among those of frames. */
const TABLES: readonly number[] = [0xffc4, 0xffc8, 0xffcc];

/**
 * Reads a JPEG. At first any warning is an error, as the decoder also warns of lost pixels, and names only the first
 * fault. Then it tries again with an end of image marker, which the file may lack, and accepts one harmless warning.
 */
export const readJpeg: Reader = async ({ path }) => [
  async () => {
    const tolerant = async (): Promise<Picture> => ({
      ...(await sharpPicture(await withEndMarker(path), { failOn: 'error' })),
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

/** Appends an end marker, but not with arithmetic coding, whose decoder would not notice missing data. */
async function withEndMarker(path: string): Promise<Buffer> {
  const file = await readFile(path);
  return ARITHMETIC.includes(startOfFrame(file)) ? file : Buffer.concat([file, END]);
}

/** The first start of frame marker of a JPEG; undefined where the segments do not lead to it. */
export function startOfFrame(file: Buffer): number | undefined {
  for (let at = 2; at + 4 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffcf && !TABLES.includes(marker)) return marker;
    if (marker < 0xff01 || marker === 0xffda) return undefined;
  }
  return undefined;
}

/** Refuses any warning: one about the last rows comes too late for the decoder to stop. */
function refuseAny(warnings: readonly string[]): void {
  if (warnings.some((warning) => COUNT.test(warning))) throw unreadable(warnings);
}

function refuseHarmful(warnings: readonly string[]): void {
  const counts = warnings.flatMap((warning) => COUNT.exec(warning)?.[1] ?? []).map(Number);
  if (Math.max(0, ...counts) > 1 || !warnings.every(isHarmless)) throw unreadable(warnings);
}

/** Whether a warning does not affect the pixels. */
export function isHarmless(warning: string): boolean {
  if (/^read gave|exif|icc|profile/i.test(warning) && !/VipsJpeg/.test(warning)) return true;
  const junk = /(?<!\d)(\d+) extraneous bytes before marker/.exec(warning)?.[1];
  if (junk !== undefined) return Number(junk) <= MOST_JUNK;
  return HARMLESS.some((pattern) => pattern.test(warning));
}
