import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { ConversionError } from '../../conversion/errors.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import { checkSize, LIMITS } from '../sharp/limits.ts';
import { holdsHighDepth, isGrey } from '../sharp/transforming/appearance.ts';
import { checkComplete } from './check-complete.ts';
import { develop, unreadable } from './develop.ts';
import { readExif } from './read-exif.ts';

/**
 * Converts a raw picture: LibRaw develops it, and sharp converts the result. The embedded preview is never used.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX, INVALID_OPTION
 */
export async function convertRaw(job: EngineJob): Promise<EngineResult> {
  const { targetFormat: target, quality, folder } = job;
  await checkComplete(job);
  const highDepth = holdsHighDepth(target, quality);
  const developed = await develop(job, highDepth);
  const sourcePath = join(folder, 'developed.png');
  await writeWithExif(developed, highDepth, sourcePath);
  await rm(developed);
  return convertPicture({ ...job, sourcePath, sourceFormat: 'png' });
}

/** Writes the developed picture as an uncompressed PNG in sRGB with its EXIF. */
async function writeWithExif(path: string, highDepth: boolean, to: string): Promise<void> {
  try {
    const options = { ignoreIcc: true, limitInputPixels: false } as const;
    const metadata = await sharp(path, options).metadata();
    checkSize({ ...metadata, frames: 1 });
    const space = isGrey(metadata) ? (highDepth ? 'grey16' : 'b-w') : highDepth ? 'rgb16' : 'srgb';
    const image = sharp(path, { ...options, limitInputPixels: LIMITS.pixels }).toColourspace(space);
    await image
      .withExif(await readExif(path))
      .png({ compressionLevel: 0 })
      .toFile(to);
  } catch (error) {
    throw error instanceof ConversionError ? error : unreadable(error);
  }
}
