import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Quality } from '../../conversion/quality.ts';
import type { EngineJob } from '../engine.ts';
import { IMAGE_QUALITIES } from '../sharp/image-qualities.ts';
import { STRICT } from '../sharp/picture.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { decodePictures } from './decode-pictures.ts';
import { type FinePicture, finePictures } from './fine-pictures.ts';
import { type Dictionary, listPdf, type PdfListing, type PdfObject } from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/** The resolution that pictures are scaled to, in pixels per inch, and their JPEG quality. */
const SCALED = {
  low: { resolution: 100, quality: 50 },
  medium: { resolution: 150, quality: 60 },
} as const satisfies Partial<Record<Quality, { readonly resolution: number; readonly quality: number }>>;

/** The most decompressed bytes of pictures at a time. */
const BATCH = 300_000_000;
/**
 * Scales down pictures whose resolution is much too high, where they are RGB or grey with 8 bits; and makes JPEG of those with
 * an ICC profile, and of JPEG 2000, which qpdf leaves as they are.
 * @returns a copy with such pictures, or the file itself where there are none
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function scalePictures(file: EngineJob): Promise<EngineJob> {
  if (file.quality === 'high') return file;
  const { resolution, quality } = SCALED[file.quality];
  const fine = await finePictures(file, resolution);
  if (fine.length === 0) return file;
  prepareSharp();
  const objects: Record<string, PdfObject> = {};
  let listed: PdfListing['qpdf'] | undefined;
  for (const batch of batchesOf(fine)) {
    const wanted = batch.map(({ object }) => object);
    const { listing, faulty } = await listPdf(file.sourcePath, file.folder, wanted, join(file.folder, 'stream'));
    // A faulty file is left as it is: its repair has to be checked first.
    if (faulty) return file;
    listed = listing.qpdf;
    const decoded = await decodePictures(file, batch.filter(({ isJpx }) => isJpx).map(numberOf));
    for (const picture of batch) {
      const key = `obj:${picture.object.replace(',', ' ')} R`;
      const kept = picture.factor < 1 ? quality : IMAGE_QUALITIES.jpg[file.quality];
      const stream = await scaledStream(picture, listing.qpdf[1][key], kept, decoded(numberOf(picture)));
      if (stream) objects[key] = { stream };
    }
  }
  if (!listed || Object.keys(objects).length === 0) return file;
  return updateObjects(file, listed, objects, 'scaled');
}

function numberOf({ object }: FinePicture): number {
  return Number.parseInt(object, 10);
}

function batchesOf(pictures: readonly FinePicture[]): FinePicture[][] {
  const batches: FinePicture[][] = [[]];
  let bytes = 0;
  for (const picture of pictures) {
    bytes += picture.width * picture.height * picture.channels;
    if (bytes > BATCH && batches.at(-1)?.length) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(picture);
  }
  return batches;
}

/**
 * Scales the stream of a picture.
 * @param decoded the path of a PNG file, for JPEG 2000
 * @returns undefined where that fails, or would make it no smaller
 */
async function scaledStream(picture: FinePicture, object: PdfObject | undefined, quality: number, decoded: string) {
  if (!object || !('stream' in object) || !object.stream.datafile) return undefined;
  const { dict, datafile } = object.stream;
  const { '/Filter': filter, '/DecodeParms': _, '/Length': __, '/SMaskInData': inside, ...rest } = dict;
  if (rest['/Decode'] || Array.isArray(rest['/Mask']) || rest['/ImageMask'] === true || inside) return undefined;
  const width = Math.max(1, Math.round(picture.width * picture.factor));
  const height = Math.max(1, Math.round(picture.height * picture.factor));
  const { channels } = picture;
  try {
    const image = await openStream(picture, datafile, dict, decoded);
    const known = await image.metadata();
    if (known.width !== picture.width || known.height !== picture.height || known.channels !== channels)
      throw new Error('the picture differs from the list');
    const data = await image
      .resize({ width, height, fit: 'fill' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .jpeg({ quality, quantisationTable: 3, overshootDeringing: true })
      .toBuffer();
    if (data.length >= picture.size) throw new Error('no smaller');
    await writeFile(datafile, data);
    const scaled: Dictionary = {
      '/ColorSpace': channels === 1 ? '/DeviceGray' : '/DeviceRGB',
      ...rest,
      '/BitsPerComponent': 8,
      '/Width': width,
      '/Height': height,
      '/Filter': '/DCTDecode',
    };
    return { dict: scaled, datafile };
  } catch {
    // A picture that sharp cannot read stays as it is.
    await rm(datafile, { force: true });
    return undefined;
  }
}

/** Opens a picture, whose profile stays in its file. @throws Error where its filters are others */
async function openStream(
  { isJpx, width, height, channels }: FinePicture,
  path: string,
  dict: Dictionary,
  decoded: string,
) {
  const { '/Filter': filter, '/DecodeParms': params } = dict;
  const filters = Array.isArray(filter) ? filter : filter ? [filter] : [];
  const encoded = { ...STRICT, ignoreIcc: true };
  if (isJpx) return sharp(await readFile(decoded), encoded);
  const bytes = await readFile(path);
  if (filters.length === 0) return sharp(bytes, { ...STRICT, raw: { width, height, channels } });
  const [first, ...more] = filters;
  const isDeflated = first === '/FlateDecode' && !(Array.isArray(params) ? params : [params]).some(Boolean);
  const jpeg = isDeflated ? inflateSync(bytes, { maxOutputLength: width * height * channels + 65_536 }) : bytes;
  if ((isDeflated ? more : filters).join() !== '/DCTDecode') throw new Error('other filters');
  return sharp(jpeg, encoded);
}
