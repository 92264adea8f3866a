import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach } from 'vitest';
import { LAYERS } from '../../layers/folders.ts';
import { JAIL } from '../../layers/jail/compile.ts';
import { LIMIT } from '../../layers/limit/compile.ts';

/** Who starts a jail, and by what it confines files there. */
export interface Home {
  readonly user: 'root' | 'an ordinary user';
  readonly files: 'landlock' | 'namespaces' | 'landlock, namespaces';
}

/** Everywhere that a jail has to hold. */
export const HOMES: readonly Home[] = (['an ordinary user', 'root'] as const).flatMap((user) =>
  (['landlock, namespaces', 'landlock', 'namespaces'] as const).map((files) => ({ user, files })),
);

/** The number of the call by which namespaces get file systems of their own; those of Landlock are the same everywhere. */
export const MOUNT = process.arch === 'arm64' ? '40' : '165';

/** Calls that are refused where a means is missing, with the error. */
export const MISSING = {
  landlock: { error: '38', calls: '444,445,446' },
  namespaces: { error: '1', calls: MOUNT },
};

/** How a process ended, and what it said. */
export interface End {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Limits of a jail by the names of its options. */
export type Limits = Readonly<Record<string, number>>;

const ORDINARY = 1000;
const MACHINE = ['/usr', '/lib', '/lib64', '/etc/ld.so.cache'].filter((path) => existsSync(path));
const LIMITS: Limits = { tasks: 64, processes: 8, memory: 1024, disk: 50 };

/** Programs, where every user reaches them, and folders to work in. */
export class Ground {
  public readonly folder = mkdtempSync(join(tmpdir(), 'ground-'));
  public readonly takenOver: string;
  public readonly refuse: string;
  public readonly node: string;
  public readonly limit: string;
  private readonly jail: string;

  constructor() {
    chmodSync(this.folder, 0o755);
    this.takenOver = compile('taken-over', this.folder);
    this.refuse = compile('refuse', this.folder);
    this.node = this.copy(process.execPath, 'node');
    this.limit = this.copy(join(LAYERS, 'ffmpeg', LIMIT, 'bin/limit'), 'limit');
    this.jail = this.copy(join(LAYERS, JAIL, JAIL, 'bin/jail'), 'jail');
  }

  /** Why jails cannot be tried so on this machine, if they cannot. */
  private unavailable(home: Home): string | undefined {
    if (home.user === 'root' && process.getuid?.() !== 0) return 'needs root';
    const [program = '', ...args] = this.check(home);
    const { stdout, stderr } = spawnSync(program, args, { ...asUser(home), encoding: 'utf8' });
    return stdout.trim() === home.files ? undefined : `not ${home.files} here, but ${stdout}${stderr}`;
  }

  /** Skips tests where jails cannot be tried so. */
  skipWhereUnavailable(home: Home): void {
    beforeEach(({ skip }) => {
      const reason = this.unavailable(home);
      skip(reason !== undefined, reason);
    });
  }

  start(home: Home, command: readonly string[], options: SpawnOptions): ChildProcess {
    const [program = '', ...args] = command;
    return spawn(program, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'], ...asUser(home), ...options });
  }

  /** A folder that belongs to somebody, and to nobody else. */
  folderOf(home: Home, parent = this.folder): string {
    const folder = mkdtempSync(join(parent, 'folder-'));
    own(home, folder);
    return folder;
  }

  /** The command that runs another in a jail. */
  jailed(home: Home, folder: string, command: readonly string[], limits: Limits = {}): string[] {
    const options = Object.entries({ ...LIMITS, ...limits }).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const reads = [...MACHINE, this.takenOver, this.node].flatMap((path) => ['--read', path]);
    return [...this.kernel(home), this.jail, '--write', folder, ...reads, ...options, '--', ...command];
  }

  /** The command that says how a jail would confine files. */
  check(home: Home): string[] {
    return [...this.kernel(home), this.jail, '--check'];
  }

  private kernel(home: Home): string[] {
    const missing = Object.entries(MISSING).filter(([means]) => !home.files.includes(means));
    return missing.flatMap(([, { error, calls }]) => [this.refuse, error, calls]);
  }

  private copy(program: string, name: string): string {
    cpSync(program, join(this.folder, name));
    chmodSync(join(this.folder, name), 0o755);
    return join(this.folder, name);
  }
}

/** Compiles a program of attackers. @returns its path */
export function compile(name: string, folder: string): string {
  const program = join(folder, name);
  execFileSync('gcc', ['-Wall', '-Wextra', '-o', program, join(import.meta.dirname, `${name}.c`)]);
  return program;
}

export function own(home: Home, path: string): void {
  const { uid = 0, gid = 0 } = asUser(home);
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
}

export async function ended(child: ChildProcess): Promise<End> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  child.on('error', reject);
  child.on('close', (exitCode, signal) =>
    resolve({ stdout: said.stdout.trim(), stderr: said.stderr.trim(), exitCode, signal }),
  );
  return promise;
}

/** Waits for the first thing that a process says. */
export function firstWords(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.stdout?.once('data', (data) => resolve(String(data).trim()));
  child.once('close', () => resolve(''));
  return promise;
}

/** The running processes whose own command ends with a word; not those that started them. */
export function processesWith(word: string): number[] {
  const isMeant = (command: readonly string[]) =>
    command.length === 3 && command[1] !== 'escape' && command[2] === word;
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.filter((pid) => isMeant(readCommand(pid))).map(Number);
}

function readCommand(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** An ordinary user who runs the tests stays who he is. */
function asUser(home: Home): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 && home.user !== 'root' ? { uid: ORDINARY, gid: ORDINARY } : {};
}
