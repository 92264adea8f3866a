import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Picture } from './picture.ts';
import { borderColour, type PictureOptions, sharpColour } from './picture-options.ts';

/** The sizes that Windows and browsers ask for. */
export const ICON_SIZES = [16, 32, 48, 64, 128, 256] as const;

const DIRECTORY_HEADER = 6;
const DIRECTORY_ENTRY = 16;

/**
 * Writes a picture as an icon, square in every size, the rest transparent or of the background that is asked for.
 * @param image the picture, opened
 */
export async function writeIco(image: Sharp, picture: Picture, options: PictureOptions, path: string): Promise<void> {
  const sizes = sizesOf(picture, options);
  const background = sharpColour(borderColour(options, 'ico'));
  const iconOf = (of: Sharp, size: number) =>
    of.ensureAlpha().resize(size, size, { fit: 'contain', background, withoutEnlargement: false, kernel: 'lanczos3' });
  // Decoded once, and no larger than the largest icon.
  const largest = await iconOf(image, Math.max(...sizes))
    .png()
    .toBuffer();
  const icons = await Promise.all(
    sizes.map((size) => iconOf(sharp(largest), size).png({ compressionLevel: 9 }).toBuffer()),
  );
  await writeFile(path, [directory(sizes, icons), ...icons]);
}

/** The sizes that are asked for, or every usual one up to that of the picture. */
function sizesOf({ width, height }: Picture, { sizes }: PictureOptions): number[] {
  if (sizes !== undefined) return [...new Set(sizes.split(',').map(Number))].sort((a, b) => a - b);
  return ICON_SIZES.filter((size, index) => index === 0 || size <= Math.max(width, height));
}

function directory(sizes: readonly number[], icons: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(DIRECTORY_HEADER + DIRECTORY_ENTRY * icons.length);
  bytes.writeUInt16LE(1, 2);
  bytes.writeUInt16LE(icons.length, 4);
  let offset = bytes.length;
  icons.forEach((icon, index) => {
    const at = DIRECTORY_HEADER + DIRECTORY_ENTRY * index;
    // 256 is written as 0: a byte holds no more.
    bytes.writeUInt8((sizes[index] ?? 0) % 256, at);
    bytes.writeUInt8((sizes[index] ?? 0) % 256, at + 1);
    bytes.writeUInt16LE(1, at + 4);
    bytes.writeUInt16LE(32, at + 6);
    bytes.writeUInt32LE(icon.length, at + 8);
    bytes.writeUInt32LE(offset, at + 12);
    offset += icon.length;
  });
  return bytes;
}
