import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../conversion/formats.ts';

/** A finished result, opened once. Its bytes are all that is taken from where a stranger's file may have ruled. */
export interface ResultFile {
  readonly format: FormatName;
  /** In bytes. */
  readonly size: number;
  /** Of a small one its bytes, of another what brings them. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
}

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

/** A result of at most so many bytes is read at once. */
const SMALL = 1024 * 1024;

/**
 * Opens a result that lies in a folder which its engine may write to: no name in it is followed to where it leads, and
 * only a regular file with something in it is a result.
 */
export async function openResult({ workplace, format, largest }: ResultPlace): Promise<OpenResult> {
  const file = await openInside(join(workplace, 'job'), `result.${format}`);
  try {
    const size = await sizeOf(file, largest);
    if (size > SMALL) return { format, size, content: streamOf(file, size), close: () => file.close() };
    const content = await readAll(file, size);
    await file.close();
    return { format, size, content, close: async () => undefined };
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

/** By its number a folder cannot be taken for another, whatever its name means by now. */
async function openInside(path: string, name: string): Promise<FileHandle> {
  const folder = await open(path, AS_IT_IS | constants.O_DIRECTORY);
  try {
    return await open(`/proc/self/fd/${folder.fd}/${name}`, AS_IT_IS);
  } finally {
    await folder.close();
  }
}

async function sizeOf(file: FileHandle, largest: number): Promise<number> {
  const status = await file.stat();
  if (status.size > largest) throw new Error('the result is larger than the space of its engine');
  // A second name would be that of somebody else's file.
  if (!status.isFile() || status.nlink !== 1 || status.size === 0) throw new Error('the result is no regular file');
  return status.size;
}

function streamOf(file: FileHandle, size: number): AsyncIterable<Uint8Array> {
  return file.createReadStream({ autoClose: false, start: 0, end: size - 1, highWaterMark: 256 * 1024 });
}

async function readAll(file: FileHandle, size: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
  if (bytesRead === size) return buffer;
  throw new Error('the result became shorter');
}
