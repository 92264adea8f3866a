import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECIPES } from '../folders.ts';
import type { Platform } from '../platform.ts';

/** One package, exactly. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly size: number;
  readonly sha256: string;
}

/** A package in the lock file, with its file for each platform that has it in this version. */
type LockEntry = Pick<LockedPackage, 'name' | 'version'> &
  Partial<Record<Platform['debian'], Pick<LockedPackage, 'size' | 'sha256'>>>;

/**
 * The packages a layer is made of.
 * @throws Error when the lock file is missing or broken
 */
export function readLock(layer: string, { debian }: Pick<Platform, 'debian'>): LockedPackage[] {
  const entries = readEntries(layer);
  return entries.flatMap(({ name, version, [debian]: file }) => (file ? [{ name, version, ...file }] : []));
}

/** Writes what a layer is made of for one platform into its lock file, and keeps what it is made of for the other. */
export function writeLock(layer: string, packages: readonly LockedPackage[], platform: Platform): void {
  const kept = existsSync(lockFile(layer)) ? readEntries(layer) : [];
  const entries = new Map(kept.map((entry) => [keyOf(entry), { ...entry, [platform.debian]: undefined }]));
  for (const { name, version, size, sha256 } of packages) {
    const key = keyOf({ name, version });
    entries.set(key, { ...entries.get(key), name, version, [platform.debian]: { size, sha256 } });
  }
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, entry]) => format(entry));
  writeFileSync(lockFile(layer), `[\n${sorted.join(',\n')}\n]\n`);
}

/** The form that the project's formatter leaves as it is; nothing for what no platform has any more. */
function format({ name, version, amd64, arm64 }: LockEntry): string[] {
  const files = Object.entries({ amd64, arm64 }).flatMap(([platform, file]) =>
    file ? [`    "${platform}": { "size": ${file.size}, "sha256": "${file.sha256}" }`] : [],
  );
  return files.length > 0
    ? [`  {\n    "name": "${name}",\n    "version": "${version}",\n${files.join(',\n')}\n  }`]
    : [];
}

function keyOf({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string {
  return `${name} ${version}`;
}

function readEntries(layer: string): LockEntry[] {
  return JSON.parse(readFileSync(lockFile(layer), 'utf8'));
}

function lockFile(layer: string): string {
  return join(RECIPES, layer, 'packages.lock.json');
}
