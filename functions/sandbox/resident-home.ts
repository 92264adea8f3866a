import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const homes = new Set<string>();

/** A folder for a resident process alone. Where that outlives us, nobody hears of its end: then the folder goes with us. */
export function makeHome(): string {
  if (homes.size === 0) process.once('exit', removeHomes);
  const home = mkdtempSync(join(tmpdir(), 'resident-'));
  homes.add(home);
  return home;
}

/** Removes the folder of a resident process that has ended. */
export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true });
  homes.delete(home);
  if (homes.size === 0) process.off('exit', removeHomes);
}

function removeHomes(): void {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
}
