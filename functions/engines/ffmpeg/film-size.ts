import { readFile } from 'node:fs/promises';
import type { FormatName } from '../../conversion/formats.ts';
import { countFrames } from '../sharp/gif-frames.ts';
import { hasTrack } from '../sharp/heif-boxes.ts';
import type { MediaJob } from './job.ts';

/** The bit of a WebP's header that says that it is animated. */
const WEBP_ANIMATED = 2;
/** What a part of it is called that is a frame: ANMF. */
const WEBP_FRAME = 0x414e4d46;

/** What there is to see of a film. */
interface FilmSize {
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
export async function lookAtFilm({ sourcePath, sourceFormat }: MediaJob): Promise<FilmSize> {
  // How many frames they have is known only to their decoder.
  if (sourceFormat === 'avif' || sourceFormat === 'heic')
    return { frames: (await hasTrack(sourcePath)) ? 2 : 1, pixels: Number.POSITIVE_INFINITY };
  const file = await readFile(sourcePath);
  const { width, height, frames } = SIZES[sourceFormat]?.(file) ?? STILL;
  return { frames, pixels: width * height * frames };
}

function sizeOfGif(file: Buffer): FrameSize {
  return { frames: countFrames(file), width: file.readUInt16LE(6), height: file.readUInt16LE(8) };
}

/** Its parts follow each other; the first says whether it is animated, and how large. */
function sizeOfWebp(file: Buffer): FrameSize {
  if (file.length < 30 || file.toString('latin1', 12, 16) !== 'VP8X' || !((file[20] ?? 0) & WEBP_ANIMATED))
    return STILL;
  let frames = 0;
  for (let at = 12; at + 8 <= file.length; at += 8 + file.readUInt32LE(at + 4) + (file.readUInt32LE(at + 4) & 1)) {
    if (file.readUInt32BE(at) === WEBP_FRAME) frames++;
  }
  return { frames, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
}

function sizeOfApng(file: Buffer): FrameSize {
  const at = file.indexOf('acTL') + 4;
  if (at < 24 || at + 4 > file.length) return STILL;
  return { frames: file.readUInt32BE(at), width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

const SIZES: Partial<Record<FormatName, (file: Buffer) => FrameSize>> = {
  gif: sizeOfGif,
  webp: sizeOfWebp,
  apng: sizeOfApng,
};
