import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { removeFile, removeSmallFile } from '../../functions/sandbox/remove-file.ts';
import { SMALL_FILE } from '../../functions/sandbox/small-file.ts';

/** The file of a stored object. */
export interface ObjectFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly etag: string;
}

/** The write buffer of a stream, in bytes. */
const BUFFER = 512 * 1024;

/** How many characters of a key are in the name of its file: file systems take 255 with the rest of the name. */
const LONGEST_NAME = 200;

/** Overwrites no file, and is readable only by this user. */
const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;

/**
 * Writes a new file into a folder. Its name begins with the encoded key, and cannot lead out of the folder.
 * @throws errors of the content; no file is left then
 */
export async function writeObjectFile(
  folder: string,
  key: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<ObjectFile> {
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

export async function removeObjectFile({ path, size }: ObjectFile): Promise<void> {
  if (size <= SMALL_FILE) removeSmallFile(path);
  else await removeFile(path);
}

async function writeStream(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const { flag, mode } = NEW_FILE;
  const file = createWriteStream(path, { flags: flag, mode, highWaterMark: BUFFER });
  try {
    await pipeline(content, file);
  } catch (error) {
    // A file that is still being opened would come into being after it was removed.
    if (!file.closed) await once(file, 'close');
    throw error;
  }
  return file.bytesWritten;
}
