import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { patchFile } from '../../patch-file.ts';
import { readHead } from '../../read-head.ts';

const HEADER = 10;
const UNSYNCHRONISED = 0x80;

/**
 * Copies a file whose ID3 tag is unsynchronised as a whole, as before version 2.4, into one whose tag is not: ffmpeg loses
 * all that is behind the first zero in it, such as the cover.
 * @returns the path of the copy, or of the file itself
 */
export async function synchroniseTag(path: string, folder: string): Promise<string> {
  const head = await readHead(path, HEADER);
  const [, , , version = 0, , flags = 0] = head;
  const unsynchronised = head.toString('latin1', 0, 3) === 'ID3' && version < 4 && (flags & UNSYNCHRONISED) !== 0;
  if (head.length < HEADER || !unsynchronised) return path;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((head[at] ?? 0) & 127), 0);
  const tag = (await readHead(path, HEADER + size)).subarray(HEADER);
  const copy = join(folder, 'synchronised');
  await copyFile(path, copy);
  await patchFile(copy, [5, Buffer.from([flags & ~UNSYNCHRONISED])], [HEADER, withoutStuffing(tag)]);
  return copy;
}

/** The bytes without the zeros behind 0xff; what is left over at the end is padding. */
function withoutStuffing(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0 || bytes[at - 1] !== 0xff) plain[length++] = bytes[at] ?? 0;
  }
  return plain;
}
