import { layerProgram } from '../../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../../sandbox/run-tool.ts';

/** The most processor time that it may take, in seconds; the largest books take two. */
const CPU_TIME = 60;
/** Private memory, in MB, and the largest file it may write: it holds a whole book. */
const MEMORY = 768;
const FILE_SIZE = 512;

/** Runs mobitool, which names what it writes itself. */
export function runMobitool(args: readonly string[], folder: string): Promise<RunResult> {
  return runTool(layerProgram('libmobi', 'bin/mobitool'), args, {
    folder,
    memory: MEMORY,
    cpuTime: CPU_TIME,
    fileSize: FILE_SIZE,
  });
}
