import { writeSync } from 'node:fs';

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

/** Writes bytes to a place in a file, all of them. */
export function writeBytes(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
