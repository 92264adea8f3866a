import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, layersOf } from '../engines/engine.ts';
import { layerFolder } from './layer.ts';
import { unpackedLayer } from './unpack-layer.ts';

/** The limits of a jailed engine host. */
export interface JailLimits {
  /** The memory of all its processes together, in MB. */
  readonly memory: number;
  /** The count of its processes; with 1 it can only start threads. */
  readonly processes: number;
  /** Whether its processes may share memory and pass file descriptors. @default false */
  readonly sharing?: boolean;
  /** The size of all files in its workplace, in MB. */
  readonly disk: number;
  /** Whether its priority is lower than that of other hosts. @default false */
  readonly givesWay?: boolean | undefined;
}

/** The largest file it may write, in MB. */
const FILE_SIZE = 2048;
const TASKS = 512;
/** Bounded since sockets and watched files take kernel memory. */
const OPEN_FILES = 512;
/** Conversions have a lower priority than the service, and long ones a lower priority than short ones. */
const NICE = 5;
const LONG_NICE = 15;

/** The exit code of the jail when a limit was exceeded; its last line names the limit. */
export const LIMIT_EXCEEDED = 124;

const JAIL = join(layerFolder('jail'), 'bin/jail');

/** Libraries of glibc that native packages need besides those that Node itself has loaded. */
const GLIBC_LIBRARIES = ['libresolv.so.2', 'librt.so.1', 'libutil.so.1'];

/** The files of the machine that Node and its packages read. */
function filesOfMachine(): readonly string[] {
  machine ??= findFilesOfMachine();
  return machine;
}

function findFilesOfMachine(): readonly string[] {
  const { sharedObjects } = process.report.getReport() as unknown as { sharedObjects: string[] };
  const loaded = sharedObjects.filter((path) => path.startsWith('/'));
  const folders = loaded.filter((path) => /\/libc\.so\.\d+$/.test(path)).map(dirname);
  const others = folders.flatMap((folder) => GLIBC_LIBRARIES.map((name) => join(folder, name)));
  return ['/etc/ld.so.cache', '/dev/null', '/dev/urandom', ...loaded, ...others];
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

/** Whether the operator of a machine without a jail has chosen to run engines all the same: `UNCONFINED=yes`. */
export function isUnconfined(): boolean {
  return process.env.UNCONFINED === 'yes' && !jailAvailable();
}

/** Runs the self-test of the jail. It includes reading the files of all hosts: started by root, hosts are other users. */
function check(): string | undefined {
  const read = bothPaths([...filesOfMachine(), ...filesOfAll()]).flatMap((path) => ['--read', path]);
  const { status, stderr, error } = spawnSync(JAIL, ['--check', ...read], { encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim() || String(error);
}

/** The folders of a jailed host. */
export interface JailFolders {
  /** The one that it may write to. */
  readonly workplace: string;
  /** The one with its source, which no other user may read. */
  readonly source: string;
}

/** The beginning of a command line, which runs the rest in a jail. */
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

/** The files that all hosts read: the code of the service, and Node. */
function filesOfAll(): string[] {
  const code = ['functions', 'node_modules', 'package.json'].map((name) => join(ROOT, name));
  return [dirname(process.execPath), ...code];
}

/** The files that the host of an engine reads: the code of the service, Node, and its layers. */
export function filesOf(engine: Engine, program: string): string[] {
  // The folder of a layer also has the launcher of its tools.
  const layers = layersOf(engine).flatMap((name) => [dirname(layerFolder(name)), unpackedLayer(name)]);
  return [...filesOfAll(), dirname(program), ...layers];
}

/** The existing ones of some paths, and the targets of those that are links. */
function bothPaths(paths: readonly string[]): string[] {
  const present = paths.filter((path) => existsSync(path));
  return [...new Set(present.flatMap((path) => [path, realpathSync(path)]))];
}
