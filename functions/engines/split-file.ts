import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** A part of a file: the path that it is written to, and its length. */
export interface Slice {
  readonly path: string;
  /** In bytes. */
  readonly bytes: number;
}

/** Splits a file into its concatenated parts. */
export async function splitFile(path: string, slices: readonly Slice[]): Promise<void> {
  let start = 0;
  for (const slice of slices) {
    await writeFile(slice.path, createReadStream(path, { start, end: start + slice.bytes - 1 }));
    start += slice.bytes;
  }
}
