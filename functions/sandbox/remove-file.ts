import { unlink } from 'node:fs/promises';

/** Removes a file; it is no error when there is none. `rm` asks first what it is, at twice the price. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
