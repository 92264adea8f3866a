import { relative } from 'node:path';
import { type LayerTools, runLayerTool, type ToolRun } from '../tool.ts';
import { DAMAGED, TOO_MUCH } from './refusals.ts';

const ASSIMP: LayerTools = {
  layer: 'assimp',
  memory: 2000,
  fileSize: 400,
  complainsOnOutput: true,
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
};

/**
 * Writes a model in another format.
 * @param format by assimp's name
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function exportModel(
  source: string,
  target: string,
  format: string,
  folder: string,
  options: readonly string[] = [],
): Promise<void> {
  await runAssimp(['export', source, target, `-f${format}`, ...options], { folder, source, target });
}

/**
 * Runs assimp, which calls what has no name after the path of its source: that is one in the folder of the job.
 * @returns what it printed
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function runAssimp(args: readonly string[], run: ToolRun & { readonly source: string }): Promise<string> {
  const named = args.map((arg) => (arg === run.source ? relative(run.folder, arg) : arg));
  return (await runLayerTool(ASSIMP, 'assimp', named, run)).stdout;
}
