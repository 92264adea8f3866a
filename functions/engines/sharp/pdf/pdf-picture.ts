import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { EngineJob } from '../../engine.ts';
import { type Picture, type PictureRequest, STRICT, watched } from '../picture.ts';
import { contentsOf } from '../png-container.ts';
import { startOfFrame } from '../reading/read-jpeg.ts';
import { openColoured, planColours } from '../transforming/appearance.ts';
import { ENCODINGS } from '../writing/encodings.ts';

/** The picture of a page, encoded for PDF. */
export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  readonly data: Uint8Array;
  /** The ICC profile, where the colours are not sRGB. */
  readonly profile?: Uint8Array;
  /** The orientation, as in EXIF. */
  readonly orientation: number;
}

/** Sources that are usually lossy already. */
const LOSSY: readonly FormatName[] = ['jpg', 'webp', 'avif', 'heic'];

/**
 * Encodes a picture for a PDF page. A JPEG file is embedded as it is, and rotated by the page; only low quality makes a
 * smaller one.
 */
export async function encodePicture(
  picture: Picture,
  request: PictureRequest,
  { sourcePath, sourceFormat }: EngineJob,
): Promise<PdfPicture> {
  const original = sourceFormat === 'jpg' && isUnchanged(request) ? await embeddableJpeg(sourcePath) : undefined;
  if (original && request.quality !== 'low') return original;
  const encoded = await encode(picture, request, LOSSY.includes(sourceFormat));
  return original && original.data.length <= encoded.data.length ? original : encoded;
}

/** Whether the options leave the pixels of a JPEG as they are; `dpi` only changes the page. */
function isUnchanged({ options: { dpi: _, strip_metadata: strip = 'none', ...others } }: PictureRequest): boolean {
  return strip === 'none' && Object.keys(others).length === 0;
}

async function encode(picture: Picture, request: PictureRequest, isLossySource: boolean): Promise<PdfPicture> {
  const { metadata, width, height } = picture;
  const { quality, options } = request;
  const colourPlan = { ...planColours(picture, request), highDepth: false };
  const image = openColoured(picture, colourPlan, request);
  const lossy = quality === 'low' || options.image_quality !== undefined || isLossySource;
  const encoded = await watched(image, (watching) =>
    lossy ? encodeLossy(watching, picture, request) : encodeLossless(watching),
  );
  if (encoded.width !== width || encoded.height !== height) {
    throw new Error(`wrote ${encoded.width} x ${encoded.height} instead of ${width} x ${height}`);
  }
  return { ...encoded, orientation: 1, ...(colourPlan.profile && metadata.icc ? { profile: metadata.icc } : {}) };
}

type Encoded = Omit<PdfPicture, 'orientation'>;

async function encodeLossy(
  image: Sharp,
  { width, height, metadata }: Picture,
  { quality, options }: PictureRequest,
): Promise<Encoded> {
  // Some printers that render PDF themselves do not decode progressive JPEG.
  const traits = { pixels: width * height, metadata, options: { ...options, progressive: false } };
  const { data, info } = await ENCODINGS.jpg(image, traits, quality).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels, filter: 'DCTDecode' };
}

/** PDF embeds the compressed data of a PNG without change. */
async function encodeLossless(image: Sharp): Promise<Encoded> {
  const png = await image.png({ compressionLevel: 6, palette: false, progressive: false }).toBuffer();
  const { width, height, channels } = await sharp(png, { limitInputPixels: false }).metadata();
  return { data: Buffer.concat(contentsOf(png, 'IDAT')), width, height, channels, filter: 'FlateDecode' };
}

/** The start of frame markers that every PDF viewer decodes: baseline, extended and progressive, with Huffman coding. */
const HUFFMAN: readonly (number | undefined)[] = [0xffc0, 0xffc1, 0xffc2];
/** The colour space signatures of profiles, by the number of channels. */
const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ' };

/**
 * Takes a JPEG file as the picture of a page without encoding it.
 * @returns undefined where viewers may not decode it, or where it has any fault
 */
async function embeddableJpeg(path: string): Promise<PdfPicture | undefined> {
  const data = await readFile(path);
  const { width, height, channels, icc, orientation = 1 } = await sharp(data, { ...STRICT }).metadata();
  const space = SPACES[channels];
  if (!space || !HUFFMAN.includes(startOfFrame(data)) || !(await isFaultless(data, width, height))) return undefined;
  const profile = icc && icc.toString('latin1', 16, 20) === space ? { profile: icc } : {};
  return { width, height, channels, data, orientation, filter: 'DCTDecode', ...profile };
}

/** The shrink factor at which all data are still decoded, in less than half the time. */
const SMALLER = 8;

/** Whether the whole picture decodes without a warning. */
async function isFaultless(file: Buffer, width: number, height: number): Promise<boolean> {
  let warned = false;
  const [shown, high] = [width, height].map((side) => Math.max(1, Math.floor(side / SMALLER)));
  try {
    const image = sharp(file, { ...STRICT })
      .resize(shown, high, { fit: 'fill', kernel: 'nearest' })
      .raw();
    await image.on('warning', () => (warned = true)).toBuffer();
  } catch {
    return false;
  }
  return !warned;
}
