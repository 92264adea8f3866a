import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Quality } from '../../conversion/quality.ts';
import type { EngineJob } from '../engine.ts';
import { STRICT } from '../sharp/picture.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { IMAGE_QUALITIES } from '../sharp/writing/encodings.ts';
import { type FinePicture, finePictures } from './fine-pictures.ts';
import {
  type Dictionary,
  dictionaryAt,
  listAt,
  listPdf,
  type PdfListing,
  type PdfObject,
  type PdfObjects,
  type Value,
} from './join/list-pdf.ts';
import { runMupdf } from './run-mupdf.ts';
import { updateObjects } from './update-objects.ts';

/** The resolution that pictures are scaled to, in pixels per inch, and their JPEG quality. */
const SCALED = {
  low: { resolution: 100, quality: 50 },
  medium: { resolution: 150, quality: 60 },
} as const satisfies Partial<Record<Quality, { readonly resolution: number; readonly quality: number }>>;

/** The most decompressed bytes of pictures at a time. */
const BATCH = 300_000_000;
/** The colour spaces of pictures by their channels, for sharp and in PDF files. */
const SPACES = { 1: 'b-w', 3: 'srgb', 4: 'cmyk' } as const;
const DEVICES = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;
/** The largest share of its bytes that a picture takes afterwards, where it keeps its pixels. */
const WORTH = 0.8;
/** The marker of JPEG files whose CMYK samples sharp reads and writes in the same way. */
const ADOBE = Buffer.from('\xff\xee\0\x0eAdobe', 'latin1');

/**
 * Scales down pictures whose resolution is much too high, with 8 bits a sample: RGB, grey, with a palette, and JPEG in CMYK; and
 * makes JPEG of what qpdf leaves as it is: with ICC profiles, with palettes, JPEG 2000, and JPEG of a needlessly high quality.
 * @returns a copy with such pictures, or the file itself where there are none
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function scalePictures(file: EngineJob): Promise<EngineJob> {
  if (file.quality === 'high') return file;
  const { resolution, quality } = SCALED[file.quality];
  // Without a list of its pictures a file is only larger.
  const fine = await finePictures(file, resolution).catch(() => []);
  if (fine.length === 0) return file;
  prepareSharp();
  const objects: Record<string, PdfObject> = {};
  let listed: PdfListing['qpdf'] | undefined;
  const palettes = fine.some(({ hasPalette }) => hasPalette) ? await listObjects(file) : {};
  for (const batch of batchesOf(fine)) {
    const wanted = batch.map(({ object }) => object);
    const { listing, faulty } = await listPdf(file.sourcePath, file.folder, wanted, join(file.folder, 'stream'));
    // A faulty file is left as it is: its repair has to be checked first.
    if (faulty) return file;
    listed = listing.qpdf;
    const decoded = await decodePictures(file, batch.filter(({ isForeign }) => isForeign).map(numberOf));
    for (const picture of batch) {
      const key = `obj:${picture.object.replace(',', ' ')} R`;
      const kept = picture.factor < 1 ? quality : IMAGE_QUALITIES.jpg[file.quality];
      const space = picture.hasPalette ? rgbOf(palettes[key], palettes) : undefined;
      const stream = await scaledStream({ ...picture, space }, listing.qpdf[1][key], kept, decoded(numberOf(picture)));
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
 * Decodes pictures of a file to PNG files, in their own colour spaces.
 * @param objects their numbers
 * @returns their paths, by number; where MuPDF cannot decode a picture there is no file
 */
async function decodePictures(file: EngineJob, objects: readonly number[]): Promise<(object: number) => string> {
  const folder = join(file.folder, 'decoded');
  if (objects.length > 0) {
    await mkdir(folder, { recursive: true });
    const args = ['extract', file.sourcePath, ...objects.map(String)];
    await runMupdf(args, { folder, source: file.sourcePath }).catch(() => undefined);
  }
  return (object) => join(folder, `image-${String(object).padStart(4, '0')}.png`);
}

