import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { type Picture, watched } from '../picture.ts';
import type { PictureOptions } from '../picture-options.ts';
import { readChunks } from '../png-container.ts';
import { applyBackground, applyColour, planColours } from '../transforming/appearance.ts';
import { ENCODINGS } from '../writing/encodings.ts';
import { embeddableJpeg } from './embeddable-jpeg.ts';

/** The pixels of a page, encoded as PDF knows it. */
export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly filter: 'DCTDecode' | 'FlateDecode';
  readonly data: Uint8Array;
  /** The colour profile, when its colours are not those of a screen. */
  readonly profile?: Uint8Array;
  /** As EXIF counts them: how the pixels are turned to be upright. */
  readonly orientation: number;
}

/** Sources whose pixels have been through a lossy encoder before. */
const LOSSY: readonly FormatName[] = ['jpg', 'webp', 'avif', 'heic'];

/** Where a page's picture comes from. */
export interface PdfSource {
  readonly path: string;
  readonly format: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
}

/**
 * Encodes a picture for a PDF page. A JPEG file is taken as it is, turned by the page and not by encoding it anew; only
 * for low quality a smaller one is made.
 */
export async function encodePicture(picture: Picture, source: PdfSource): Promise<PdfPicture> {
  const original = isTakenAsItIs(source) ? await embeddableJpeg(source.path) : undefined;
  if (original && source.quality !== 'low') return original;
  const encoded = await encode(picture, source);
  return original && original.data.length <= encoded.data.length ? original : encoded;
}

/** How large the page is says nothing of the pixels. */
function isTakenAsItIs({ format, options: { dpi: _, strip_metadata: strip = 'none', ...others } }: PdfSource): boolean {
  return format === 'jpg' && strip === 'none' && Object.keys(others).length === 0;
}

async function encode(picture: Picture, { format, quality, options }: PdfSource): Promise<PdfPicture> {
  const { metadata, width, height } = picture;
  const colourPlan = { ...planColours(picture, { target: 'pdf', quality, options }), highDepth: false };
  const image = applyBackground(applyColour(picture.open(), metadata, colourPlan), picture, 'pdf', options);
  const lossy = quality === 'low' || options.image_quality !== undefined || LOSSY.includes(format);
  const encoded = await watched(image, picture, (watching) =>
    lossy ? encodeLossy(watching, picture, { quality, options }) : encodeLossless(watching),
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
  { quality, options }: Pick<PdfSource, 'quality' | 'options'>,
): Promise<Encoded> {
  // Not every printer that draws PDF files by itself reads a JPEG in several scans.
  const traits = { hasAlpha: false, pixels: width * height, metadata, options: { ...options, progressive: false } };
  const { data, info } = await ENCODINGS.jpg(image, traits, quality).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels, filter: 'DCTDecode' };
}

/** The compressed pixels of a PNG file are what a PDF file holds, too. */
async function encodeLossless(image: Sharp): Promise<Encoded> {
  const png = await image.png({ compressionLevel: 6, palette: false, progressive: false }).toBuffer();
  const { width, height, channels } = await sharp(png, { limitInputPixels: false }).metadata();
  const chunks = [...readChunks(png)].flatMap(({ type, content }) => (type === 'IDAT' ? [content] : []));
  return { data: Buffer.concat(chunks), width, height, channels, filter: 'FlateDecode' };
}
