import { existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jailAvailable, jailLauncher } from './jail.ts';

/**
 * Options of Node that keep the JavaScript of a program to its own code and the temporary folder: no other file, no
 * process, no thread. Native libraries are not bound by it; what holds them is a jail around the process.
 */
export function confinement(program: string): string[] {
  const readable = [...codeFolders(program), tmpdir()];
  return [
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    ...bothPaths(readable).map((folder) => `--allow-fs-read=${folder}/`),
    ...bothPaths([tmpdir()]).map((folder) => `--allow-fs-write=${folder}/`),
  ];
}

/** What Node itself and the libraries of its machine need to read, on Lambda and elsewhere. */
const MACHINE = [
  '/usr',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/var/lang',
  '/opt',
  '/dev/null',
  '/dev/urandom',
  '/proc',
];

/**
 * The command that starts a program of ours in a jail: no network, no other process, no credentials to be found, nothing
 * to write but temporary files. Empty where the jail is not installed.
 * @param memory private memory in MB
 */
export function jailedNode(program: string, memory: number): string[] {
  if (!jailAvailable()) return [];
  const read = bothPaths(
    [...MACHINE, dirname(process.execPath), ...codeFolders(program)].filter((path) => existsSync(path)),
  );
  return jailLauncher({ memory, read, write: bothPaths([tmpdir()]), openFiles: 1024, keep: [IPC_CHANNEL] });
}

/** The number under which Node hands its channel to a child. */
const IPC_CHANNEL = 3;

function codeFolders(program: string): string[] {
  const root = codeRoot(dirname(program));
  return [root, join(root, 'node_modules')].filter((folder) => existsSync(folder));
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
