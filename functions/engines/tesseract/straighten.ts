import sharp from 'sharp';
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

/**
 * Rotates the text layer of a straightened picture back, around the middle of its page.
 * @param size of the page, in points
 * @returns the path of the text layer that lies behind the page as it is
 */
export async function skewBack(
  layer: string,
  skew: number,
  { folder, width, height }: { readonly folder: string; readonly width: number; readonly height: number },
): Promise<string> {
  return editLayer(layer, { folder, name: 'skew' }, ({ page, reference, unused }) => {
    const [, , across = 0, down = 0] = page['/MediaBox'] as number[];
    const angle = (skew * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
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
