import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, layersOf } from '../engines/engine.ts';
import { layerFolder } from './layer.ts';
import { unpackedLayer } from './unpack-layer.ts';

/** What a jailed engine host may use. */
export interface JailLimits {
  /** Of it and all that it starts together, in MB. */
  readonly memory: number;
  /** How many processes it is; with 1 it starts threads only. */
  readonly processes: number;
  /** All that it writes, in MB. */
  readonly disk: number;
}

/** The largest file it may write, in MB. */
const FILE_SIZE = 2048;
const TASKS = 512;
const OPEN_FILES = 1024;
/** Where processor time gets short, the conversion gives way and not the service. */
const NICE = 5;

/** What the jail ends with when its prisoner used more than it may, and said so in its last line. */
export const LIMIT_EXCEEDED = 124;

const JAIL = join(layerFolder('jail'), 'bin/jail');

/** Parts of the C library that packages need beside those that Node has loaded. */
const OF_THE_C_LIBRARY = ['libresolv.so.2', 'librt.so.1', 'libutil.so.1'];

/** What Node and its packages need to read of their machine: the libraries that Node has loaded itself, and their kin. */
function filesOfMachine(): readonly string[] {
  machine ??= findFilesOfMachine();
  return machine;
}

function findFilesOfMachine(): readonly string[] {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
  const loaded = sharedObjects.filter((path) => path.startsWith('/'));
  const folders = loaded.filter((path) => /\/libc\.so\.\d+$/.test(path)).map(dirname);
  const kin = folders.flatMap((folder) => OF_THE_C_LIBRARY.map((name) => join(folder, name)));
  return ['/etc/ld.so.cache', '/dev/null', '/dev/urandom', ...loaded, ...kin];
}

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let checked: boolean | undefined;
let machine: readonly string[] | undefined;

/** Whether engine hosts can be jailed on this machine. */
export function jailAvailable(): boolean {
  checked ??= existsSync(JAIL) && holds();
  return checked;
}

/** Whether who runs the service has chosen to do without, on a machine that has no jail: `UNCONFINED=yes`. */
export function isUnconfined(): boolean {
  return process.env.UNCONFINED === 'yes' && !jailAvailable();
}

function holds(): boolean {
  try {
    execFileSync(JAIL, ['--check'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The command that starts whatever follows it in a jail, where it may write to one folder. */
export function jailCommand(
  folder: string,
  read: readonly string[],
  { memory, processes, disk }: JailLimits,
): [string, ...string[]] {
  const limits = {
    memory,
    tasks: TASKS,
    processes,
    disk,
    'file-size': FILE_SIZE,
    'open-files': OPEN_FILES,
    nice: NICE,
  };
  return [
    JAIL,
    ...Object.entries(limits).flatMap(([name, value]) => [`--${name}`, `${Math.ceil(value)}`]),
    ...bothPaths([...filesOfMachine(), ...read]).flatMap((path) => ['--read', path]),
    '--write',
    folder,
    '--',
  ];
}

/** What the host of an engine has to read: our code, Node, and its layers. */
export function filesOf(engine: Engine, program: string): string[] {
  const code = ['functions', 'node_modules', 'package.json'].map((name) => join(ROOT, name));
  // With a layer comes the launcher of its tools, beside it.
  const layers = layersOf(engine).flatMap((name) => [dirname(layerFolder(name)), unpackedLayer(name)]);
  return [dirname(process.execPath), dirname(program), ...code, ...layers];
}

/** Paths as they are called, and as they are called where links lead. Those that are not there are left out. */
function bothPaths(paths: readonly string[]): string[] {
  const present = paths.filter((path) => existsSync(path));
  return [...new Set(present.flatMap((path) => [path, realpathSync(path)]))];
}
