import sharp from 'sharp';
import { findSkew } from './find-skew.ts';
import { writeGrey } from './write-grey.ts';

/** The picture of a page with level lines. */
export interface StraightPicture {
  readonly path: string;
  /** Degrees clockwise by which it was rotated. */
  readonly skew: number;
}

/** Rotates the picture of a page whose lines are not level: from 3 degrees on, tesseract loses most of its lines. */
export async function straighten(path: string): Promise<StraightPicture> {
  const skew = await findSkew(path);
  if (skew === 0) return { path, skew };
  const rotated = sharp(path, { limitInputPixels: false }).rotate(skew, { background: '#fff' });
  return { path: await writeGrey(rotated, `${path}.straight.tif`), skew };
}
