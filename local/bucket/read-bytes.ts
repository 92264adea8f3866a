import { createReadStream } from 'node:fs';
import type { ByteRange } from '../../functions/conversion/stores.ts';
import type { StoredObject } from './bucket.ts';

/** How much of a file is read at once, in bytes. */
const CHUNK = 256 * 1024;

/** The bytes of an object, or some of them. Each chunk is in memory of its own, for who passes it on and reads ahead. */
export async function* readBytes(
  { segments }: Pick<StoredObject, 'segments'>,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { path, size } of segments) {
    const [start, end] = [Math.max(0, first - at), Math.min(size - 1, last - at)];
    if (start <= end) yield* createReadStream(path, { start, end, highWaterMark: CHUNK });
    at += size;
  }
}
