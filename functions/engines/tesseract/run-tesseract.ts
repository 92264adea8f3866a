import { layerFolder } from '../../sandbox/layer.ts';
import type { RunResult } from '../../sandbox/run-tool.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

const TOO_MUCH = 'A page needs more memory or time than one conversion may use. Simplify it first.';

/** The limits for a page; two are recognised at a time. */
const TESSERACT: LayerTools = {
  layer: 'tesseract',
  memory: 1024,
  fileSize: 64,
  // The exit code is the same for a page without text and for a picture that cannot be read.
  done: [0, 1],
  endings: [{ says: /bad_alloc|out of memory/i, evenWhenDone: true, code: 'TOO_COMPLEX', message: TOO_MUCH }],
  tooComplex: TOO_MUCH,
  environment: () => ({ OMP_THREAD_LIMIT: '1', TESSDATA_PREFIX: `${layerFolder('tesseract')}/tessdata` }),
};

/**
 * Runs tesseract on a picture.
 * @param output the path of the output without an extension, or `-` for standard output
 * @param args all arguments behind the picture and the output
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
