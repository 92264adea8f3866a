import { stat } from 'node:fs/promises';
import { crashesEachTime } from '../conversion/crashes.ts';
import { ConversionError, type ErrorCode } from '../conversion/errors.ts';
import { layerProgram } from '../sandbox/layer.ts';
import { type RunOptions, type RunResult, runTool } from '../sandbox/run-tool.ts';
import { toolSeconds } from './seconds-for-size.ts';
import { shortLines } from './short-lines.ts';

/** How a tool may end, and the error for the client. */
export interface Ending {
  readonly code: ErrorCode;
  readonly message: string;
  /** @default all but those of success */
  readonly exitCodes?: readonly number[];
  /** Matches its output. @default any */
  readonly says?: RegExp;
  /** Whether it also applies to exit codes of success. @default false */
  readonly evenWhenDone?: boolean;
}

/** How the tools of a layer are run, and how their endings are interpreted. */
export interface LayerTools {
  /** The folder below layers/. */
  readonly layer: string;
  /** Private memory of a run, and the largest file that it may write, in MB. */
  readonly memory: number;
  readonly fileSize: number;
  /** The key of their limit of processor time. @default the name of the program */
  readonly time?: string;
  /** Exit codes of success. @default 0 */
  readonly done?: readonly number[];
  /** Whether they print errors to standard output as well. @default false */
  readonly complainsOnOutput?: boolean;
  /** Special endings, of which the first that matches applies. */
  readonly endings?: readonly Ending[];
  /** The message to the client where a tool exceeds its limits. */
  readonly tooComplex: string;
  /** The message to the client for all other failures. @default none: they are our fault, but for crashes */
  readonly unreadable?: string;
  /** Matches the output of failures that are our fault all the same. */
  readonly ownErrors?: RegExp;
  /** Environment variables beside those of every tool. */
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

/** One run of a tool. */
export interface ToolRun extends Omit<RunOptions, 'memory'> {
  /** The file that it reads, whose size determines its processor time. @default of any size */
  readonly source?: string;
  /** A file that it has to write, and that must not be empty. @default none */
  readonly target?: string;
}

/** What tools print when they exceed their memory or file size. */
const EXHAUSTED =
  /bad_?\s?alloc|MemoryError|(?:out of|not enough|insufficient) memory|cannot allocate memory|memory allocation failed|file too large|no space left/i;

/** The exit codes of a shell and of the dynamic linker where a program, or a library of it, cannot be loaded. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/**
 * Runs a tool of a layer, and turns its failure into an error. A tool that crashes would crash on the same file again, so
 * that the file is refused.
 * @param program in the layer's folder bin
 * @returns the result of a successful run
 * @throws ConversionError
 */
export async function runLayerTool(
  tools: LayerTools,
  program: string,
  args: readonly string[],
  { source, target, ...run }: ToolRun,
): Promise<RunResult> {
  const size = source === undefined ? Number.MAX_SAFE_INTEGER : (await stat(source)).size;
  const result = await runTool(layerProgram(tools.layer, `bin/${program}`), args, {
    memory: tools.memory,
    fileSize: tools.fileSize,
    cpuTime: toolSeconds(tools.time ?? program, size),
    ...run,
    environment: { ...tools.environment?.(run.folder), ...run.environment },
  });
  const written = target === undefined || (await isWritten(target));
  const failure = failureOf(tools, program, result, written);
  if (failure) throw failure;
  return result;
}

function failureOf(tools: LayerTools, program: string, result: RunResult, written: boolean): Error | undefined {
  const { exitCode, signal, stdout, stderr } = result;
  const done = exitCode !== null && (tools.done ?? [0]).includes(exitCode);
  const said = shortLines(tools.complainsOnOutput ? `${stdout}\n${stderr}` : stderr);
  const cause = { program, exitCode, signal, said };
  if (exceededLimits(result)) return new ConversionError('TOO_COMPLEX', tools.tooComplex, { cause });
  const ending = tools.endings?.find((candidate) => applies(candidate, result, said, done));
  if (ending) return new ConversionError(ending.code, ending.message, { cause });
  if (done && written) return undefined;
  if (NOT_STARTED.includes(exitCode)) return new Error(`${program} does not start: ${said}`);
  if (EXHAUSTED.test(said)) return new ConversionError('TOO_COMPLEX', tools.tooComplex, { cause });
  if (tools.unreadable === undefined && CRASHES.includes(signal)) return crashesEachTime(cause);
  if (tools.unreadable === undefined || tools.ownErrors?.test(said))
    return new Error(`${program} ended with ${signal ?? exitCode}: ${said}`);
  return new ConversionError('UNREADABLE_FILE', tools.unreadable, { cause });
}

function applies(
  { exitCodes, says, evenWhenDone = false }: Ending,
  { exitCode }: RunResult,
  said: string,
  done: boolean,
): boolean {
  if (done && !evenWhenDone) return false;
  return (!exitCodes || (exitCode !== null && exitCodes.includes(exitCode))) && (!says || says.test(said));
}

async function isWritten(path: string): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size > 0,
    () => false,
  );
}

/** The signals that end a tool whose memory a file has damaged. */
const CRASHES: readonly (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGFPE'];

/** The signals that end a tool at its limits of processor time, memory or file size. */
const EXCEEDED: readonly (NodeJS.Signals | null)[] = ['SIGXCPU', 'SIGKILL', 'SIGXFSZ'];

/** Whether a tool was ended at one of its limits. */
export function exceededLimits({ signal }: Pick<RunResult, 'signal'>): boolean {
  return EXCEEDED.includes(signal);
}
