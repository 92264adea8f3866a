import { layerProgram } from '../../sandbox/layer.ts';
import { runTool } from '../../sandbox/run-tool.ts';
import { tooComplex } from '../poppler/limits.ts';
import { wasStopped } from '../took-too-much.ts';
import { unreadable } from './limits.ts';

/** The most processor time that one run may take, in seconds: it ends before its job does. */
const CPU_TIME = 280;
/** Private memory, in MB: a largest page takes half of it. */
const MEMORY = 1500;

/**
 * Runs a program of DjVuLibre.
 * @param fileSize the largest file that it may write, in MB
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runDjvulibre(
  program: 'ddjvu' | 'djvutxt',
  args: readonly string[],
  { folder, fileSize }: { readonly folder: string; readonly fileSize: number },
): Promise<void> {
  const result = await runTool(layerProgram('djvulibre', `bin/${program}`), args, {
    folder,
    memory: MEMORY,
    cpuTime: CPU_TIME,
    fileSize,
  });
  const { exitCode, signal, stderr } = result;
  if (exitCode === 0) return;
  if (wasStopped(result) || /File too large|No space left|memory|bad_alloc/i.test(stderr))
    throw tooComplex('The pages take more memory or time than is given to one file. Choose fewer, or lower quality.', {
      program,
      signal,
      stderr,
    });
  throw unreadable({ program, exitCode, signal, stderr });
}
