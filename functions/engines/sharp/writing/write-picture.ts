import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { hasFormat } from '../../engine.ts';
import { runMagick } from '../../imagemagick/run-magick.ts';
import { checkSize } from '../limits.ts';
import { type Picture, type PictureRequest, watched } from '../picture.ts';
import { backgroundColour } from '../picture-options.ts';
import { setThreads } from '../settings.ts';
import { tracePicture } from '../tracing/trace-picture.ts';
import { openColoured, planColours } from '../transforming/appearance.ts';
import { addMetadata } from './add-metadata.ts';
import { ENCODINGS, type EncodingTraits } from './encodings.ts';
import { stripGps } from './strip-gps.ts';
import { declareAlpha } from './webp-alpha.ts';
import { writeApng } from './write-apng.ts';
import { writeBmp } from './write-bmp.ts';
import { longestIcon, writeIcon } from './write-icons.ts';

/** How a picture is written. */
export interface WriteRequest extends PictureRequest {
  /** Pixels of all pages, where the file has several. */
  readonly document?: number | undefined;
}

/** Writes a picture as a file of the target format. */
export async function writePicture(picture: Picture, request: WriteRequest, path: string): Promise<void> {
  const { target, quality, options } = request;
  checkSize(picture, target);
  const pixels = picture.width * picture.height * picture.frames;
  setThreads(target, pixels);
  const { metadata } = picture;
  const colourPlan = planColours(picture, request);
  const plain = () => openColoured(picture, { ...colourPlan, highDepth: false, toSrgb: true }, request);
  if (longestIcon(target)) return watched(plain(), (image) => writeIcon(image, picture, request, path));
  if (target === 'psd') return writePhotoshop(picture, request, path);
  if (target === 'bmp') return watched(plain(), (image) => writeBmp(image, options.dpi ?? metadata.density, path));
  if (target === 'svg') return watched(plain(), (image) => tracePicture(image, picture, request, path));
  if (target === 'apng') return writeApng(plain(), picture, path);
  if (!hasFormat(ENCODINGS, target)) throw new Error(`no encoder for ${target}`);
  const image = openColoured(picture, colourPlan, request);
  addMetadata(image, picture, request, colourPlan.profile ?? false);
  const traits = { pixels, metadata, document: request.document ?? pixels, options };
  await watched(image, () => ENCODINGS[target](image, traits, quality).toFile(path));
  if (target === 'webp' && mayBeSmallerExact(metadata, traits)) {
    const exact = { ...traits, options: { ...options, lossless: true } };
    const encoded = await watched(image.clone(), (again) => ENCODINGS.webp(again, exact, quality).toBuffer());
    if (encoded.length <= (await stat(path)).size) await writeFile(path, encoded);
  }
  await verify(picture, path);
  if (target === 'webp' && metadata.hasAlpha && backgroundColour(options, target)?.alpha !== 1)
    await declareAlpha(path);
  if (options.strip_metadata === 'gps') await stripGps(path);
}

/** The most pixels that are encoded twice. */
const MOST_TWICE = 4_000_000;

/** Whether a WebP picture may be smaller without loss: drawings in a palette mostly are, and their outlines stay sharp. */
function mayBeSmallerExact({ isPalette }: Metadata, { pixels, options = {} }: EncodingTraits): boolean {
  const asked = options.lossless ?? options.image_quality;
  return isPalette && asked === undefined && pixels <= MOST_TWICE;
}

/** Writes a Photoshop document with ImageMagick, from a lossless TIFF. */
async function writePhotoshop(picture: Picture, request: WriteRequest, path: string): Promise<void> {
  const tiff = `${path}.tiff`;
  await writePicture(picture, { ...request, target: 'tiff', quality: 'high' }, tiff);
  // Some readers refuse the last byte of rows that ImageMagick compresses.
  await runMagick(`tiff:${tiff}`, ['-compress', 'none'], `psd:${path}`, dirname(path));
  await rm(tiff);
}

/** Opens the result again and checks its size. */
async function verify({ width, height, frames }: Picture, path: string): Promise<void> {
  const { width: w, height: h, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  // Equal frames may have been merged into one with a longer delay.
  if (w !== width || h !== height || pages > frames) {
    throw new Error(`wrote ${pages} of ${w} x ${h} instead of ${frames} of ${width} x ${height}`);
  }
}
