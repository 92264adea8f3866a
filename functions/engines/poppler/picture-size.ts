import { readFile } from 'node:fs/promises';
import { readTiffPage } from './tiff-page.ts';

/** The size of a picture in pixels, and of its file. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/**
 * Reads the size of a picture that we had drawn from its own header, and sees that the file is complete.
 * @throws Error when it is no such picture
 */
export async function readPictureSize(path: string): Promise<PictureSize> {
  const file = await readFile(path);
  const size = jpegSize(file) ?? tiffSize(file);
  if (!size) throw new Error(`a picture of ${file.length} bytes is not complete`);
  return { ...size, bytes: file.length };
}

type Size = Omit<PictureSize, 'bytes'>;

/** Walks the segments up to the frame header (SOF0 to SOF2). */
function jpegSize(file: Buffer): Size | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8 || file.readUInt16BE(file.length - 2) !== 0xffd9)
    return undefined;
  for (let at = 2; at + 9 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
  }
  return undefined;
}

function tiffSize(file: Buffer): Size | undefined {
  if (file.length < 8 || file.toString('latin1', 0, 4) !== 'II*\0') return undefined;
  const { width, height } = readTiffPage(file);
  return { width, height };
}
