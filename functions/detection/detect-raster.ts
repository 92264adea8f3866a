import { type FormatName, formatOfFilename } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';

/** Beginnings of pictures with weak signatures, in hexadecimal. */
const BEGINNINGS: readonly (readonly [beginning: RegExp, format: FormatName])[] = [
  // file-type also needs the directory, which may be at the end of a file.
  [/^(?:49492[ab]00|4d4d002[ab])/, 'tiff'],
  // Compression; one or two bytes a channel; one to three dimensions.
  [/^01da0[01]0[12]000[1-3]/, 'sgi'],
  // Version; encoding; bits in a plane.
  [/^0a0[02-5]0[01]0[1248]/, 'pcx'],
];

const NAMED_TARGA = /\.(?:tga|targa|icb|vda|vst)$/i;
const TARGA_HEADER = 18;

/** Detects raster pictures that file-type does not know. */
export const detectRaster: Detect = ({ head, filename, guess }) => {
  // Most Targa files begin like cursors.
  if (guess && guess.mime !== 'image/x-icon') return undefined;
  const start = head.toString('hex', 0, 8);
  const known = BEGINNINGS.find(([beginning]) => beginning.test(start));
  return known?.[1] ?? (isTarga(head, filename) ? 'tga' : undefined);
};

/** Whether a file is Targa, by its name and a plausible header: it has no signature. */
function isTarga(bytes: Buffer, filename: string): boolean {
  if (bytes.length < TARGA_HEADER || !(NAMED_TARGA.test(filename) || formatOfFilename(filename) === 'tga'))
    return false;
  const [, paletted = 0, type = 0] = bytes;
  const depth = bytes[16] ?? 0;
  const sides = [bytes.readUInt16LE(12), bytes.readUInt16LE(14)];
  return (
    paletted <= 1 && [1, 2, 3, 9, 10, 11].includes(type) && [8, 15, 16, 24, 32].includes(depth) && !sides.includes(0)
  );
}
