import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { patchFile } from '../../patch-file.ts';
import { type EmbeddedMetadata, withMetadata } from '../png-container.ts';
import { PIXELS_AT, type WrittenPixels } from '../reading/heif-layer.ts';

/** Offsets of fields in the header of libvips's own format, of 4 bytes each. */
const [WIDTH, HEIGHT, BANDS, FORMAT, INTERPRETATION] = [4, 8, 12, 20, 28] as const;
/** Values of libvips's enumerations: VIPS_FORMAT_UCHAR and USHORT, VIPS_INTERPRETATION_sRGB and RGB16. */
const SAMPLES = { 8: 0, 16: 2 } as const;
const SPACE = { 8: 22, 16: 25 } as const;
/** Metadata of the template pixel that must not be copied. */
const OF_THE_DOT = ['name="bits-per-sample"', 'name="vips-loader"'];

/**
 * Turns a file of raw pixels into one of libvips's own format, which it maps into memory. Header and metadata are copied
 * from a picture of one pixel that libvips writes with the same metadata.
 * @param path the pixels, after space for the header; it is changed in place
 * @param folder for intermediate files
 */
export async function finishVipsFile(
  path: string,
  { width, height, channels, bits }: WrittenPixels,
  traits: EmbeddedMetadata,
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

async function describedDot(traits: EmbeddedMetadata, path: string): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  // The orientation of EXIF has been applied to the pixels: sharp removes what it applies to the dot.
  await sharp(withMetadata(await dot.png().toBuffer(), traits))
    .autoOrient()
    .keepMetadata()
    .toFile(path);
  return readFile(path);
}
