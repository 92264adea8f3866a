import { unlinkSync } from 'node:fs';
import { unlink } from 'node:fs/promises';

/** Removes a file; it is no error when there is none. `rm` asks first what it is, at twice the price. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    expectMissing(error);
  }
}

/** The same at once, for small ones: what a large file took of the disk is not given back in no time. */
export function removeSmallFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    expectMissing(error);
  }
}

function expectMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
