import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FormatName } from '../conversion/formats.ts';
import { SMALL_FILE } from './small-file.ts';

/** A finished result, opened once. Its bytes are all that is taken from where a stranger's file may have ruled. */
export interface ResultFile {
  readonly format: FormatName;
  /** In bytes. */
  readonly size: number;
  /** Of a small one its bytes, of another what brings them, from the first on each time it is asked. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}

const readFile = promisify(read);

/** How much of a large result is read at once, in bytes. */
const CHUNK = 256 * 1024;

/** Neither a link, nor a pipe that would never be opened. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Where a result is, and what it can be. */
export interface ResultPlace {
  /** The folder that its engine may write to; what it is called, the engine cannot change. */
  readonly workplace: string;
  readonly format: FormatName;
  /** The space that the engine has, in bytes: what is larger has holes, and would grow where it is stored. */
  readonly largest: number;
}

/** A result that is open: its host can go on to the next job, and remove it. */
export interface OpenResult extends ResultFile {
  /** To be called by who has taken what is in it, or will not. */
  close(): Promise<void>;
}

/**
 * Opens a result that lies in a folder which its engine may write to: no name in it is followed to where it leads, and
 * only a regular file with something in it is a result. A small one is read.
 */
export async function openResult({ workplace, format, largest }: ResultPlace): Promise<OpenResult> {
  const file = openInside(join(workplace, 'job'), `result.${format}`);
  let closed = false;
  const close = async () => {
    // Once only: its number may soon be that of another file.
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

/** By its number a folder cannot be taken for another, whatever its name means by now. */
function openInside(path: string, name: string): number {
  const folder = openSync(path, AS_IT_IS | constants.O_DIRECTORY);
  try {
    return openSync(`/proc/self/fd/${folder}/${name}`, AS_IT_IS);
  } finally {
    closeSync(folder);
  }
}

function sizeOf(file: number, largest: number): number {
  const status = fstatSync(file);
  if (status.size > largest) throw new Error('the result is larger than the space of its engine');
  // A second name would be that of somebody else's file.
  if (!status.isFile() || status.nlink !== 1 || status.size === 0) throw new Error('the result is no regular file');
  return status.size;
}

/** Not a stream of Node: one that is destroyed in the middle closes the file, which the next try reads from its start. */
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
