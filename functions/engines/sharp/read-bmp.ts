import { readFile } from 'node:fs/promises';
import { readDibHeader } from './dib.ts';
import { decodeDib, pixelBytes } from './dib-pixels.ts';
import { checkSource } from './limits.ts';
import { type Reader, sharpPicture } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { unreadable } from './unreadable.ts';

const FILE_HEADER = 14;
const V5_HEADER = 124;
/** The colour space field of a header that carries an ICC profile: "MBED". */
const EMBEDDED_PROFILE = 0x4d424544;

/** Reads a Windows or OS/2 bitmap, of any depth and compression that is in use. */
export const readBmp: Reader = async ({ path, target }) => [
  async () => {
    const file = await readFile(path);
    if (file.length < FILE_HEADER || file.toString('latin1', 0, 2) !== 'BM') throw unreadable('no bitmap');
    const dib = file.subarray(FILE_HEADER);
    const header = readDibHeader(dib);
    checkSource({ ...header, frames: 1 }, target);
    const paletteEnd = header.paletteAt + header.colours * header.entry;
    const claimed = file.readUInt32LE(10) - FILE_HEADER;
    // Some programs forget to count the palette: then there are too many bytes behind where the pixels should begin.
    const forgotten =
      header.compression === 'none' && claimed < paletteEnd && dib.length - paletteEnd >= pixelBytes(header);
    const pixelsAt = claimed >= header.paletteAt && !forgotten ? claimed : paletteEnd;
    if (header.compression === 'jpeg' || header.compression === 'png') return sharpPicture(dib.subarray(pixelsAt));
    return pixelPicture(decodeDib(dib, header, pixelsAt, { always: false }), { icc: profileOf(dib, header.length) });
  },
];

function profileOf(dib: Buffer, length: number): Buffer | undefined {
  if (length < V5_HEADER || dib.readUInt32LE(56) !== EMBEDDED_PROFILE) return undefined;
  const at = dib.readUInt32LE(112);
  const profile = dib.subarray(at, at + dib.readUInt32LE(116));
  return profile.length > 128 ? profile : undefined;
}
