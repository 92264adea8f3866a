import { join } from 'node:path';
import sharp from 'sharp';
import { fittingResolution, pictureSize } from '../poppler/plan-runs.ts';
import { checkSize } from '../sharp/limits.ts';
import { pageSize } from '../sharp/pdf/page-size.ts';
import type { Picture } from '../sharp/picture.ts';
import { applyBackground, applyColour } from '../sharp/transforming/appearance.ts';
import { type DrawnPage, RESOLUTION } from './drawn-page.ts';

type Size = Pick<Picture, 'width' | 'height'>;

/** By how much the size of a picture may differ from the wanted one and stay as it is, which is sharper. */
const NEAR = 0.05;

/** Millimetres to the inch. */
const MILLIMETRES = 25.4;

/**
 * Poppler's weights for grey, in parts of 256. sharp converts by luminance, in which red letters are lost beside black ones,
 * and all letters in coloured noise.
 */
const [RED, GREEN, BLUE] = [77, 151, 28] as const;

/**
 * Renders a picture, grey and on white, as poppler would render a page with it.
 * @returns undefined where it has to be enlarged, since poppler's result has a higher confidence
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export async function drawPicture(picture: Picture, folder: string): Promise<DrawnPage | undefined> {
  checkSize(picture, 'pdf');
  const size = pageSize(picture, picture.metadata);
  const resolution = fittingResolution(size, RESOLUTION);
  const wanted = pictureSize(size, resolution);
  if (!isNear(picture, wanted) && (wanted.width > picture.width || wanted.height > picture.height)) return undefined;
  const { width, height } = isNear(picture, wanted) ? picture : wanted;
  const pixels = await greyPixels(picture, { width, height });
  const [path, dpi] = [join(folder, 'picture.tif'), (resolution * width) / wanted.width];
  await sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'none', xres: dpi / MILLIMETRES, yres: dpi / MILLIMETRES })
    .toFile(path);
  return { path, dpi, size };
}

function isNear(one: Size, other: Size): boolean {
  return Math.abs(one.width / other.width - 1) < NEAR && Math.abs(one.height / other.height - 1) < NEAR;
}

async function greyPixels(picture: Picture, { width, height }: Size): Promise<Uint8Array> {
  const image = applyColour(picture.open(), picture.metadata, { highDepth: false, grey: true });
  if (width !== picture.width || height !== picture.height) image.resize({ width, height, fit: 'fill' });
  const warnings: string[] = [];
  image.on('warning', (warning: string) => warnings.push(warning));
  const ground = applyBackground(image, picture, 'pdf', {});
  const { data, info } = await ground.raw().toBuffer({ resolveWithObject: true });
  picture.checkWarnings?.(warnings);
  const { channels } = info;
  if (info.width !== width || info.height !== height || (channels !== 1 && channels !== 3))
    throw new Error(`decoded ${info.width} x ${info.height} x ${channels} instead of ${width} x ${height}`);
  return channels === 1 ? data : greyOf(data);
}

function greyOf(colours: Uint8Array): Uint8Array {
  const grey = new Uint8Array(colours.length / 3);
  for (let index = 0, at = 0; index < grey.length; index += 1, at += 3)
    grey[index] = ((colours[at] ?? 0) * RED + (colours[at + 1] ?? 0) * GREEN + (colours[at + 2] ?? 0) * BLUE) >> 8;
  return grey;
}
