import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { applyColour, keepsProfile } from '../appearance.ts';
import { ENCODINGS } from '../encodings.ts';
import type { Picture } from '../picture.ts';
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
}

/**
 * Encodes a picture for a PDF page. A JPEG file is taken as it is, turned by the page and not by encoding it anew; only
 * for low quality a smaller one is made.
 */
export async function encodePicture(picture: Picture, source: PdfSource): Promise<PdfPicture> {
  const original = source.format === 'jpg' ? await embeddableJpeg(source.path) : undefined;
  if (original && source.quality !== 'low') return original;
  const encoded = await encode(picture, source);
  return original && original.data.length <= encoded.data.length ? original : encoded;
}

async function encode(picture: Picture, { format, quality }: PdfSource): Promise<PdfPicture> {
  const { metadata, width, height } = picture;
  const warnings: string[] = [];
  const profile = keepsProfile(metadata, 'pdf');
  const wish = { deep: false, grey: true, profile };
  const image = applyColour(picture.open(), metadata, wish).flatten({ background: '#fff' });
  image.on('warning', (warning: string) => warnings.push(warning));
  const lossy = quality === 'low' || LOSSY.includes(format);
  const encoded = lossy ? await encodeLossy(image, picture, quality) : await encodeLossless(image);
  picture.judge?.(warnings);
  if (encoded.width !== width || encoded.height !== height) {
    throw new Error(`wrote ${encoded.width} x ${encoded.height} instead of ${width} x ${height}`);
  }
  return { ...encoded, orientation: 1, ...(profile && metadata.icc ? { profile: metadata.icc } : {}) };
}

type Encoded = Omit<PdfPicture, 'orientation'>;

async function encodeLossy(image: Sharp, { metadata, width, height }: Picture, quality: Quality): Promise<Encoded> {
  const traits = { metadata, hasAlpha: false, pixels: width * height };
  const { data, info } = await ENCODINGS.jpg[quality](image, traits).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels, filter: 'DCTDecode' };
}

/** The compressed pixels of a PNG file are what a PDF file holds, too. */
async function encodeLossless(image: Sharp): Promise<Encoded> {
  const png = await image.png({ compressionLevel: 6, palette: false, progressive: false }).toBuffer();
  const { width, height, channels } = await sharp(png, { limitInputPixels: false }).metadata();
  return { data: Buffer.concat(pixelChunks(png)), width, height, channels, filter: 'FlateDecode' };
}

function pixelChunks(png: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const start = at + 8;
    if (png.toString('latin1', at + 4, start) === 'IDAT')
      chunks.push(png.subarray(start, start + png.readUInt32BE(at)));
  }
  return chunks;
}
