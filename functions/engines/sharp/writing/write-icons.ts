import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Picture, PictureRequest } from '../picture.ts';
import { borderColour, type PictureOptions } from '../picture-options.ts';

/** A picture of an icon as PNG, and its side in pixels. */
interface Icon {
  readonly size: number;
  readonly png: Buffer;
}

/** A format that holds a picture in several sizes. */
interface IconFormat {
  /** The sizes that operating systems use. */
  readonly sizes: readonly number[];
  readonly assemble: (icons: readonly Icon[]) => readonly Buffer[];
}

/** The types of Apple's icons by their size; those of 32 and 64 are for double density. */
const APPLE: Readonly<Record<number, string>> = {
  32: 'ic11',
  64: 'ic12',
  128: 'ic07',
  256: 'ic08',
  512: 'ic09',
  1024: 'ic10',
};
const WINDOWS_SIZES = [16, 32, 48, 64, 128, 256];
const [ICON, CURSOR] = [1, 2];

const FORMATS: Partial<Record<FormatName, IconFormat>> = {
  ico: { sizes: WINDOWS_SIZES, assemble: (icons) => windowsIcon(ICON, icons) },
  cur: { sizes: WINDOWS_SIZES, assemble: (icons) => windowsIcon(CURSOR, icons) },
  icns: { sizes: Object.keys(APPLE).map(Number), assemble: appleIcon },
};

/** The longest side of an icon; undefined for other formats. */
export function longestIcon(target: FormatName): number | undefined {
  return FORMATS[target]?.sizes.at(-1);
}

/**
 * Writes a picture as an icon, padded to a square with the background.
 * @param image the picture, opened
 */
export async function writeIcon(
  image: Sharp,
  picture: Picture,
  { target, options }: PictureRequest,
  path: string,
): Promise<void> {
  const format = FORMATS[target];
  if (!format) throw new Error(`${target} is no icon`);
  const sizes = sizesOf(format, picture, options);
  const background = borderColour(options, target);
  const iconOf = (of: Sharp, size: number) =>
    of.ensureAlpha().resize(size, size, { fit: 'contain', background, withoutEnlargement: false, kernel: 'lanczos3' });
  // The picture is decoded once, at the size of the largest icon.
  const largest = await iconOf(image, Math.max(...sizes))
    .png()
    .toBuffer();
  const icons = await Promise.all(
    sizes.map(async (size) => ({
      size,
      png: await iconOf(sharp(largest), size).png({ compressionLevel: 9 }).toBuffer(),
    })),
  );
  await writeFile(path, format.assemble(icons));
}

/** The requested sizes, or the usual ones up to the size of the picture. */
function sizesOf(format: IconFormat, { width, height }: Picture, { sizes }: PictureOptions): number[] {
  if (sizes !== undefined) return [...new Set(sizes.split(',').map(Number))].sort((a, b) => a - b);
  return format.sizes.filter((size, index) => index === 0 || size <= Math.max(width, height));
}

const DIRECTORY_HEADER = 6;
const DIRECTORY_ENTRY = 16;

/** Assembles an ICO or CUR file. The hot spot of a cursor is its top left corner. */
function windowsIcon(type: number, icons: readonly Icon[]): Buffer[] {
  const bytes = Buffer.alloc(DIRECTORY_HEADER + DIRECTORY_ENTRY * icons.length);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt16LE(icons.length, 4);
  let offset = bytes.length;
  for (const [index, { size, png }] of icons.entries()) {
    const at = DIRECTORY_HEADER + DIRECTORY_ENTRY * index;
    // 256 is written as 0: a byte holds no more.
    bytes.writeUInt8(size % 256, at);
    bytes.writeUInt8(size % 256, at + 1);
    if (type === ICON) {
      bytes.writeUInt16LE(1, at + 4);
      bytes.writeUInt16LE(32, at + 6);
    }
    bytes.writeUInt32LE(png.length, at + 8);
    bytes.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return [bytes, ...icons.map(({ png }) => png)];
}

function appleIcon(icons: readonly Icon[]): Buffer[] {
  const entry = (type: string, content: Buffer, length = content.length) => {
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32BE(header.length + length, 4);
    return Buffer.concat([header, content]);
  };
  const entries = icons.map(({ size, png }) => entry(APPLE[size] ?? '', png));
  const length = entries.reduce((sum, { length: bytes }) => sum + bytes, 0);
  return [entry('icns', Buffer.alloc(0), length), ...entries];
}
