import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { applyColour } from './appearance.ts';
import type { Picture } from './picture.ts';

/** The sizes that Windows and browsers ask for. */
export const ICON_SIZES = [16, 32, 48, 64, 128, 256] as const;

const DIRECTORY_HEADER = 6;
const DIRECTORY_ENTRY = 16;

/** Writes a picture as an icon: every usual size up to its own, square, the rest transparent. */
export async function writeIco(picture: Picture, path: string): Promise<void> {
  const longest = Math.max(picture.width, picture.height);
  const sizes = ICON_SIZES.filter((size, index) => index === 0 || size <= longest);
  // Decoded once, and no larger than the largest icon.
  const largest = await iconOf(
    applyColour(picture.open(), picture.metadata, { deep: false, grey: false }),
    sizes.at(-1) ?? 16,
  )
    .png()
    .toBuffer();
  const icons = await Promise.all(
    sizes.map((size) => iconOf(sharp(largest), size).png({ compressionLevel: 9 }).toBuffer()),
  );
  await writeFile(path, [directory(sizes, icons), ...icons]);
}

function iconOf(image: Sharp, size: number): Sharp {
  return image
    .ensureAlpha()
    .resize(size, size, { fit: 'contain', background: '#0000', withoutEnlargement: false, kernel: 'lanczos3' });
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