/** All objects of a file; none where there are too many. */
async function listObjects(file: EngineJob): Promise<PdfObjects> {
  return listPdf(file.sourcePath, file.folder).then(
    ({ listing }) => listing.qpdf[1],
    () => ({}),
  );
}

/** The colour space of a picture's palette; undefined where it is none of RGB. */
function rgbOf(object: PdfObject | undefined, objects: PdfObjects): Value | undefined {
  const space = object && 'stream' in object ? object.stream.dict['/ColorSpace'] : undefined;
  const [family, base] = listAt(space, objects);
  if (family !== '/Indexed') return undefined;
  const [kind, profile] = listAt(base, objects);
  const isRgb = kind === '/ICCBased' ? dictionaryAt(profile, objects)['/N'] === 3 : kind === '/CalRGB';
  return base === '/DeviceRGB' || isRgb ? base : undefined;
}

/**
 * Scales the stream of a picture.
 * @param picture with the colour space of its palette, if it has one
 * @param decoded the path of a PNG file, for JPEG 2000 and palettes
 * @returns undefined where that fails, or would make it no smaller
 */
async function scaledStream(
  picture: FinePicture & { readonly space: Value | undefined },
  object: PdfObject | undefined,
  quality: number,
  decoded: string,
) {
  if (!object || !('stream' in object) || !object.stream.datafile) return undefined;
  const { dict, datafile } = object.stream;
  const { '/Filter': filter, '/DecodeParms': _, '/Length': __, '/SMaskInData': inside, ...rest } = dict;
  const { channels, space, factor, hasPalette } = picture;
  if (Array.isArray(rest['/Mask']) || rest['/ImageMask'] === true || inside) return undefined;
  // In CMYK it says whether samples are inverted, which they stay.
  if (rest['/Decode'] && channels !== 4) return undefined;
  if (hasPalette && space === undefined) return undefined;
  const width = Math.max(1, Math.round(picture.width * factor));
  const height = Math.max(1, Math.round(picture.height * factor));
  try {
    const image = await openStream(picture, datafile, dict, decoded);
    const known = await image.metadata();
    if (known.width !== picture.width || known.height !== picture.height || known.channels !== channels)
      throw new Error('the picture differs from the list');
    const samples = SPACES[channels];
    const data = await image
      .pipelineColourspace(samples)
      .resize({ width, height, fit: 'fill' })
      .toColourspace(samples)
      .jpeg({ quality, quantisationTable: 3, overshootDeringing: true })
      .toBuffer();
    if (data.length >= (factor < 1 ? 1 : WORTH) * picture.size) throw new Error('no smaller');
    await writeFile(datafile, data);
    const scaled: Dictionary = {
      '/ColorSpace': DEVICES[channels],
      ...rest,
      ...(space !== undefined && { '/ColorSpace': space }),
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
  { isForeign, width, height, channels }: FinePicture,
  path: string,
  dict: Dictionary,
  decoded: string,
) {
  const { '/Filter': filter, '/DecodeParms': params } = dict;
  const filters = Array.isArray(filter) ? filter : filter ? [filter] : [];
  const encoded = { ...STRICT, ignoreIcc: true };
  if (isForeign) return sharp(await readFile(decoded), encoded);
  const bytes = await readFile(path);
  if (filters.length === 0) return sharp(bytes, { ...STRICT, raw: { width, height, channels } });
  const [first, ...more] = filters;
  const isDeflated = first === '/FlateDecode' && !(Array.isArray(params) ? params : [params]).some(Boolean);
  const jpeg = isDeflated ? inflateSync(bytes, { maxOutputLength: width * height * channels + 65_536 }) : bytes;
  if ((isDeflated ? more : filters).join() !== '/DCTDecode') throw new Error('other filters');
  if (channels === 4 && !jpeg.includes(ADOBE)) throw new Error('CMYK of an unknown kind');
  return sharp(jpeg, encoded);
}
