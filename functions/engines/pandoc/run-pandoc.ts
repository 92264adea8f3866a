import { layerProgram } from '../../sandbox/layer.ts';
import { type RunOptions, type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { unpackedLayer } from '../../sandbox/unpack-layer.ts';
import { tooComplex } from '../refusals.ts';
import { exceededLimits } from '../tool.ts';
import { LIMITS } from './limits.ts';

/** The folder below layers/ with pandoc. */
const LAYER = 'pandoc';

/** Pandoc's exit codes when its heap or its stack is exhausted. */
const OUT_OF_MEMORY: readonly (number | null)[] = [251, 2];

/** The messages of its runtime, of GMP and of Lua where memory is exhausted. */
const NO_MEMORY = /heap overflow|stack overflow|out of memory|cannot allocate memory|not enough memory/i;

const RUNTIME = ['+RTS', `-M${LIMITS.heap}M`, '-RTS'];

/** One run of pandoc. */
export interface PandocRun extends Pick<RunOptions, 'folder' | 'environment'> {
  /** Processor time. @default the limit of any document */
  readonly seconds?: number;
}

/**
 * Runs pandoc in a folder whose file names are all ours.
 * @throws ConversionError TOO_COMPLEX when it exceeds its limits
 */
export async function runPandoc(
  args: readonly string[],
  { folder, seconds = LIMITS.seconds, environment }: PandocRun,
): Promise<RunResult> {
  const layer = unpackedLayer(LAYER);
  const result = await runTool(layerProgram(LAYER, 'bin/pandoc', layer), [...RUNTIME, ...args], {
    folder,
    memory: LIMITS.memory,
    cpuTime: seconds,
    fileSize: LIMITS.fileSize,
    environment: { pandoc_datadir: layer, ...environment },
  });
  const { exitCode, signal, stderr } = result;
  if (exceededLimits(result) || OUT_OF_MEMORY.includes(exitCode) || (exitCode !== 0 && NO_MEMORY.test(stderr)))
    throw tooComplex(
      'The document needs more memory or time than one of its size may use. Simplify or divide it first.',
      { exitCode, signal, stderr },
    );
  return result;
}
