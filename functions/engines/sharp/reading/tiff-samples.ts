import sharp, { type Metadata, type Sharp } from 'sharp';
import { tooComplex } from '../../refusals.ts';
import { LIMITS } from '../limits.ts';
import type { Picture } from '../picture.ts';

/** Sample types that libvips reads but does not scale to the range of a screen. */
const UNUSUAL: readonly string[] = ['uint', 'int', 'short', 'char', 'float', 'double'];
const WHITE = 65_535;
/** The usual maxima of samples; other ranges are stretched from the darkest to the brightest sample. */
const RANGES = [1, 255, 65_535, 4_294_967_295];

/** Scales 32-bit, signed or floating-point samples, as instruments write them, to 16 bits. */
export async function normaliseSamples(picture: Picture): Promise<Picture> {
  const { metadata } = picture;
  const known = metadata.space === 'srgb' || metadata.space === 'b-w';
  if (!known || !UNUSUAL.includes(metadata.depth)) return picture;
  if (picture.width * picture.height * metadata.channels * 8 > LIMITS.pixels * 6) {
    throw tooComplex('The picture has too many pixels for its 32 bits a channel. Scale it down first.');
  }
  const { data, info } = await picture
    .open()
    .toColourspace(metadata.space)
    .raw({ depth: 'float' })
    .toBuffer({ resolveWithObject: true });
  const samples = new Float32Array(data.buffer, data.byteOffset, data.length / 4);
  const { width, height, channels } = info;
  return pictureOf(picture, metadata, () => sharp(stretch(samples), { raw: { width, height, channels } }));
}

/** Scales signed grey samples of 16 bits that are read as if they had no sign: sharp makes all that is negative black. */
export async function scaleSigned(picture: Picture): Promise<Picture> {
  const { data, info } = await picture
    .open()
    .toColourspace('grey16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const samples = Float32Array.from(new Int16Array(data.buffer, data.byteOffset, data.length / 2));
  return pictureOf(picture, picture.metadata, () => sharp(stretch(samples), { raw: { width, height, channels } }));
}

async function pictureOf(picture: Picture, { density }: Metadata, open: () => Sharp): Promise<Picture> {
  const metadata = await open().metadata();
  return { ...picture, metadata: density === undefined ? metadata : { ...metadata, density }, open };
}

function stretch(samples: Float32Array): Uint16Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const sample of samples) {
    if (sample < low) low = sample;
    if (sample > high) high = sample;
  }
  const range = low >= 0 ? RANGES.find((top) => high <= top) : undefined;
  const black = range === undefined ? low : 0;
  const factor = WHITE / ((range ?? high - low) || 1);
  const stretched = new Uint16Array(samples.length);
  for (const [index, sample] of samples.entries()) {
    stretched[index] = Math.min(Math.max(Math.round((sample - black) * factor), 0), WHITE);
  }
  return stretched;
}
