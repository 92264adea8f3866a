import { readFile } from 'node:fs/promises';
import { checkFrames } from './limits.ts';
import { ANIMATED_TARGETS, type Reader, sharpPicture } from './picture.ts';
import { unreadable } from './unreadable.ts';

const HEADER = 13;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/**
 * Reads a GIF. Its blocks are walked beforehand, because the decoder makes do with the frames it finds: a file that
 * was cut off would silently become a shorter animation.
 */
export const readGif: Reader = async ({ path, target }) => [
  async () => {
    const file = await readFile(path);
    const frames = countFrames(file);
    if (frames === 0) throw unreadable('a GIF without frames');
    const animated = ANIMATED_TARGETS.includes(target);
    checkFrames(animated ? frames : 1);
    const picture = await sharpPicture(file, { animated });
    if (animated && picture.frames !== frames) throw unreadable(`${picture.frames} of ${frames} frames`);
    return picture;
  },
];

/**
 * Counts the frames.
 * @throws ConversionError UNREADABLE_FILE when the file ends in the middle of one
 */
function countFrames(file: Buffer): number {
  if (file.length < HEADER) throw unreadable('no header');
  let at = HEADER + tableSize(file[10] ?? 0);
  let frames = 0;
  while (at < file.length) {
    const block = file[at];
    if (block === EXTENSION) at = skipBlocks(file, at + 2);
    else if (block === IMAGE) {
      if (at + 11 > file.length) throw unreadable('a frame is cut off');
      at = skipBlocks(file, at + 11 + tableSize(file[at + 9] ?? 0));
      frames++;
    } else if (block === TRAILER || frames > 0) break;
    else throw unreadable(`block ${block}`);
  }
  return frames;
}

function tableSize(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** Where a chain of data blocks ends. The last block of a file is forgiven its missing end mark. */
function skipBlocks(file: Buffer, from: number): number {
  let at = from;
  for (;;) {
    if (at > file.length) throw unreadable('data is cut off');
    const size = file[at];
    if (size === undefined || size === 0) return at + 1;
    at += size + 1;
  }
}
