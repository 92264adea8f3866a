import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Options of Node that keep the JavaScript of a program to its own code and the temporary folder: no other file, no
 * process, no thread. Native libraries are not bound by it; what holds them is a jail around the process.
 */
export function confinement(program: string): string[] {
  const root = codeRoot(dirname(program));
  const readable = [root, join(root, 'node_modules'), tmpdir()].filter((folder) => existsSync(folder));
  return [
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...bothPaths(readable).map((folder) => `--allow-fs-read=${folder}/`),
    ...bothPaths([tmpdir()]).map((folder) => `--allow-fs-write=${folder}/`),
  ];
}

/** The nearest folder above the program that holds its packages; without any, the program stands alone. */
function codeRoot(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Folders as they are called, and as they are called where links lead. */
function bothPaths(folders: readonly string[]): string[] {
  return [...new Set(folders.flatMap((folder) => [folder, realpathSync(folder)]))];
}
