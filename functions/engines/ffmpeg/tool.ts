import { layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool as run } from '../../sandbox/run-tool.ts';

/** The folder below layers/ with the programs. */
export const LAYER = 'ffmpeg';

/** What a program may use, in MB. Measured: 4K video takes 1.2 GB to H.264, 1.5 GB to VP9. */
export const MEMORY_LIMIT = 2500;

/** The largest result, in MB. */
export const RESULT_LIMIT = 2048;

/** Where a program works. */
export interface Workplace {
  /** The job's folder. */
  readonly folder: string;
  /** The source. */
  readonly sourcePath: string;
}

/** How a program is run. */
export interface ToolRun {
  readonly arguments: readonly string[];
  /** Called with each line of its output, which is not kept then. */
  readonly onLine?: (line: string) => void;
  /** Variables beside those that every tool gets. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs ffmpeg or ffprobe and waits for its end, whatever that is. */
export function runTool(tool: 'ffmpeg' | 'ffprobe', { folder }: Workplace, options: ToolRun): Promise<RunResult> {
  return run(layerProgram(LAYER, `bin/${tool}`), ['-hide_banner', ...options.arguments], {
    folder,
    memory: MEMORY_LIMIT,
    fileSize: RESULT_LIMIT,
    outputLimit: 4 * 1024 * 1024,
    ...(options.onLine ? { onLine: options.onLine } : {}),
    ...(options.environment ? { environment: options.environment } : {}),
  });
}
