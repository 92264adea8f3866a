import { stat } from 'node:fs/promises';
import { layerProgram } from '../../sandbox/layer.ts';
import { runTool } from '../../sandbox/run-tool.ts';
import { wasStopped } from '../took-too-much.ts';
import { tooComplex, unreadable } from './refusals.ts';

/** The most processor time of a step, in seconds, private memory and largest file, in MB. */
const CPU_TIME = 200;
const MEMORY = 2000;
const FILE_SIZE = 400;

/**
 * Writes a model in another format.
 * @param format as assimp calls it
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function exportModel(
  source: string,
  target: string,
  format: string,
  folder: string,
  options: readonly string[] = [],
): Promise<void> {
  await runAssimp(['export', source, target, `-f${format}`, ...options], folder);
  const written = await stat(target).catch(() => undefined);
  if (!written || written.size === 0) throw unreadable('nothing was written');
}

/**
 * Runs assimp.
 * @returns what it printed
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runAssimp(args: readonly string[], folder: string): Promise<string> {
  const result = await runTool(layerProgram('assimp', 'bin/assimp'), args, {
    folder,
    memory: MEMORY,
    cpuTime: CPU_TIME,
    fileSize: FILE_SIZE,
  });
  const said = `${result.stdout}\n${result.stderr}`;
  if (wasStopped(result) || /bad_?\s?alloc|File too large/i.test(said)) throw tooComplex(result);
  if (result.exitCode !== 0) throw unreadable(result);
  return result.stdout;
}
