import { randomUUID } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { removeFile, removeSmallFile } from '../../functions/sandbox/remove-file.ts';
import { SMALL_FILE } from '../../functions/sandbox/small-file.ts';

/** A file on disk with some or all bytes of a stored object. */
export interface Segment {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly etag: string;
  /** Whose it is, if that is known. */
  readonly client?: string | undefined;
}

/** How much of a segment waits in memory to be written, in bytes. */
const BACKLOG = 512 * 1024;

/** As much of a key as the name of a file tells, in characters: file systems take 255 with the rest of it. */
const LONGEST_NAME = 200;

/** Never over what is there, and for nobody else. */
const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;

/**
 * Writes a new file below a folder; its name tells the key that it is for, and cannot lead out of the folder.
 * @throws what the content throws; nothing is left then
 */
export async function writeSegment(
  folder: string,
  key: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<Segment> {
  const id = randomUUID();
  const path = join(folder, `${encodeURIComponent(key).slice(0, LONGEST_NAME).replace(/%.?$/, '')}~${id}`);
  try {
    const size = await (content instanceof Uint8Array ? writeAtOnce(path, content) : writeStream(path, content));
    return { path, size, etag: `"${id}"` };
  } catch (error) {
    await removeFile(path);
    throw error;
  }
}

async function writeAtOnce(path: string, content: Uint8Array): Promise<number> {
  if (content.length <= SMALL_FILE) writeFileSync(path, content, NEW_FILE);
  else await writeFile(path, content, NEW_FILE);
  return content.length;
}

/** Removes a segment from the disk. */
export async function removeSegment({ path, size }: Segment): Promise<void> {
  if (size <= SMALL_FILE) removeSmallFile(path);
  else await removeFile(path);
}

async function writeStream(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const { flag, mode } = NEW_FILE;
  const file = createWriteStream(path, { flags: flag, mode, highWaterMark: BACKLOG });
  await pipeline(content, file);
  return file.bytesWritten;
}
