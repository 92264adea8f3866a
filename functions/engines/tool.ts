import { stat } from 'node:fs/promises';
import { ConversionError, type ErrorCode } from '../conversion/errors.ts';
import { layerFolder, layerProgram } from '../sandbox/layer.ts';
import { type RunOptions, type RunResult, runTool } from '../sandbox/run-tool.ts';
import { exceededLimits } from './exceeded-limits.ts';
import { toolSeconds } from './seconds-for-size.ts';
import { shortLines } from './short-lines.ts';

/** A way in which a tool ends, and what the client is told of it. */
export interface Ending {
  readonly code: ErrorCode;
  readonly message: string;
  /** What it ends with. @default any but those that say that it is done */
  readonly exitCodes?: readonly number[];
  /** What it says then. @default anything */
  readonly says?: RegExp;
  /** Whether it is looked for where the tool says that it is done. @default false */
  readonly evenWhenDone?: boolean;
}

/** How the tools of a layer are run, and what their endings mean. */
export interface LayerTools {
  /** The folder below layers/. */
  readonly layer: string;
  /** Private memory of one run, and the largest file that it may write, in MB. */
  readonly memory: number;
  readonly fileSize: number;
  /** The name under which their processor time is listed. @default the name of the program */
  readonly time?: string;
  /** Exit codes of a run that has done its work. @default 0 */
  readonly done?: readonly number[];
  /** Whether they complain on standard output as well. @default false */
  readonly complainsOnOutput?: boolean;
  /** Endings of their own; the first that applies. */
  readonly endings?: readonly Ending[];
  /** What the client is told when one takes more time, memory or space than it is given. */
  readonly tooComplex: string;
  /** What the client is told of every other ending. @default nothing: it is a fault of ours */
  readonly unreadable?: string;
  /** What they print of a fault of ours all the same. */
  readonly ownErrors?: RegExp;
  /** Variables beside the few that every tool gets. */
  readonly environment?: (folder: string) => Readonly<Record<string, string>>;
}

/** One run of a tool. */
export interface ToolRun extends Omit<RunOptions, 'memory'> {
  /** The file that it reads: its size says how much processor time it is given. @default any size */
  readonly source?: string;
  /** A file that it has to write, with something in it. @default none */
  readonly target?: string;
  /** Where the layer lies, where it was unpacked. */
  readonly layerAt?: string;
}

/** What tools say when they get no more memory, or may not write more. */
const EXHAUSTED =
  /bad_?\s?alloc|MemoryError|(?:out of|not enough|insufficient) memory|cannot allocate memory|memory allocation failed|file too large|no space left/i;

/**
 * Runs a tool of a layer, and turns its ending into an error. A tool that crashes does so on the same file again, so that
 * it is the file that is refused.
 * @param program its name in the layer's folder bin
 * @returns how it ended, where it has done its work
 * @throws ConversionError
 */
export async function runLayerTool(
  tools: LayerTools,
  program: string,
  args: readonly string[],
  { source, target, layerAt = layerFolder(tools.layer), ...run }: ToolRun,
): Promise<RunResult> {
  const size = source === undefined ? Number.MAX_SAFE_INTEGER : (await stat(source)).size;
  const result = await runTool(layerProgram(tools.layer, `bin/${program}`, layerAt), args, {
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
  if (EXHAUSTED.test(said)) return new ConversionError('TOO_COMPLEX', tools.tooComplex, { cause });
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
