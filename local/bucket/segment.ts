import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file on disk with some or all bytes of a stored object. */
export interface Segment {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly etag: string;
}

/** How much of a segment waits in memory to be written, in bytes. */
const BACKLOG = 512 * 1024;

/**
 * Writes a new file below a folder; its name tells the key that it is for, and cannot lead out of the folder.
 * @throws what the content throws; nothing is left then
 */
export async function writeSegment(folder: string, key: string, content: AsyncIterable<Uint8Array>): Promise<Segment> {
  const id = randomUUID();
  const path = join(folder, `${encodeURIComponent(key)}~${id}`);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: BACKLOG });
  try {
    await pipeline(content, file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { path, size: file.bytesWritten, etag: `"${id}"` };
}
