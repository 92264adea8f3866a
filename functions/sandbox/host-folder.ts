import { chmodSync, closeSync, fchmodSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostFolders } from './host-command.ts';

/*
 * Modes are set with chmod, since those of mkdir and open are subject to the umask of this process. Started by an ordinary
 * user, hosts run as that user, and no other has access. Started by root, hosts run as users of their own: they may pass
 * through the folders above theirs without listing them, and the jail gives the folder of the source to their group.
 */

/** Lets hosts pass through a folder that they cannot list. */
export function openPassage(path: string): void {
  chmodSync(path, isRoot() ? 0o711 : 0o700);
}

/** Makes the folder of a host. */
export function makeHostFolder(root: string, name: string): string {
  const folder = mkdtempSync(join(root, `${name}-`));
  openPassage(folder);
  const { source, workplace } = hostFolders(folder);
  mkdirSync(workplace, { mode: 0o700 });
  mkdirSync(dirname(source), { mode: 0o700 });
  if (isRoot()) chmodSync(dirname(source), 0o750);
  return folder;
}

/** Writes a source that is in memory, synchronously. */
export function writeSmallSource(path: string, content: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    if (isRoot()) fchmodSync(file, SOURCE_OF_ROOT);
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/** Writes a source chunk by chunk, each before the next is requested: they may share a buffer. */
export async function writeSource(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    if (isRoot()) await file.chmod(SOURCE_OF_ROOT);
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

/** The host, which does not own the file, has to read it; the mode of the folder keeps others out. */
const SOURCE_OF_ROOT = 0o644;

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
