import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Quality } from '../../conversion/quality.ts';
import type { EngineJob } from '../engine.ts';
import { runPoppler } from '../poppler/run-poppler.ts';
import { IMAGE_QUALITIES } from '../sharp/image-qualities.ts';
import { LIMITS } from '../sharp/limits.ts';
import { STRICT } from '../sharp/picture.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { type Dictionary, listPdf, type PdfListing, type PdfObject } from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/** The resolution that pictures are scaled to, in pixels per inch, and their JPEG quality. */
const SCALED = {
  low: { resolution: 100, quality: 50 },
  medium: { resolution: 150, quality: 60 },
} as const satisfies Partial<Record<Quality, { readonly resolution: number; readonly quality: number }>>;

/** Pictures up to this many times the resolution are left as they are: scaling gains little, and blurs them. */
const MUCH_FINER = 1.5;
/** The least pixels of a picture that becomes JPEG, as with qpdf. */
const LEAST_AREA = 128 * 128;
/** The most decompressed bytes of pictures at a time. */
const BATCH = 300_000_000;
/** The longest list of a file's pictures, in bytes. */
const OUTPUT_BYTES = 32 * 1024 * 1024;

/** A picture of a file with its object and its scale factor. */
interface FinePicture {
  readonly object: string;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3;
  readonly factor: number;
  /** Its bytes in the file. */
  readonly size: number;
}

/**
 * Scales down pictures whose resolution is much too high, where they are RGB or grey with 8 bits; and makes JPEG of those with
 * an ICC profile, which qpdf leaves as they are.
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
    for (const picture of batch) {
      const key = `obj:${picture.object.replace(',', ' ')} R`;
      const kept = picture.factor < 1 ? quality : IMAGE_QUALITIES.jpg[file.quality];
      const stream = await scaledStream(picture, listing.qpdf[1][key], kept);
      if (stream) objects[key] = { stream };
    }
  }
  if (!listed || Object.keys(objects).length === 0) return file;
  return updateObjects(file, listed, objects, 'scaled');
}

/** The pictures whose resolution is much too high wherever they are shown. */
async function finePictures(file: EngineJob, resolution: number): Promise<FinePicture[]> {
  const { stdout } = await runPoppler('pdfimages', ['-list', file.sourcePath], file, OUTPUT_BYTES);
  const found = new Map<string, FinePicture | undefined>();
  for (const line of stdout.split('\n').slice(2)) {
    const { type, object, picture } = shownPicture(line, resolution);
    // The object of a mask is its picture's.
    if (type === 'smask' || type === 'mask') continue;
    const known = found.get(object);
    // A picture that is also a mask, or is shown larger elsewhere, is not scaled further.
    const both = !found.has(object) || (known && picture && known.factor < picture.factor) ? picture : known;
    found.set(object, picture && both);
  }
  return [...found.values()].filter((picture) => picture !== undefined);
}

/** Parses a line of the list: one use of a picture. */
function shownPicture(line: string, resolution: number) {
  const columns = line.trim().split(/ +/);
  const [
    ,
    ,
    type,
    across,
    down,
    color = '',
    components,
    bits,
    encoding = '',
    ,
    number,
    generation,
    ppi,
    high,
    size = '',
  ] = columns;
  const [width, height, channels] = [across, down, components].map(Number) as [number, number, number];
  const finest = resolution / Math.min(Number(ppi), Number(high));
  const factor = finest < 1 / MUCH_FINER ? finest : 1;
  const isPlain =
    type === 'image' && bits === '8' && (channels === 1 || channels === 3) && ['gray', 'rgb', 'icc'].includes(color);
  const fits = isPlain && ['jpeg', 'image'].includes(encoding) && width * height <= LIMITS.pixels;
  const picture = {
    object: `${number},${generation}`,
    width,
    height,
    channels: channels as 1 | 3,
    factor,
    size: bytesOf(size),
  };
  // Qpdf makes JPEG of others.
  const isLeft = color === 'icc' && encoding === 'image' && width * height >= LEAST_AREA;
  return { type, object: picture.object, picture: fits && (factor < 1 || isLeft) ? picture : undefined };
}

/** Parses a size: a number and a unit's letter. */
function bytesOf(size: string): number {
  return Number.parseFloat(size) * ({ K: 1024, M: 1024 ** 2, G: 1024 ** 3 }[size.at(-1) ?? ''] ?? 1);
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

/** Scales the stream of a picture; undefined where that fails, or would make it no smaller. */
async function scaledStream(picture: FinePicture, object: PdfObject | undefined, quality: number) {
  if (!object || !('stream' in object) || !object.stream.datafile) return undefined;
  const { dict, datafile } = object.stream;
  const { '/Filter': filter, '/DecodeParms': _, '/Length': __, ...rest } = dict;
  const isJpeg = filter === '/DCTDecode';
  if ((filter && !isJpeg) || rest['/Decode'] || Array.isArray(rest['/Mask']) || rest['/ImageMask'] === true)
    return undefined;
  const width = Math.max(1, Math.round(picture.width * picture.factor));
  const height = Math.max(1, Math.round(picture.height * picture.factor));
  const { channels } = picture;
  try {
    const bytes = await readFile(datafile);
    const raw = { raw: { width: picture.width, height: picture.height, channels } };
    const image = sharp(bytes, isJpeg ? { ...STRICT, ignoreIcc: true } : { ...STRICT, ...raw });
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
    const scaled: Dictionary = { ...rest, '/Width': width, '/Height': height, '/Filter': '/DCTDecode' };
    return { dict: scaled, datafile };
  } catch {
    // A picture that sharp cannot read stays as it is.
    await rm(datafile, { force: true });
    return undefined;
  }
}
