import { layerFolder } from '../../sandbox/layer.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

const TOO_MUCH = 'A page takes more memory or time to read than is given to one. Simplify it first.';

/** What is given to one page; two are read at a time. */
const TESSERACT: LayerTools = {
  layer: 'tesseract',
  memory: 1024,
  fileSize: 64,
  // Of a page on which it finds nothing it says that it failed, and so does it of one that it cannot open.
  done: [0, 1],
  endings: [{ says: /bad_alloc|out of memory/i, evenWhenDone: true, code: 'TOO_COMPLEX', message: TOO_MUCH }],
  tooComplex: TOO_MUCH,
  environment: () => ({ OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: `${layerFolder('tesseract')}/tessdata` }),
};

/**
 * Runs tesseract on a picture.
 * @param output the path of what it writes, without an extension, or `-` for standard output
 * @param args what follows the names of the picture and of what it writes
 * @returns how it ended
 * @throws ConversionError TOO_COMPLEX
 */
export async function runTesseract(
  picture: string,
  output: string,
  args: readonly string[],
  folder: string,
): Promise<RunResult> {
  return runLayerTool(TESSERACT, 'tesseract', [picture, output, ...args], { folder, source: picture });
}
