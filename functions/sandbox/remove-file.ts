import { unlinkSync } from 'node:fs';
import { unlink } from 'node:fs/promises';

/** Removes a file, if there is one. `rm` takes twice as long, since it looks at the file first. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    expectMissing(error);
  }
}

/** Removes a small file synchronously. A large one would block: freeing its disk space takes time. */
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
