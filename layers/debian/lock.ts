import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RECIPES } from '../folders.ts';

/** One package, exactly. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * The packages a layer is made of.
 * @throws Error when the lock file is missing or broken
 */
export async function readLock(layer: string): Promise<LockedPackage[]> {
  return JSON.parse(await readFile(lockFile(layer), 'utf8'));
}

/** Writes the lock file of a layer in the form that the project's formatter leaves as it is. */
export async function writeLock(layer: string, packages: readonly LockedPackage[]): Promise<void> {
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await writeFile(lockFile(layer), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

function lockFile(layer: string): string {
  return join(RECIPES, layer, 'packages.lock.json');
}
