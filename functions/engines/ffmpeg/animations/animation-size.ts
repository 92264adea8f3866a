import { readFile } from 'node:fs/promises';
import type { FormatName } from '../../../conversion/formats.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl, chunksIn, RIFF } from '../../read/chunks.ts';
import { countFrames } from '../../sharp/reading/gif-frames.ts';
import { hasTrack } from '../../sharp/reading/heif-boxes.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { MediaJob } from '../running/job.ts';

/** The bit of a WebP's header that says that it is animated. */
const WEBP_ANIMATED = 2;

/** What there is to see of an animation. */
interface AnimationSize {
  readonly frames: number;
  /** All frames together. */
  readonly pixels: number;
}

interface FrameSize {
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

const STILL: FrameSize = { frames: 1, width: 0, height: 0 };

/** How large an animation is, by its headers: nothing of it is decoded here. */
export async function animationSize({ sourcePath, sourceFormat }: MediaJob): Promise<AnimationSize> {
  // How many frames they have is known only to their decoder.
  if (sourceFormat === 'avif' || sourceFormat === 'heic')
    return { frames: hasTrack(sourcePath) ? 2 : 1, pixels: Number.POSITIVE_INFINITY };
  const file = await readFile(sourcePath);
  const { width, height, frames } = SIZES[sourceFormat]?.(file) ?? STILL;
  return { frames, pixels: width * height * frames };
}

function sizeOfGif(file: Buffer): FrameSize {
  return { frames: countFrames(file), width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
}

/** Its first chunk says whether it is animated, and how large. */
function sizeOfWebp(file: Buffer): FrameSize {
  const reader = ByteReader.of(file, unreadable);
  if (file.length < 30 || reader.text(12, 4) !== 'VP8X' || !(reader.u8(20) & WEBP_ANIMATED)) return STILL;
  const frames = [...chunksIn(reader, RIFF, 12)].filter(({ type }) => type === 'ANMF').length;
  return { frames, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
}

function sizeOfApng(file: Buffer): FrameSize {
  const reader = ByteReader.of(file, unreadable);
  const control = animationControl(reader);
  return control ? { frames: control.frames, width: reader.u32be(16), height: reader.u32be(20) } : STILL;
}

const SIZES: Partial<Record<FormatName, (file: Buffer) => FrameSize>> = {
  gif: sizeOfGif,
  webp: sizeOfWebp,
  apng: sizeOfApng,
};
