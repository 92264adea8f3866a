import { lstat, mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPassage } from '../functions/sandbox/host-folder.ts';
import { removeFolder } from '../functions/sandbox/remove-folder.ts';

const PREFIX = 'file-conversion-';

/**
 * Makes the folder of a running service: stored files in `s3`, records in `records`, and the folders of engine hosts in
 * `hosts`. Folders of services that were killed are removed.
 */
export async function makeServiceFolder(): Promise<string> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  openPassage(folder);
  for (const name of ['s3', 'records', 'hosts']) await mkdir(join(folder, name), { mode: 0o700 });
  openPassage(join(folder, 'hosts'));
  return folder;
}

/** Removes folders of this user whose service does not run any more. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const { uid } = await lstat(folder).catch(() => ({ uid: -1 }));
    if (uid === process.getuid?.()) await removeFolder(folder).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
