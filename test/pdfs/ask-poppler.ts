import { dirname } from 'node:path';
import { runJailed } from '../../functions/sandbox/jail.ts';
import { layerFolder, layerProgram } from '../../functions/sandbox/layer.ts';

/** What a program of poppler, that no engine of ours made the file with, says of it. */
export async function askPoppler(
  program: 'pdfinfo' | 'pdfimages',
  args: readonly string[],
  path: string,
): Promise<string> {
  const { stdout, stderr } = await runJailed(layerProgram('poppler', `bin/${program}`), [...args, path], {
    folder: dirname(path),
    workingFolder: layerFolder('poppler'),
    timeLimit: 10_000,
  });
  return stdout + stderr;
}
