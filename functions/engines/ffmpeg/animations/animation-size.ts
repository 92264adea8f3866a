import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { hasTrack } from '../../sharp/reading/heif-boxes.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaJob } from '../running/tool.ts';

/** How many frames an animation has, and how many pixels. */
interface AnimationSize {
  readonly frames: number;
  /** All frames together. */
  readonly pixels: number;
}

/** Reads the size of an animation from its headers, without decoding it. */
export async function animationSize({ sourcePath, sourceFormat }: MediaJob): Promise<AnimationSize> {
  // Only the decoder knows how many frames these have.
  if (sourceFormat === 'avif' || sourceFormat === 'heic')
    return { frames: hasTrack(sourcePath) ? 2 : 1, pixels: Number.POSITIVE_INFINITY };
  const { width, height, pages = 1 } = await headersOf(sourcePath);
  const frames = sourceFormat === 'apng' ? await framesOfApng(sourcePath) : pages;
  return { frames, pixels: width * height * frames };
}

/** The metadata that sharp reads from the headers. */
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
