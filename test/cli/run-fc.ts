import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';

const FC = join(import.meta.dirname, '../../bin/fc.ts');

export interface Ran {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly url?: string;
  readonly input?: string | Uint8Array;
  readonly environment?: Readonly<Record<string, string>>;
  /** A command line in front of it. */
  readonly before?: readonly string[];
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs the command line as users do: in a process of its own. */
export async function runFc(args: readonly string[], options: RunOptions): Promise<Ran> {
  const { cwd, url = 'http://127.0.0.1:1', input, environment = {}, before = [], onStart } = options;
  const [command = process.execPath, ...rest] = [...before, process.execPath, FC, ...args];
  const env = { PATH: process.env.PATH, FILE_CONVERSION_URL: url, ...environment };
  const child = spawn(command, rest, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  onStart?.(child);
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** A folder for each test. */
export function useFolder() {
  let path = '';
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'fc-test-'));
  });
  afterEach(() => rm(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    /** The names of all in it, hidden ones too. */
    names: async () => (await readdir(path)).sort(),
    file: (name: string) => join(path, name),
  };
}
