import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Dictionary, dictionaryAt, listPdf } from '../qpdf/join/list-pdf.ts';
import { writeUpdate } from '../qpdf/join/write-update.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { findSkew } from './find-skew.ts';

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
  const straight = `${path}.straight.tif`;
  const rotated = sharp(path, { limitInputPixels: false }).rotate(skew, { background: '#fff' }).toColourspace('b-w');
  await writeFile(straight, await rotated.tiff({ compression: 'none' }).toBuffer());
  return { path: straight, skew };
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
  const { listing } = await listPdf(layer, folder);
  const [{ maxobjectid: last }, objects] = listing.qpdf;
  const reference = listing.pages[0]?.object ?? '';
  const page: Dictionary = dictionaryAt(reference, objects);
  const [, , across = 0, down = 0] = page['/MediaBox'] as number[];
  const angle = (skew * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [across / 2, down / 2];
  const matrix = [cos, sin, -sin, cos, width / 2 - x * cos + y * sin, height / 2 - x * sin - y * cos];
  const turn = `${matrix.map((value) => value.toFixed(5)).join(' ')} cm\n`;
  const added = `${last + 1} 0 R`;
  const updateFromJson = await writeUpdate(join(folder, 'skew.json'), listing.qpdf, {
    [`obj:${added}`]: { stream: { dict: {}, data: Buffer.from(turn).toString('base64') } },
    [`obj:${reference}`]: {
      value: { ...page, '/MediaBox': [0, 0, width, height], '/Contents': [added, page['/Contents'] ?? null] },
    },
  });
  const path = `${layer}.skewed.pdf`;
  await runQpdf({ inputFile: layer, outputFile: path, updateFromJson }, folder);
  return path;
}
