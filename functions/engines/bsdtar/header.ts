import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { unreadable } from './refusals.ts';

/** What an archive says of one thing in it, names as bytes: their encoding is not told. */
export interface Header {
  readonly name: Buffer;
  /** As in tape archives: 0 is a file, 1 a further name of a file, 2 a symbolic link, 5 a folder; others are devices. */
  readonly type: string;
  /** What the link says, or an earlier name of the file. */
  readonly link: Buffer;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly owner: Buffer;
  readonly group: Buffer;
  /** In seconds since 1970. */
  readonly time: number;
  /** Where its content begins, and how many bytes of it are stored. */
  readonly position: number;
  readonly length: number;
  /** What pax headers say beyond that. */
  readonly records: ReadonlyMap<string, Buffer>;
}

/** Opens a file for as long as something is done with it. */
export function withFile<T>(path: string, use: (file: number, size: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return use(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads so many bytes of a file.
 * @throws ConversionError UNREADABLE_FILE where it has fewer
 */
export function readBytes(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) throw unreadable('the unpacked archive breaks off');
    done += count;
  }
  return bytes;
}

/** Writes bytes to a place in a file, all of them. */
export function writeBytes(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
