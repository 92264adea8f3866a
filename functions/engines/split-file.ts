import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';

/** A part of a file: where it goes, and how long it is. */
export interface Slice {
  readonly path: string;
  /** In bytes. */
  readonly bytes: number;
}

/** Takes a file apart that is several, one behind the other. */
export async function splitFile(path: string, slices: readonly Slice[]): Promise<void> {
  let start = 0;
  for (const slice of slices) {
    await writeFile(slice.path, createReadStream(path, { start, end: start + slice.bytes - 1 }));
    start += slice.bytes;
  }
}
