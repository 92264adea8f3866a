import { layerFolder, layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { tooComplex } from '../poppler/limits.ts';
import { tookTooMuch } from '../took-too-much.ts';

/** The most processor time for one page, in seconds. */
const CPU_TIME = 120;
/** Private memory for one page, in MB; two are read at a time. */
const MEMORY = 1024;
/** The largest file it may write, in MB. */
const FILE_SIZE = 64;

/**
 * Runs tesseract on a picture.
 * @param args what follows the names of the picture and of what it writes
 * @param output the path of what it writes, without an extension, or `-` for standard output
 * @returns how it ended: of a page on which it finds nothing it says that it failed, and so does it of one that it cannot open
 * @throws ConversionError TOO_COMPLEX
 */
export async function runTesseract(
  picture: string,
  output: string,
  args: readonly string[],
  folder: string,
): Promise<RunResult> {
  const result = await runTool(layerProgram('tesseract', 'bin/tesseract'), [picture, output, ...args], {
    folder,
    memory: MEMORY,
    cpuTime: CPU_TIME,
    fileSize: FILE_SIZE,
    environment: { OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: `${layerFolder('tesseract')}/tessdata` },
  });
  if (tookTooMuch(result))
    throw tooComplex(
      'A page takes more memory or time to read than is given to one. Simplify it first.',
      result.stderr,
    );
  return result;
}
