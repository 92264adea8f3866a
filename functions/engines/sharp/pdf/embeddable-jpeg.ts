import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { STRICT } from '../picture.ts';
import { startOfFrame } from '../reading/read-jpeg.ts';
import type { PdfPicture } from './pdf-picture.ts';

/** The kinds of JPEG that every PDF viewer decodes: baseline, extended and progressive, in Huffman code. */
const HUFFMAN: readonly (number | undefined)[] = [0xffc0, 0xffc1, 0xffc2];
/** What profiles call the colours of pictures with so many channels. */
const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ' };

/**
 * A JPEG file as a page's picture without encoding it anew.
 * @returns nothing when it is of a kind that viewers may show otherwise, or has any fault
 */
export async function embeddableJpeg(path: string): Promise<PdfPicture | undefined> {
  const data = await readFile(path);
  const { width, height, channels, icc, orientation = 1 } = await sharp(data, { ...STRICT }).metadata();
  const space = SPACES[channels];
  if (!space || !HUFFMAN.includes(startOfFrame(data)) || !(await isFaultless(data, width, height))) return undefined;
  const profile = icc && icc.toString('latin1', 16, 20) === space ? { profile: icc } : {};
  return { width, height, channels, data, orientation, filter: 'DCTDecode', ...profile };
}

/** Decoded so much smaller, all of the code is still read, and less than half of the work is left. */
const SMALLER = 8;

/** Whether every block of pixels can be read without a warning. */
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
