import sharp from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import { hasFormat } from '../../engine.ts';
import { readSvg } from '../drawing/read-svg.ts';
import { ANIMATED_TARGETS } from '../limits.ts';
import { type Reader, sharpPicture } from '../picture.ts';
import { asStill, frameIndex } from './choose-frame.ts';
import { readBmp, readCur, readIco } from './read-by-magick.ts';
import { readGif } from './read-gif.ts';
import { readAvif, readHeif } from './read-heif.ts';
import { readIcns } from './read-icons.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPhotoshop } from './read-photoshop.ts';
import { readTiff } from './read-tiff.ts';

const readAnimated: Reader = async ({ path, target, options: { frame } }) => [
  async () => {
    if (frame === undefined) return sharpPicture(path, { animated: ANIMATED_TARGETS.includes(target) });
    const { pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
    return asStill(await sharpPicture(path, { page: frameIndex(frame, pages) }));
  },
];

/** Reads a PNG, or the default image of an animated one. */
const readPng: Reader = async ({ path }) => [() => sharpPicture(path)];

/** The reader of each format. */
export const READERS: Partial<Record<FormatName, Reader>> = {
  jpg: readJpeg,
  png: readPng,
  apng: readPng,
  webp: readAnimated,
  gif: readGif,
  avif: readAvif,
  heic: readHeif,
  tiff: readTiff,
  svg: readSvg,
  bmp: readBmp,
  ico: readIco,
  cur: readCur,
  icns: readIcns,
  psd: readPhotoshop,
};

/** The layers with the tools that readers run. */
const LAYERS: Partial<Record<FormatName, string>> = {
  avif: 'heif',
  heic: 'heif',
  svg: 'resvg',
  bmp: 'imagemagick',
  ico: 'imagemagick',
  cur: 'imagemagick',
  psd: 'imagemagick',
};

/** Whether an engine with these layers can read a format. */
export function isReadableWith(layers: readonly string[], format: FormatName): boolean {
  const layer = LAYERS[format];
  return hasFormat(READERS, format) && (layer === undefined || layers.includes(layer));
}
