import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { hasTrack } from '../../sharp/reading/heif-boxes.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaJob } from '../running/job.ts';

/** What there is to see of an animation. */
interface AnimationSize {
  readonly frames: number;
  /** All frames together. */
  readonly pixels: number;
}

/** How large an animation is, by its headers: nothing of it is decoded here. */
export async function animationSize({ sourcePath, sourceFormat }: MediaJob): Promise<AnimationSize> {
  // How many frames they have is known only to their decoder.
  if (sourceFormat === 'avif' || sourceFormat === 'heic')
    return { frames: hasTrack(sourcePath) ? 2 : 1, pixels: Number.POSITIVE_INFINITY };
  const { width, height, pages = 1 } = await headersOf(sourcePath);
  const frames = sourceFormat === 'apng' ? await framesOfApng(sourcePath) : pages;
  return { frames, pixels: width * height * frames };
}

/** What the picture library reads before the pixels. */
export function headersOf(path: string) {
  return sharp(path, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
}

async function framesOfApng(path: string): Promise<number> {
  return animationControl(ByteReader.of(await readFile(path), unreadable))?.frames ?? 1;
}
