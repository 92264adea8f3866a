import { chmodSync, closeSync, fchmodSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostFolders } from './host-command.ts';

/*
 * Modes are set, not asked for: what is asked for is subject to the umask that we were started with. An ordinary user
 * and the hosts are one, and nobody else has business here. Hosts that root starts are users of their own: they pass
 * through the folders above theirs, which tell no names, and the jail gives the folder of the source to their group.
 */

/** Lets hosts pass through a folder, whose names they do not see. */
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

/** Writes a source that is in memory, at once. */
export function writeSmallSource(path: string, content: Uint8Array): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    if (isRoot()) fchmodSync(file, SOURCE_OF_ROOT);
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
}

/** Writes a source chunk by chunk, each before it asks for the next: they may all lie in the same memory. */
export async function writeSource(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    if (isRoot()) await file.chmod(SOURCE_OF_ROOT);
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}

/** Its folder lets in the host alone, who is not its owner. */
const SOURCE_OF_ROOT = 0o644;

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
