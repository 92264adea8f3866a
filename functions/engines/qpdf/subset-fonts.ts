import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

const MUPDF: LayerTools = { layer: 'mupdf', memory: 1024, fileSize: 512, tooComplex: 'The fonts take too much time.' };

/** The most pages that are compared, and the least share that has to be saved for that. */
const MOST_PAGES = 500;
const WORTH = 0.05;

/**
 * Leaves those letters in the fonts of a file that its pages show.
 * @param count of its pages
 * @returns the path of a copy, or of the file itself where that saves little, loses letters, or MuPDF finds
 * anything wrong with it
 */
export async function subsetFonts(file: PdfFile, count: number): Promise<string> {
  if (count > MOST_PAGES) return file.sourcePath;
  const target = join(file.folder, 'subset.pdf');
  const args = ['clean', '-D', '-S', '-gggg', '-Z', '-z', '-m', file.sourcePath, target];
  try {
    const run = { folder: file.folder, source: file.sourcePath, target };
    const { stderr } = await runLayerTool(MUPDF, 'mutool', args, run);
    const [before, after] = await Promise.all([stat(file.sourcePath), stat(target)]);
    if (stderr !== '' || after.size > (1 - WORTH) * before.size) return file.sourcePath;
    await refuseChangedPages(file, target, count);
    return target;
  } catch {
    return file.sourcePath;
  }
}
