import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FormatName } from '../conversion/formats.ts';
import { SMALL_FILE } from './small-file.ts';

/** A finished result. Only its bytes are taken from the engine, which a hostile file may control. */
export interface ResultFile {
  readonly format: FormatName;
  /** In bytes. */
  readonly size: number;
  /** The bytes of a small file, or an iterable of any other; each iteration begins at the first byte. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}

const readFile = promisify(read);

/** The size of the chunks of a large result, in bytes. */
const CHUNK = 256 * 1024;

/** Follows no symbolic link, and does not block on a named pipe. */
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The folder, format and limit of a result. */
export interface ResultPlace {
  /** The folder that the engine may write to; the engine cannot rename it. */
  readonly workplace: string;
  readonly format: FormatName;
  /** The disk space of the engine, in bytes: a larger file is sparse, and would grow where it is stored. */
  readonly largest: number;
}

/** An open result: its host can begin the next job, and remove the file. */
export interface OpenResult extends ResultFile {
  /** Has to be called when the content was read, or will not be. */
  close(): Promise<void>;
}

/**
 * Opens a result in a folder that its engine may write to. No symbolic link is followed, and only a regular file that is
 * not empty is a result. A small file is read at once.
 */
export async function openResult({ workplace, format, largest }: ResultPlace): Promise<OpenResult> {
  const file = openInside(join(workplace, 'job'), `result.${format}`);
  let closed = false;
  const close = async () => {
    // Once only: its descriptor may soon be that of another file.
    if (!closed) closeSync(file);
    closed = true;
  };
  try {
    const size = sizeOf(file, largest);
    if (size > SMALL_FILE) return { format, size, content: streamOf(file, size), close };
    const content = readAll(file, size);
    await close();
    return { format, size, content, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a file through the descriptor of its folder, which the engine may replace by a link meanwhile. */
function openInside(path: string, name: string): number {
  const folder = openSync(path, SAFELY | constants.O_DIRECTORY);
  try {
    return openSync(`/proc/self/fd/${folder}/${name}`, SAFELY);
  } finally {
    closeSync(folder);
  }
}

function sizeOf(file: number, largest: number): number {
  const status = fstatSync(file);
  if (status.size > largest) throw new Error('the result is larger than the space of its engine');
  // A file with a second hard link may be another user's.
  if (!status.isFile() || status.nlink !== 1 || status.size === 0) throw new Error('the result is no regular file');
  return status.size;
}

/** Not a ReadStream, which closes the file when it is destroyed: another attempt to store it reads it again. */
function streamOf(file: number, size: number): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => chunksOf(file, size) };
}

async function* chunksOf(file: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK, size - at));
    const { bytesRead } = await readFile(file, chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error('the result became shorter');
    yield chunk.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function readAll(file: number, size: number): Uint8Array {
  const content = Buffer.allocUnsafeSlow(size);
  if (readSync(file, content, 0, size, 0) === size) return content;
  throw new Error('the result became shorter');
}
