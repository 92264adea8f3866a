import { dirname } from 'node:path';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';
import { runTool } from '../../functions/sandbox/run-tool.ts';

/** What a program of poppler, that no engine of ours made the file with, says of it, or writes to a target. */
export async function askPoppler(
  program: 'pdfinfo' | 'pdfimages' | 'pdftotext',
  args: readonly string[],
  path: string,
  target?: string,
): Promise<string> {
  const { stdout, stderr } = await runTool(
    layerProgram('poppler', `bin/${program}`),
    [...args, path, ...(target ? [target] : [])],
    {
      folder: dirname(path),
      workingFolder: layerFolder('poppler'),
    },
  );
  return stdout + stderr;
}
