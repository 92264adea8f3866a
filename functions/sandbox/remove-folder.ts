import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Removes the folder of an engine host, whatever is in it. Node cannot remove nested folders whose paths are longer than
 * PATH_MAX, nor a folder that its owner may not read.
 */
export async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    await run('chmod', ['-R', 'u+rwx', '--', folder]);
    await run('rm', ['-rf', '--', folder]);
  }
}
