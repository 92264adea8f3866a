import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { hasTrack } from '../../sharp/reading/heif-boxes.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaJob } from '../running/tool.ts';

/** The loop count of an animation that does not end. */
export const FOR_EVER = 0;

/** How many frames an animation has, how many pixels, and how often it is played. */
interface AnimationSize {
  readonly frames: number;
  /** All frames together. */
  readonly pixels: number;
  /** 0 is for ever, also where the file states none. */
  readonly loopCount: number;
}

/** Reads the size and the loop count of an animation from its headers, without decoding it. */
export async function animationSize({
  sourcePath,
  sourceFormat,
}: Pick<MediaJob, 'sourcePath' | 'sourceFormat'>): Promise<AnimationSize> {
  // Only the decoder knows how many frames these have.
  if (sourceFormat === 'avif' || sourceFormat === 'heic')
    return { frames: hasTrack(sourcePath) ? 2 : 1, pixels: Number.POSITIVE_INFINITY, loopCount: FOR_EVER };
  const { width, height, pages, loop } = await sharp(sourcePath, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error);
    });
  const control =
    sourceFormat === 'apng' ? animationControl(ByteReader.of(await readFile(sourcePath), unreadable)) : undefined;
  const frames = control?.frames ?? pages ?? 1;
  return { frames, pixels: width * height * frames, loopCount: control?.loopCount ?? loop ?? FOR_EVER };
}
