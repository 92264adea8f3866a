import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { hideFormFonts, showFormFonts } from './form-fonts.ts';
import { runMupdf } from './run-mupdf.ts';

/** The most pages that are compared, and the least share that has to be saved for that. */
const MOST_PAGES = 500;
const WORTH = 0.05;

/**
 * Leaves those letters in the fonts of a file that its pages show; all of them in the fonts of its form.
 * @param count of its pages
 * @returns the path of a copy, or of the file itself where that saves little, loses letters, or MuPDF finds
 * anything wrong with it
 */
export async function subsetFonts(file: PdfFile, count: number, hasForm: boolean): Promise<string> {
  if (count > MOST_PAGES) return file.sourcePath;
  try {
    const open = hasForm ? await hideFormFonts(file) : file;
    const cut = await runSubsetting(open);
    const { sourcePath: target } = open === file ? cut : await showFormFonts(cut);
    const [before, after] = await Promise.all([stat(file.sourcePath), stat(target)]);
    if (after.size > (1 - WORTH) * before.size) return file.sourcePath;
    await refuseChangedPages(file, target, count);
    return target;
  } catch {
    return file.sourcePath;
  }
}

/** Writes a copy with smaller fonts. @throws Error where MuPDF finds anything wrong with the file */
async function runSubsetting(file: PdfFile): Promise<PdfFile> {
  const target = join(file.folder, 'subset.pdf');
  const args = ['clean', '-D', '-S', '-gggg', '-Z', '-z', '-m', file.sourcePath, target];
  const run = { folder: file.folder, source: file.sourcePath, target };
  const { stderr } = await runMupdf(args, run);
  if (stderr !== '') throw new Error('MuPDF finds something wrong with the file');
  return { ...file, sourcePath: target };
}
