import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ConversionError } from '../conversion/errors.ts';
import { type LayerProgram, layerAvailable, layerFolder } from './layer.ts';

/** What a jailed program may see and use. */
export interface JailOptions {
  /** Folders it may write to. */
  readonly write?: readonly string[];
  /** More files and folders it may read, and run programs from. */
  readonly read?: readonly string[];
  /** Private memory in MB: heap and stacks, not what is mapped from files. @default unlimited */
  readonly memory?: number;
  /** Processor time in seconds. @default unlimited */
  readonly cpuTime?: number;
  /** The largest file it may write, in MB. @default unlimited */
  readonly fileSize?: number;
  /** How many processes it may be; with 1 it can start threads only. @default 1 */
  readonly processes?: number;
  /** How many files it may have open. @default 256 */
  readonly openFiles?: number;
  /** Open files, by number, that it inherits beside standard input and output. */
  readonly keep?: readonly number[];
}

/** How a program is run once. */
export interface RunOptions extends JailOptions {
  /** The job's folder: the program may write to it, and is started in it. */
  readonly folder: string;
  /** @default the job's folder */
  readonly workingFolder?: string;
  /** The longest it may take, in milliseconds. */
  readonly timeLimit: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** What it reads from standard input. @default nothing */
  readonly input?: string | Uint8Array;
  /** Called with each line it prints; standard output is not kept then. */
  readonly onLine?: (line: string) => void;
  /** How many bytes of standard output are kept; what follows is dropped. @default 1 MB */
  readonly outputLimit?: number;
  /** Variables beside the few that every program gets. None of ours are handed on. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a program ended. */
export interface RunResult {
  readonly stdout: string;
  /** The end of what it wrote to standard error. For the log, never for a client. */
  readonly stderr: string;
  /** None when a signal ended it. */
  readonly exitCode: number | null;
  /** What ended it: SIGXCPU and SIGKILL for too much processor time or memory, SIGXFSZ for too large a file. */
  readonly signal: NodeJS.Signals | null;
}

const KEPT_OUTPUT = 1024 * 1024;
const KEPT_ERRORS = 8 * 1024;
const JAIL_FAILED = 125;
/** Where processor time gets short, the conversion gives way and not the service. */
const NICE = 5;

/** Whether programs can be jailed on this machine. */
export function jailAvailable(): boolean {
  return layerAvailable('jail');
}

/** The command that starts whatever follows it in a jail. */
export function jailLauncher(options: JailOptions, files: readonly string[] = []): [string, ...string[]] {
  const limits: [string, number | undefined][] = [
    ['--memory', options.memory],
    ['--cpu', options.cpuTime],
    ['--file-size', options.fileSize],
    ['--processes', options.processes],
    ['--open-files', options.openFiles ?? 256],
    ['--nice', NICE],
  ];
  return [
    join(layerFolder('jail'), 'bin/jail'),
    ...limits.flatMap(([name, value]) => (value === undefined ? [] : [name, String(Math.ceil(value))])),
    ...[...files, ...(options.read ?? [])].flatMap((path) => ['--read', path]),
    ...(options.write ?? []).flatMap((path) => ['--write', path]),
    ...(options.keep ?? []).flatMap((file) => ['--keep-fd', String(file)]),
    '--',
  ];
}

/** The command that starts a program of a layer in a jail, for processes that stay. */
export function jailedCommand(
  program: LayerProgram,
  args: readonly string[],
  options: JailOptions,
): [string, ...string[]] {
  return [...jailLauncher(options, program.files), ...program.command, ...args];
}

/** The environment of a jailed program: nothing that this process holds. */
export function jailedEnvironment(folder: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder, LC_ALL: 'C.UTF-8', ...more };
}

/**
 * Runs a program of a layer in a jail and waits for its end, whatever that is: the caller knows what an exit code means.
 * When it has ended, so have all processes that it had started.
 * @throws ConversionError ENGINE_TIMED_OUT, or ENGINE_FAILED when it could not even be started
 * @throws the signal's reason, when it is aborted
 */
export async function runJailed(
  program: LayerProgram,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  options.signal?.throwIfAborted();
  const child = start(program, args, options);
  const output = collectOutput(child, options);
  const ending = endOnTimeOrAbort(child, options);
  try {
    const { exitCode, signal } = await ended(child);
    const result = { ...output(), exitCode, signal };
    ending.check(result.stderr);
    if (exitCode === JAIL_FAILED) throw failure(result.stderr);
    return result;
  } finally {
    ending.clear();
  }
}

/** Kills a jailed process with everything that it has started. */
export function killJailed(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It had ended.
  }
}

function start(program: LayerProgram, args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams {
  const { folder, write = [], environment } = options;
  const [command, ...rest] = jailedCommand(program, args, { ...options, write: [folder, ...write] });
  const child = spawn(command, rest, {
    cwd: options.workingFolder ?? folder,
    env: jailedEnvironment(folder, environment),
    // A group of its own, so that it can be killed with everything it starts.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program need not read all of its input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input);
  return child;
}

function ended(child: ChildProcessWithoutNullStreams): Promise<Pick<RunResult, 'exitCode' | 'signal'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<RunResult, 'exitCode' | 'signal'>>();
  child.on('error', (error) => reject(failure(error)));
  // Processes it leaves behind would keep its output open.
  child.on('exit', () => killJailed(child.pid));
  child.on('close', (exitCode, signal) => resolve({ exitCode, signal }));
  return promise;
}

/** Keeps the beginning of the output and the end of the errors. */
function collectOutput(
  child: ChildProcessWithoutNullStreams,
  options: RunOptions,
): () => Pick<RunResult, 'stdout' | 'stderr'> {
  const { onLine, outputLimit = KEPT_OUTPUT } = options;
  const kept: Buffer[] = [];
  let room = outputLimit;
  let errors = '';
  if (onLine) createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLine);
  else {
    child.stdout.on('data', (chunk: Buffer) => {
      if (room > 0) kept.push(chunk.subarray(0, room));
      room -= chunk.length;
    });
  }
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-KEPT_ERRORS);
  });
  return () => ({ stdout: Buffer.concat(kept).toString('utf8'), stderr: errors });
}

function endOnTimeOrAbort(child: ChildProcessWithoutNullStreams, { timeLimit, signal }: RunOptions) {
  let timedOut = false;
  const kill = () => killJailed(child.pid);
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeLimit);
  signal?.addEventListener('abort', kill);
  return {
    check(stderr: string): void {
      signal?.throwIfAborted();
      if (timedOut) throw timeOut(timeLimit, stderr);
    },
    clear(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
    },
  };
}

function timeOut(timeLimit: number, stderr: string): ConversionError {
  const seconds = Math.round(timeLimit / 1000);
  const message = `The conversion took longer than ${seconds} seconds and was stopped. Try a smaller or simpler file.`;
  return new ConversionError('ENGINE_TIMED_OUT', message, { cause: stderr });
}

function failure(cause: unknown): ConversionError {
  return new ConversionError('ENGINE_FAILED', 'The conversion failed. Please try again.', { cause });
}
