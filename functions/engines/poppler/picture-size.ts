import sharp from 'sharp';
import { inspect } from '../read/inspect.ts';

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
  return inspect(path, (read, bytes) => {
    if (format === 'jpeg' && !read(bytes - END.length, END.length).equals(END))
      throw new Error(`a picture of ${bytes} bytes is not complete`);
    return { width, height, bytes };
  });
}
