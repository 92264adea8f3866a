import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { layerProgram } from '../../functions/sandbox/layer.ts';

const run = promisify(execFile);

/** Runs ffmpeg or ffprobe of the layer as they are, without the engine under test and its jail. */
export async function runFfmpeg(tool: 'ffmpeg' | 'ffprobe', ...args: readonly string[]): Promise<string> {
  const { command } = layerProgram('ffmpeg', `bin/${tool}`);
  const [program, ...before] = command;
  const { stdout } = await run(program, [...before, '-hide_banner', '-v', 'error', ...args], { maxBuffer: 2 ** 26 });
  return stdout;
}
