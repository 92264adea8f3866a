import { join } from 'node:path';
import { layerFolder, layerProgram } from '../../sandbox/layer.ts';
import { type RunOptions, type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { LIMITS, tooLarge } from './limits.ts';

/** The most processor time that one run may take, in seconds: it ends before its job does. */
const CPU_TIME = 580;
/** Private memory, in MB: the highest level of xz takes 700. */
const MEMORY = 1500;
/** What headers and the like add to the contents, in MB. */
const OVERHEAD = 200;

/** Where the locale lies without which names would be ASCII. */
export function localeFolder(): string {
  return join(layerFolder('bsdtar'), 'locale');
}

/**
 * Runs bsdtar.
 * @returns how it ended
 * @throws ConversionError TOO_COMPLEX where it took too much
 */
export async function runBsdtar(
  args: readonly string[],
  { folder, input, onOutput }: Pick<RunOptions, 'folder' | 'input' | 'onOutput'>,
): Promise<RunResult> {
  const result = await runTool(layerProgram('bsdtar', 'bin/bsdtar'), args, {
    folder,
    input,
    ...(onOutput && { onOutput }),
    memory: MEMORY,
    fileSize: LIMITS.unpacked + OVERHEAD,
    cpuTime: CPU_TIME,
    environment: { LOCPATH: localeFolder() },
  });
  const { signal, stderr } = result;
  if (signal === 'SIGXFSZ' || /File too large|No space left/.test(stderr)) throw tooLarge(stderr);
  return result;
}
