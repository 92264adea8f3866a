import sharp from 'sharp';
import { inspect } from '../read/inspect.ts';

/** The size of a picture in pixels, and of its file. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** The end marker of a JPEG. Poppler writes the directory of a TIFF last, so that its metadata prove that it is complete. */
const END = Buffer.from('ffd9', 'hex');

/**
 * Reads the size of a rendered picture.
 * @throws Error when it is incomplete
 */
export async function readPictureSize(path: string): Promise<PictureSize> {
  const { width, height, format } = await sharp(path, { limitInputPixels: false }).metadata();
  return inspect(path, (read, bytes) => {
    if (format === 'jpeg' && !read(bytes - END.length, END.length).equals(END))
      throw new Error(`a picture of ${bytes} bytes is not complete`);
    return { width, height, bytes };
  });
}
