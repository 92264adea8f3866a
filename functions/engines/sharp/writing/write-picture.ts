import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { runMagick } from '../../imagemagick/run-magick.ts';
import { checkSize } from '../limits.ts';
import { type Picture, watched } from '../picture.ts';
import { backgroundColour, type PictureOptions } from '../picture-options.ts';
import { setThreads } from '../settings.ts';
import { tracePicture } from '../tracing/trace-picture.ts';
import { applyBackground, applyColour, keepMetadata, planColours } from '../transforming/appearance.ts';
import { ENCODINGS, type EncodedFormat, USUAL_DENSITY } from './encodings.ts';
import { stripGps } from './strip-gps.ts';
import { declareAlpha } from './webp-alpha.ts';
import { writeApng } from './write-apng.ts';
import { writeBmp } from './write-bmp.ts';
import { longestIcon, writeIcon } from './write-icons.ts';

/** How a picture is written. */
export interface WriteRequest {
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
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
  const open = (of = colourPlan) =>
    applyBackground(applyColour(picture.open(), metadata, of), picture, target, options);
  const plain = () => open({ ...colourPlan, highDepth: false, grey: false });
  if (longestIcon(target)) return watched(plain(), picture, (image) => writeIcon(image, picture, request, path));
  if (target === 'psd') return writePhotoshop(picture, request, path);
  if (target === 'bmp')
    return watched(plain(), picture, (image) => writeBmp(image, options.dpi ?? metadata.density, path));
  if (target === 'svg')
    return watched(plain(), picture, (image) =>
      tracePicture(image, picture, { quality, options, folder: dirname(path) }, path),
    );
  if (target === 'apng') return writeApng(plain(), picture, path);
  if (!isEncoded(target)) throw new Error(`no encoder for ${target}`);
  const image = open();
  addMetadata(image, picture, request, colourPlan);
  const traits = { hasAlpha: metadata.hasAlpha, pixels, metadata, document: request.document ?? pixels, options };
  await watched(image, picture, () => ENCODINGS[target](image, traits, quality).toFile(path));
  await verify(picture, path);
  if (target === 'webp' && metadata.hasAlpha && backgroundColour(options, target)?.alpha !== 255)
    await declareAlpha(path);
  if (options.strip_metadata === 'gps') await stripGps(path);
}

/** Writes a Photoshop document with ImageMagick, from a lossless TIFF. */
async function writePhotoshop(picture: Picture, request: WriteRequest, path: string): Promise<void> {
  const tiff = `${path}.tiff`;
  await writePicture(picture, { ...request, target: 'tiff', quality: 'high' }, tiff);
  // Some readers refuse the last byte of rows that ImageMagick compresses.
  await runMagick(`tiff:${tiff}`, ['-compress', 'none'], `psd:${path}`, dirname(path));
  await rm(tiff);
}

/** Adds metadata and density to the result. */
function addMetadata(
  image: Sharp,
  picture: Picture,
  { target, options: { dpi: asked, strip_metadata: strip = 'none' } }: WriteRequest,
  { profile = false }: { readonly profile?: boolean },
): void {
  keepMetadata(image, picture, target, { profile, strip });
  const dpi = asked ?? (strip === 'all' ? undefined : keptDensity(picture, target));
  if (dpi === undefined || !DENSITY_TARGETS.includes(target)) return;
  // Sharp writes the density to EXIF too, and would keep the source's EXIF with it.
  if (strip === 'all')
    image.withExif({ IFD0: { XResolution: `${dpi}/1`, YResolution: `${dpi}/1`, ResolutionUnit: '2' } });
  image.withDensity(dpi);
}

/**
 * The density that the library does not write by itself: it leaves that of a JPEG out, and for want of one it writes 25.4 into
 * a PNG and into EXIF.
 */
function keptDensity({ metadata: { density, exif } }: Picture, target: FormatName): number | undefined {
  if (density === undefined) return exif || target === 'png' ? USUAL_DENSITY : undefined;
  return target === 'jpg' && density > USUAL_DENSITY ? density : undefined;
}

/** Targets that state a density. */
const DENSITY_TARGETS: readonly FormatName[] = ['jpg', 'png', 'webp', 'avif', 'tiff'];

function isEncoded(target: FormatName): target is EncodedFormat {
  return Object.hasOwn(ENCODINGS, target);
}

/** Opens the result again and checks its size. */
async function verify({ width, height, frames }: Picture, path: string): Promise<void> {
  const { width: w, height: h, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  // Equal frames may have been merged into one with a longer delay.
  if (w !== width || h !== height || pages > frames) {
    throw new Error(`wrote ${pages} of ${w} x ${h} instead of ${frames} of ${width} x ${height}`);
  }
}
