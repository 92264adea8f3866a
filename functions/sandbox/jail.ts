import { spawnSync } from 'node:child_process';
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
  /** Whether they may hand each other files and memory. @default false */
  readonly sharing?: boolean;
  /** All that it writes, in MB. */
  readonly disk: number;
  /** Whether it gives way to other engines too where processor time gets short. @default false */
  readonly givesWay?: boolean | undefined;
}

/** The largest file it may write, in MB. */
const FILE_SIZE = 2048;
const TASKS = 512;
/** Each socket, and each file that is waited for, takes memory of the kernel. */
const OPEN_FILES = 512;
/** Where processor time gets short, the conversion gives way and not the service; and what takes minutes to what takes seconds. */
const NICE = 5;
const LONG_NICE = 15;

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

let checked: { readonly reason: string | undefined } | undefined;
let machine: readonly string[] | undefined;

/** Whether engine hosts can be jailed on this machine. */
export function jailAvailable(): boolean {
  return whyNoJail() === undefined;
}

/** Why engine hosts cannot be jailed on this machine, if they cannot. */
export function whyNoJail(): string | undefined {
  checked ??= { reason: existsSync(JAIL) ? check() : 'it has not been built' };
  return checked.reason;
}

/** Whether who runs the service has chosen to do without, on a machine that has no jail: `UNCONFINED=yes`. */
export function isUnconfined(): boolean {
  return process.env.UNCONFINED === 'yes' && !jailAvailable();
}

/** Started by root, hosts are other users, who have to be able to read what all hosts read. */
function check(): string | undefined {
  const read = bothPaths([...filesOfMachine(), ...filesOfAll()]).flatMap((path) => ['--read', path]);
  const { status, stderr, error } = spawnSync(JAIL, ['--check', ...read], { encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim() || String(error);
}

/** The folders of what is jailed. */
export interface JailFolders {
  /** The one that it may write to. */
  readonly workplace: string;
  /** The one in which it finds its source, and no other user does. */
  readonly source: string;
}

/** The command that starts whatever follows it in a jail. */
export function jailCommand(
  { workplace, source }: JailFolders,
  read: readonly string[],
  { memory, processes, sharing = false, disk, givesWay }: JailLimits,
): [string, ...string[]] {
  const limits = {
    memory,
    tasks: TASKS,
    processes,
    disk,
    'file-size': FILE_SIZE,
    'open-files': OPEN_FILES,
    nice: givesWay ? LONG_NICE : NICE,
  };
  return [
    JAIL,
    ...Object.entries(limits).flatMap(([name, value]) => [`--${name}`, `${Math.ceil(value)}`]),
    ...(sharing ? ['--sharing'] : []),
    ...bothPaths([...filesOfMachine(), ...read, source]).flatMap((path) => ['--read', path]),
    '--source',
    source,
    '--write',
    workplace,
    '--',
  ];
}

/** Our code and Node. */
function filesOfAll(): string[] {
  const code = ['functions', 'node_modules', 'package.json'].map((name) => join(ROOT, name));
  return [dirname(process.execPath), ...code];
}

/** What the host of an engine has to read: our code, Node, and its layers. */
export function filesOf(engine: Engine, program: string): string[] {
  // With a layer comes the launcher of its tools, beside it.
  const layers = layersOf(engine).flatMap((name) => [dirname(layerFolder(name)), unpackedLayer(name)]);
  return [...filesOfAll(), dirname(program), ...layers];
}

/** Paths as they are called, and as they are called where links lead. Those that are not there are left out. */
function bothPaths(paths: readonly string[]): string[] {
  const present = paths.filter((path) => existsSync(path));
  return [...new Set(present.flatMap((path) => [path, realpathSync(path)]))];
}
