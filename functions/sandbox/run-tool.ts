import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { LineSplitter, LineTooLong } from '../line-splitter.ts';
import type { LayerProgram } from './layer.ts';

/** The limits of a tool. One that takes too long is killed with its engine host. */
export interface ToolLimits {
  /** Private memory in MB: heap and stacks, without mapped files. @default unlimited */
  readonly memory?: number;
  /** Processor time in seconds. @default unlimited */
  readonly cpuTime?: number;
  /** The largest file it may write, in MB. @default unlimited */
  readonly fileSize?: number;
  /** Files that each of its processes may have open. @default 256 */
  readonly openFiles?: number;
  /** Whether it may start processes, which have the same limits each. @default false: threads only */
  readonly processes?: boolean;
}

/** How a tool is run once. */
export interface RunOptions extends ToolLimits {
  /** Its folder for temporary files, and its home. */
  readonly folder: string;
  /** @default the folder */
  readonly workingFolder?: string;
  /** Called with each line of standard output, which is not kept then. */
  readonly onLine?: (line: string) => void;
  /** Called with each chunk of standard output, which is not kept then. Not together with `onLine`. */
  readonly onOutput?: (bytes: Buffer) => void;
  /** How many bytes of standard output are kept; the rest is dropped. @default 1 MB */
  readonly outputLimit?: number;
  /** Standard input. @default empty */
  readonly input?: AsyncIterable<Uint8Array> | undefined;
  /** Variables besides those of `toolEnvironment`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a tool ended. */
export interface RunResult {
  readonly stdout: string;
  /** The end of standard error. For the log, never for a client. */
  readonly stderr: string;
  /** Null when a signal killed it. */
  readonly exitCode: number | null;
  /** The signal that killed it: SIGXCPU or SIGKILL for too much processor time or memory, SIGXFSZ for too large a file. */
  readonly signal: NodeJS.Signals | null;
}

const KEPT_OUTPUT = 1024 * 1024;
/** The kept end of standard error, in characters. */
const KEPT_ERRORS = 8 * 1024;
const LONGEST_LINE = 64 * 1024;
const OPEN_FILES = 256;
/** Exit codes of the launcher and of the loader when they cannot start the tool. No tool uses them. */
const NOT_STARTED: readonly (number | null)[] = [125, 127];

/** The command that starts a tool with its limits. */
export function toolCommand(
  { launcher, command }: LayerProgram,
  args: readonly string[],
  { memory, cpuTime, fileSize, openFiles = OPEN_FILES, processes = false }: ToolLimits,
): [string, string[]] {
  const limits: [string, number | undefined][] = [
    ['--memory', memory],
    ['--cpu', cpuTime],
    ['--file-size', fileSize],
    ['--open-files', openFiles],
  ];
  const options = limits.flatMap(([name, value]) => (value === undefined ? [] : [name, `${Math.ceil(value)}`]));
  return [launcher, [...options, ...(processes ? [] : ['--no-fork']), '--', ...command, ...args]];
}

/** The environment of a tool, without the variables of this process. */
export function toolEnvironment(folder: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder, LC_ALL: 'C.UTF-8', ...more };
}

/**
 * Runs a tool and waits for its exit. The caller interprets the exit code.
 * @throws Error when it could not be started
 */
export async function runTool(program: LayerProgram, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { folder, environment } = options;
  const [command, rest] = toolCommand(program, args, options);
  const child = spawn(command, rest, {
    cwd: options.workingFolder ?? folder,
    env: toolEnvironment(folder, environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {}); // a tool need not read its input
  const fed = feed(child, options.input);
  const output = collectOutput(child, options);
  const result = { ...(await ended(child)), ...output() };
  const fault = await fed;
  if (fault) throw fault;
  if (NOT_STARTED.includes(result.exitCode)) throw new Error(`the tool could not be started: ${result.stderr}`);
  return result;
}

/**
 * Feeds standard input.
 * @returns the error of the input, if there was one; a tool need not read all of it
 */
async function feed(child: ChildProcessWithoutNullStreams, input: RunOptions['input']): Promise<unknown> {
  if (!input) return void child.stdin.end();
  let fault: unknown;
  async function* source() {
    try {
      yield* input as AsyncIterable<Uint8Array>;
    } catch (error) {
      fault = error;
    }
  }
  await pipeline(source, child.stdin).catch(() => undefined);
  return fault;
}

function ended(child: ChildProcessWithoutNullStreams): Promise<Pick<RunResult, 'exitCode' | 'signal'>> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

/** Keeps the beginning of standard output and the end of standard error. */
function collectOutput(
  child: ChildProcessWithoutNullStreams,
  { onLine, onOutput, outputLimit = KEPT_OUTPUT }: RunOptions,
): () => Pick<RunResult, 'stdout' | 'stderr'> {
  const kept: Buffer[] = [];
  let room = outputLimit;
  const keep = (chunk: Buffer) => {
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
  };
  child.stdout.on('data', onLine ? linesOf(onLine) : (onOutput ?? keep));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-KEPT_ERRORS);
  });
  return () => ({ stdout: Buffer.concat(kept).toString('utf8'), stderr: errors });
}

/** Splits output into lines; after one that is too long the rest is ignored. */
function linesOf(onLine: (line: string) => void): (chunk: Buffer) => void {
  const lines = new LineSplitter(LONGEST_LINE, onLine);
  let ignored = false;
  return (chunk) => {
    try {
      if (!ignored) lines.push(chunk);
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error;
      ignored = true;
    }
  };
}
