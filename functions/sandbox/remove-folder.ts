import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Removes a folder in which an engine host has worked, whatever that has left. Node does not come to an end with folders
 * in folders whose paths are longer than a path may be, nor with one that is closed to its owner.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await run('chmod', ['-R', 'u+rwx', '--', folder]);
    await run('rm', ['-rf', '--', folder]);
  }
}
