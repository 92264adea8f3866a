import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder, layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { wasStopped } from '../took-too-much.ts';
import { LIMITS } from './limits.ts';
import { tooComplex, unreadable } from './refusals.ts';

/** The most processor time, in seconds, and private memory, in MB. */
const CPU_TIME = 240;
const MEMORY = 1500;
const MEGABYTE = 1024 * 1024;

/** Where encodings are, what makes temporary files in the folder of the job, and the time that is written into fonts. */
const environment = () => ({
  GCONV_PATH: join(layerFolder('fontforge'), 'gconv'),
  LD_PRELOAD: join(layerFolder('fontforge'), 'preload/temporary-file.so'),
  SOURCE_DATE_EPOCH: '0',
});

/** The programs for fonts. */
export type FontProgram = 'fontforge' | 'woff2_compress' | 'woff2_decompress' | 'read-eot';

/**
 * Has FontForge carry out commands.
 * @param commands in its own language, with $1 for the font to read and $2 for the one to write: nothing of a client's
 * @returns what it printed
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runFontforge(commands: string, source: string, target: string, folder: string): Promise<string> {
  // It would make the folder of its settings itself, from the root of the file system on.
  await mkdir(join(folder, '.config/fontforge'), { recursive: true });
  const args = ['-quiet', '-lang=ff', '-c', commands, source, target];
  return (await runFontProgram('fontforge', args, target, folder)).stdout;
}

/**
 * Runs a program that writes a font.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runFontProgram(
  program: FontProgram,
  args: readonly string[],
  target: string,
  folder: string,
): Promise<RunResult> {
  const result = await runTool(layerProgram('fontforge', `bin/${program}`), args, {
    folder,
    memory: MEMORY,
    cpuTime: CPU_TIME,
    fileSize: LIMITS.size / MEGABYTE,
    environment: environment(),
  });
  const { exitCode, signal, stderr } = result;
  if (wasStopped(result) || /bad_alloc/.test(stderr))
    throw tooComplex('The font takes more time or memory than is given to one.', { signal, stderr });
  const written = await stat(target).catch(() => undefined);
  if (exitCode !== 0 || !written || written.size === 0) throw unreadable({ exitCode, signal, stderr });
  return result;
}
