import { join } from 'node:path';
import { type LayerTools, runLayerTool } from '../tool.ts';

const MUPDF: LayerTools = { layer: 'mupdf', memory: 1024, fileSize: 512, tooComplex: 'The fonts take too much time.' };

/**
 * Leaves those letters in the fonts of a file that its pages show, and one of all equal streams.
 * @returns the path of a copy, or of the file itself where MuPDF finds anything wrong with it
 */
export async function subsetFonts(path: string, folder: string): Promise<string> {
  const target = join(folder, 'subset.pdf');
  const args = ['clean', '-D', '-S', '-gggg', '-Z', '-z', '-m', path, target];
  const said = await runLayerTool(MUPDF, 'mutool', args, { folder, source: path, target }).then(
    ({ stderr }) => stderr,
    () => 'failed',
  );
  return said === '' ? target : path;
}
