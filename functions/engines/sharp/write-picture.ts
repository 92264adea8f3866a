import sharp from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';
import type { Quality } from '../../conversion/quality.ts';
import { applyColour, isDeep, keepMetadata, keepsProfile } from './appearance.ts';
import { ENCODINGS, type EncodedFormat } from './encodings.ts';
import { checkSize } from './limits.ts';
import type { Picture } from './picture.ts';
import { writeApng } from './write-apng.ts';
import { writeBmp } from './write-bmp.ts';
import { writeIco } from './write-ico.ts';

/**
 * Writes a picture as a file of the target format.
 * @param document pixels of all pages of its file, when it has several
 */
export async function writePicture(
  picture: Picture,
  target: FormatName,
  quality: Quality,
  path: string,
  document?: number,
): Promise<void> {
  checkSize(picture, target);
  if (target === 'ico') return writeIco(picture, path);
  if (target === 'bmp') return writeBmp(picture, path);
  if (target === 'apng') return writeApng(picture, path);
  if (!isEncoded(target)) throw new Error(`no encoder for ${target}`);
  const { metadata } = picture;
  const deep = isDeep(metadata, target, quality);
  const wish = { deep, grey: true, profile: keepsProfile(metadata, target) };
  const image = keepMetadata(applyColour(picture.open(), metadata, wish), picture, target);
  const warnings: string[] = [];
  image.on('warning', (warning: string) => warnings.push(warning));
  if (target === 'jpg') image.flatten({ background: '#fff' });
  const encode = ENCODINGS[target][quality];
  const pixels = picture.width * picture.height * picture.frames;
  await encode(image, { hasAlpha: metadata.hasAlpha, pixels, metadata, document: document ?? pixels }).toFile(path);
  picture.judge?.(warnings);
  await verify(picture, path);
}

function isEncoded(target: FormatName): target is EncodedFormat {
  return Object.hasOwn(ENCODINGS, target);
}

/** The result is opened again: what cannot be read, or is another size, is no result. */
async function verify({ width, height, frames }: Picture, path: string): Promise<void> {
  const { width: w, height: h, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  // Equal frames in a row may have become one that is shown longer.
  if (w !== width || h !== height || pages > frames) {
    throw new Error(`wrote ${pages} of ${w} x ${h} instead of ${frames} of ${width} x ${height}`);
  }
}
