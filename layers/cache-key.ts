import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Architecture } from '../functions/sandbox/architecture.ts';
import { layersFor, RECIPES } from './folders.ts';

const KEY_FILE = '.key';
/** The folders that something is built from beside its own, where those are not the usual ones. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  calibre: ['debian', 'elf', 'icu'],
  chromium: ['archive', 'debian', 'elf', 'fonts'],
  fontforge: ['debian', 'elf', 'preload'],
  jail: ['limit'],
  limit: [],
  mupdf: ['debian', 'elf', 'preload'],
  office: ['archive', 'debian', 'elf', 'fonts', 'icu'],
  pandoc: ['archive', 'debian', 'elf'],
};

/** A hash of all that decides what a layer holds: the processor, its recipe and lock file, and the code they share. */
export function cacheKey(name: string, architecture: Architecture): string {
  const hash = createHash('sha256').update(architecture);
  for (const folder of [name, ...(SHARED[name] ?? ['debian', 'elf'])]) addFolder(hash, join(RECIPES, folder));
  return hash.digest('hex');
}

/** Whether the built folder is what the recipe says now. */
export function isBuilt(layer: string, folder: string, architecture: Architecture): boolean {
  const file = join(layersFor(architecture), layer, folder, KEY_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === cacheKey(folder, architecture);
}

/** The name under which a built folder remembers its key. */
export function keyFile(folder: string): string {
  return join(folder, KEY_FILE);
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.md'));
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const data = readFileSync(path);
    hash.update(`${path.slice(RECIPES.length)}\0${data.length}\0`).update(data);
  }
}
