import sharp from 'sharp';
import type { PageSize } from '../poppler/pdf-job.ts';
import { drawing, editLayer } from './edit-layer.ts';
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

/** Where a text layer lies on its page. */
interface Placement extends PageSize {
  /** Degrees clockwise by which the picture was rotated. */
  readonly skew: number;
  /** By how much the layer is enlarged. */
  readonly scale: number;
  readonly folder: string;
}

/**
 * Enlarges the text layer of a picture to the size of its page, in points, and rotates it back around the middle.
 * @returns the path of the text layer that lies behind the page as it is
 */
export async function fitLayer(layer: string, { skew, scale, folder, width, height }: Placement): Promise<string> {
  return editLayer(layer, { folder, name: 'fit' }, ({ page, reference, unused }) => {
    const [, , across = 0, down = 0] = page['/MediaBox'] as number[];
    const angle = (skew * Math.PI) / 180;
    const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
    const [x, y] = [across / 2, down / 2];
    const matrix = [cos, sin, -sin, cos, width / 2 - x * cos + y * sin, height / 2 - x * sin - y * cos];
    return {
      [`obj:${unused}`]: drawing(`${matrix.map((value) => value.toFixed(5)).join(' ')} cm\n`),
      [`obj:${reference}`]: {
        value: { ...page, '/MediaBox': [0, 0, width, height], '/Contents': [unused, page['/Contents'] ?? null] },
      },
    };
  });
}
