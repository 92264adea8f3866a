import { layerProgram } from '../../sandbox/layer.ts';
import { type RunOptions, type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { LIMITS, tooLarge } from './limits.ts';
import { localeFolder } from './run-bsdtar.ts';

const CPU_TIME = 580;
const MEMORY = 1500;

/** How 7-Zip is run. */
export type SevenZipRun = Pick<RunOptions, 'folder' | 'input' | 'onOutput'>;

/**
 * Runs 7-Zip.
 * @returns how it ended
 * @throws ConversionError TOO_COMPLEX where it took too much
 */
export async function runSevenZip(
  args: readonly string[],
  { folder, input, onOutput }: SevenZipRun,
): Promise<RunResult> {
  const result = await runTool(layerProgram('7zip', 'bin/7z'), args, {
    folder,
    input,
    // Times are listed in this zone.
    environment: { LOCPATH: localeFolder(), TZ: 'UTC' },
    ...(onOutput && { onOutput }),
    memory: MEMORY,
    fileSize: LIMITS.unpacked,
    cpuTime: CPU_TIME,
  });
  const said = `${result.stdout}\n${result.stderr}`;
  if (result.signal === 'SIGXFSZ' || /File too large|No space left/.test(said)) throw tooLarge(said);
  return result;
}
