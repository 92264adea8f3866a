import { type LayerTools, runLayerTool, type ToolRun } from '../tool.ts';

const MUPDF: LayerTools = {
  layer: 'mupdf',
  memory: 1024,
  fileSize: 512,
  tooComplex: 'The fonts and pictures take too much time.',
};

/**
 * Runs mutool.
 * @param done exit codes of success
 * @throws Error
 */
export function runMupdf(args: readonly string[], run: ToolRun, done: readonly number[] = [0]) {
  return runLayerTool({ ...MUPDF, done }, 'mutool', args, run);
}
