import { readFile } from 'node:fs/promises';
import { type Reader, sharpPicture } from '../picture.ts';

/** The end of image marker; decoders ignore a second one. */
const END = Buffer.from('ffd9', 'hex');
/** Start of frame markers of arithmetic coding. */
const ARITHMETIC: readonly (number | undefined)[] = [0xffc9, 0xffca];
/** Markers of tables, among those of frames. */
const TABLES: readonly number[] = [0xffc4, 0xffc8, 0xffcc];

/** Reads a JPEG. The decoder goes on after warnings, of which some are harmless. */
export const readJpeg: Reader = async ({ path }) => [
  async () => sharpPicture(withEndMarker(await readFile(path)), { failOn: 'error' }),
];

/**
 * Appends an end of image marker, which the file may lack, but not with arithmetic coding, whose decoder would not notice
 * missing data.
 */
function withEndMarker(file: Buffer): Buffer {
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
