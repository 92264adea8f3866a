import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { inspect } from '../../read/inspect.ts';
import { ANIMATED_TARGETS } from '../animated-targets.ts';
import { checkSource } from '../limits.ts';
import { animationOf, type Picture, type Reader, STRICT, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { type Apng, type ApngFrame, parseApng } from './apng.ts';
import { frameIndex } from './choose-frame.ts';

/** What has been drawn so far. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly channels: 4;
  readonly data: Buffer;
}

const CHANNELS = 4;
const DISPOSE_BACKGROUND = 1;
const DISPOSE_PREVIOUS = 2;
const BLEND_OVER = 1;

/**
 * Reads a PNG, animated or not. The decoder knows only its first picture, so for targets that are animated too the frames
 * are taken out as PNGs of their own and laid over each other here, as the specification says.
 */
export const readApng: Reader = async ({ path, target, options: { frame } }) => [
  async () => {
    if (frame === undefined && !ANIMATED_TARGETS.includes(target)) return sharpPicture(path);
    // Few move: what does not is not read into memory.
    if (!inspect(path, (read, size) => animationControl(new ByteReader(read, size, unreadable)))) {
      frameIndex(frame ?? 1, 1);
      return sharpPicture(path);
    }
    const film = parseApng(await readFile(path));
    if (frame !== undefined) return drawFrame(film, frameIndex(frame, film.frames.length), target);
    const { width, height, plays, frames } = film;
    checkSource({ width, height, frames: frames.length }, target);
    if (frames.length < 2) return sharpPicture(path);
    const roll = Buffer.alloc(width * height * CHANNELS * frames.length);
    const canvas = emptyCanvas(film);
    for (const [index, frame] of frames.entries()) {
      await draw(frame, canvas, roll.subarray(index * canvas.data.length, (index + 1) * canvas.data.length));
    }
    return animationOf(roll, canvas, { delay: frames.map(({ delay }) => delay), loop: plays });
  },
];

function emptyCanvas({ width, height }: Apng): Canvas {
  return { width, height, channels: CHANNELS, data: Buffer.alloc(width * height * CHANNELS) };
}

/** One frame as it is seen, which takes all before it. */
async function drawFrame(film: Apng, wanted: number, target: FormatName): Promise<Picture> {
  checkSource({ ...film, frames: wanted + 1 }, target);
  const canvas = emptyCanvas(film);
  const seen = Buffer.alloc(canvas.data.length);
  for (const frame of film.frames.slice(0, wanted + 1)) await draw(frame, canvas, seen);
  const { width, height, channels } = canvas;
  const open = () => sharp(seen, { ...STRICT, raw: { width, height, channels } });
  return { width, height, frames: 1, metadata: await open().metadata(), open };
}

/** Lays a frame over the canvas, keeps what is seen then, and clears up after it. */
async function draw(frame: ApngFrame, canvas: Canvas, seen: Buffer): Promise<void> {
  const { data, info } = await sharp(frame.png(), STRICT)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.width !== frame.width || info.height !== frame.height) throw new Error('a frame of another size');
  const before = frame.dispose === DISPOSE_PREVIOUS ? Buffer.from(canvas.data) : undefined;
  forRows(frame, canvas, (to, from, length) => {
    if (frame.blend === BLEND_OVER) blendOver(canvas.data, to, data, from, length);
    else data.copy(canvas.data, to, from, from + length);
  });
  canvas.data.copy(seen);
  if (before) before.copy(canvas.data);
  if (frame.dispose === DISPOSE_BACKGROUND)
    forRows(frame, canvas, (to, _, length) => canvas.data.fill(0, to, to + length));
}

function forRows(frame: ApngFrame, canvas: Canvas, each: (to: number, from: number, length: number) => void): void {
  const length = frame.width * CHANNELS;
  for (let y = 0; y < frame.height; y++) {
    each(((frame.y + y) * canvas.width + frame.x) * CHANNELS, y * length, length);
  }
}

/** Porter-Duff "over" of pixels that are not premultiplied. */
function blendOver(below: Buffer, to: number, above: Buffer, from: number, length: number): void {
  for (let i = 0; i < length; i += CHANNELS) {
    const top = above[from + i + 3] ?? 0;
    if (top === 0) continue;
    const bottom = below[to + i + 3] ?? 0;
    if (top === 255 || bottom === 0) {
      above.copy(below, to + i, from + i, from + i + CHANNELS);
      continue;
    }
    const rest = (bottom * (255 - top)) / 255;
    const alpha = top + rest;
    for (let c = 0; c < 3; c++) {
      below[to + i + c] = Math.round(((above[from + i + c] ?? 0) * top + (below[to + i + c] ?? 0) * rest) / alpha);
    }
    below[to + i + 3] = Math.round(alpha);
  }
}
