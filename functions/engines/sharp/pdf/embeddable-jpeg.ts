import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { STRICT } from '../picture.ts';
import type { PictureOptions } from '../picture-options.ts';
import type { PdfPicture } from './pdf-picture.ts';

/** The kinds of JPEG that every PDF viewer decodes: baseline, extended and progressive, in Huffman code. */
const FRAMES = [0xffc0, 0xffc1, 0xffc2];
/** What profiles call the colours of pictures with so many channels. */
const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ' };

/**
 * A JPEG file as a page's picture without encoding it anew.
 * @returns nothing when it is of a kind that viewers may show otherwise, or has any fault
 */
export async function embeddableJpeg(
  path: string,
  { strip_metadata: strip = 'none' }: PictureOptions,
): Promise<PdfPicture | undefined> {
  const file = await readFile(path);
  const data = strip === 'none' ? file : withoutDescriptions(file);
  const { width, height, channels, icc, orientation = 1 } = await sharp(file, { ...STRICT }).metadata();
  const space = SPACES[channels];
  if (!space || !hasKnownFrame(file) || !(await isFaultless(data))) return undefined;
  const profile = icc && icc.toString('latin1', 16, 20) === space ? { profile: icc } : {};
  return { width, height, channels, data, orientation, filter: 'DCTDecode', ...profile };
}

function hasKnownFrame(file: Buffer): boolean {
  for (let at = 2; at + 4 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (FRAMES.includes(marker)) return true;
    // Another kind of frame, the pixels, or no marker at all.
    if (marker < 0xff01 || marker === 0xffda || (marker >= 0xffc3 && marker <= 0xffcf && marker !== 0xffc4))
      return false;
  }
  return false;
}

/** Whether every pixel can be decoded without a warning. */
async function isFaultless(file: Buffer): Promise<boolean> {
  let warned = false;
  try {
    const image = sharp(file, { ...STRICT })
      .extractChannel(0)
      .raw();
    await image.on('warning', () => (warned = true)).toBuffer();
  } catch {
    return false;
  }
  return !warned;
}

/** Segments with what is known about a picture: APP1 to APP13, APP15 and comments. Adobe's APP14 tells what its colours are. */
const isDescription = (marker: number) =>
  (marker >= 0xffe1 && marker <= 0xffef && marker !== 0xffee) || marker === 0xfffe;

/** The same picture without what its file says about it; the PDF says what is needed of that. */
function withoutDescriptions(file: Buffer): Buffer {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= file.length) {
    const marker = file.readUInt16BE(at);
    if (marker < 0xff01 || marker === 0xffda) break;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (!isDescription(marker)) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, file.subarray(at)]);
}
