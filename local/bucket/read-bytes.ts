import { createReadStream } from 'node:fs';
import type { ByteRange } from '../../functions/conversion/stores.ts';
import type { ObjectFile } from './object-file.ts';

/** How much of a file is read at once, in bytes. */
const CHUNK = 256 * 1024;

/** Reads a range of an object. The chunks share no buffer, so that a consumer may keep them while it reads ahead. */
export async function* readBytes(
  { path }: Pick<ObjectFile, 'path'>,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  if (first <= last) yield* createReadStream(path, { start: first, end: last, highWaterMark: CHUNK });
}
