import { open } from 'node:fs/promises';
import sharp from 'sharp';

/** The size of a picture in pixels, and of its file. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** What a JPEG ends with. A TIFF names its size behind its pixels, where poppler writes it last. */
const END = Buffer.from('ffd9', 'hex');

/**
 * The size of a picture that we had drawn, which has to be complete.
 * @throws Error when it is no such picture
 */
export async function readPictureSize(path: string): Promise<PictureSize> {
  const { width, height, format } = await sharp(path, { limitInputPixels: false }).metadata();
  const file = await open(path);
  try {
    const { size: bytes } = await file.stat();
    const { buffer: end } = await file.read(Buffer.alloc(END.length), 0, END.length, bytes - END.length);
    if (format === 'jpeg' && !end.equals(END)) throw new Error(`a picture of ${bytes} bytes is not complete`);
    return { width, height, bytes };
  } finally {
    await file.close();
  }
}
