import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { STRICT } from '../picture.ts';
import { startOfFrame } from '../reading/read-jpeg.ts';
import type { PdfPicture } from './pdf-picture.ts';

/** The start of frame markers that every PDF viewer decodes: baseline, extended and progressive, with Huffman coding. */
const HUFFMAN: readonly (number | undefined)[] = [0xffc0, 0xffc1, 0xffc2];
/** The colour space signatures of profiles, by the number of channels. */
const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ' };

/**
 * Takes a JPEG file as the picture of a page without encoding it.
 * @returns undefined where viewers may not decode it, or where it has any fault
 */
export async function embeddableJpeg(path: string): Promise<PdfPicture | undefined> {
  const data = await readFile(path);
  const { width, height, channels, icc, orientation = 1 } = await sharp(data, { ...STRICT }).metadata();
  const space = SPACES[channels];
  if (!space || !HUFFMAN.includes(startOfFrame(data)) || !(await isFaultless(data, width, height))) return undefined;
  const profile = icc && icc.toString('latin1', 16, 20) === space ? { profile: icc } : {};
  return { width, height, channels, data, orientation, filter: 'DCTDecode', ...profile };
}

/** The shrink factor at which all data are still decoded, in less than half the time. */
const SMALLER = 8;

/** Whether the whole picture decodes without a warning. */
async function isFaultless(file: Buffer, width: number, height: number): Promise<boolean> {
  let warned = false;
  const [shown, high] = [width, height].map((side) => Math.max(1, Math.floor(side / SMALLER)));
  try {
    const image = sharp(file, { ...STRICT })
      .resize(shown, high, { fit: 'fill', kernel: 'nearest' })
      .raw();
    await image.on('warning', () => (warned = true)).toBuffer();
  } catch {
    return false;
  }
  return !warned;
}
