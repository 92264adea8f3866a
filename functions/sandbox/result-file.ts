import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../conversion/formats.ts';

/** A finished result, opened once. Its bytes are all that is taken from where a stranger's file may have ruled. */
export interface ResultFile {
  readonly format: FormatName;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
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

/**
 * Does something with a result that lies in a folder which its engine may write to: no name in it is followed to where
 * it leads, and only a regular file with something in it is a result.
 */
export async function withResult<T>(
  { workplace, format, largest }: ResultPlace,
  task: (file: ResultFile) => Promise<T>,
): Promise<T> {
  const folder = await open(join(workplace, 'job'), AS_IT_IS | constants.O_DIRECTORY);
  try {
    // By its number a folder cannot be taken for another, whatever its name means by now.
    const file = await open(`/proc/self/fd/${folder.fd}/result.${format}`, AS_IT_IS);
    try {
      return await task(await describe(file, format, largest));
    } finally {
      await file.close();
    }
  } finally {
    await folder.close();
  }
}

async function describe(file: FileHandle, format: FormatName, largest: number): Promise<ResultFile> {
  const status = await file.stat();
  if (status.size > largest) throw new Error('the result is larger than the space of its engine');
  // A second name would be that of somebody else's file.
  if (!status.isFile() || status.nlink !== 1 || status.size === 0) throw new Error('the result is no regular file');
  const content = file.createReadStream({
    autoClose: false,
    start: 0,
    end: status.size - 1,
    highWaterMark: 256 * 1024,
  });
  return { format, size: status.size, content };
}
