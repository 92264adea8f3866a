import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { patchFile } from '../../patch-file.ts';
import { type PixelTraits, withTraits } from '../png-container.ts';
import { PIXELS_AT, type WrittenPixels } from '../reading/heif-layer.ts';

/** Where the header of libvips' own format has these, each of 4 bytes. */
const [WIDTH, HEIGHT, BANDS, FORMAT, INTERPRETATION] = [4, 8, 12, 20, 28] as const;
/** Values of libvips' enumerations: unsigned samples of 8 and 16 bits, and what they mean. */
const SAMPLES = { 8: 0, 16: 2 } as const;
const SPACE = { 8: 22, 16: 25 } as const;
/** Of the dot that lends its descriptions, and not of the picture. */
const OF_THE_DOT = ['name="bits-per-sample"', 'name="vips-loader"'];

/**
 * Makes a file of raw pixels one of libvips' own, which it maps into memory instead of reading it.
 * What goes around the pixels, it writes itself: around a dot that has the same profile and descriptions.
 * @param path the pixels, behind space for the header; becomes that file
 * @param folder for files on the way
 */
export async function finishVipsFile(
  path: string,
  { width, height, channels, bits }: WrittenPixels,
  traits: PixelTraits,
  folder: string,
): Promise<void> {
  const dot = await describedDot(traits, `${folder}/dot.v`);
  const header = dot.subarray(0, PIXELS_AT);
  header.writeUInt32LE(width, WIDTH);
  header.writeUInt32LE(height, HEIGHT);
  header.writeUInt32LE(channels, BANDS);
  header.writeUInt32LE(SAMPLES[bits], FORMAT);
  header.writeUInt32LE(SPACE[bits], INTERPRETATION);
  const lines = dot.toString('utf8', PIXELS_AT + 3).split('\n');
  const descriptions = lines.filter((line) => !OF_THE_DOT.some((name) => line.includes(name))).join('\n');
  const end = PIXELS_AT + width * height * channels * (bits / 8);
  await patchFile(path, [0, header], [end, Buffer.from(descriptions)]);
}

async function describedDot(traits: PixelTraits, path: string): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  await sharp(withTraits(await dot.png().toBuffer(), traits))
    .keepMetadata()
    .toFile(path);
  return readFile(path);
}
