import { mkdtemp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { compactFonts } from './compact-fonts.ts';
import { type HiddenFonts, hideFonts, showFonts } from './hide-fonts.ts';
import { runMupdf } from './run-mupdf.ts';

/** The most pages that are compared, and the least share that has to be saved for that. */
const MOST_PAGES = 2000;
const WORTH = 0.05;
/** After this time no further copy is compared, in milliseconds: its pages take long to draw. */
const LONG = 20_000;

/**
 * Makes the fonts of a file smaller, and leaves those letters in them that its pages show; all of them in the fonts of its form.
 * @param count of its pages
 * @returns the path of a copy that looks as before, or of the file itself where that saves little
 */
export async function subsetFonts(file: PdfFile, count: number, hasForm: boolean): Promise<string> {
  if (count > MOST_PAGES) return file.sourcePath;
  const compact = await compactFonts(file, ['type1', 'cff']).catch(() => file);
  const smaller = await compactFonts(compact, ['winAnsi']).catch(() => compact);
  const cuts = [{ from: compact, winAnsi: false }];
  // MuPDF may lose letters of such fonts that are not in Latin-1, such as quotation marks.
  if (smaller !== compact) cuts.push({ from: smaller, winAnsi: false }, { from: smaller, winAnsi: true });
  const copies = [smaller];
  for (const { from, winAnsi } of cuts)
    copies.push(await cutFonts(from, { form: hasForm, winAnsi }).catch(() => smaller));
  const sized = await Promise.all(copies.map(async ({ sourcePath }) => ({ sourcePath, ...(await stat(sourcePath)) })));
  const most = (1 - WORTH) * (await stat(file.sourcePath)).size;
  const started = performance.now();
  for (const { sourcePath, size } of sized.sort((a, b) => a.size - b.size)) {
    if (size > most || performance.now() - started > LONG) break;
    if (await looksAsBefore(file, sourcePath, count)) return sourcePath;
  }
  return file.sourcePath;
}

function looksAsBefore(file: PdfFile, copy: string, count: number): Promise<boolean> {
  return refuseChangedPages(file, copy, count).then(
    () => true,
    () => false,
  );
}

/** Cuts letters that are not shown from all fonts but the hidden ones. @throws Error */
async function cutFonts(file: PdfFile, hidden: HiddenFonts): Promise<PdfFile> {
  const own = { ...file, folder: await mkdtemp(join(file.folder, 'cut-')) };
  const open = hidden.form || hidden.winAnsi ? await hideFonts(own, hidden) : own;
  const cut = await runSubsetting(open);
  return open === own ? cut : await showFonts(cut);
}

/** Writes a copy with smaller fonts. @throws Error */
async function runSubsetting(file: PdfFile): Promise<PdfFile> {
  const target = join(file.folder, 'subset.pdf');
  const args = ['clean', '-D', '-S', '-gggg', '-Z', '-z', '-m', file.sourcePath, target];
  const run = { folder: file.folder, source: file.sourcePath, target };
  await runMupdf(args, run);
  return { ...file, sourcePath: target };
}
