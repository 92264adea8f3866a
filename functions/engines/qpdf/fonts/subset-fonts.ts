import { stat } from 'node:fs/promises';
import { refuseChangedPages } from '../../poppler/lost-pages.ts';
import type { PdfFile } from '../../poppler/pdf-job.ts';
import { listPdf, type PdfListing } from '../join/list-pdf.ts';
import { SMALLER } from '../plan-rewrite.ts';
import { runMupdf } from '../run-mupdf.ts';
import { ON, runQpdf } from '../run-qpdf.ts';
import { describedAsCff, describedAsCut } from './describe-fonts.ts';
import { type FontProgram, fontPrograms } from './font-programs.ts';
import { cutCff, cutToWinAnsi, cutTrueType, type FontFile, rewriteAsCff } from './font-tools.ts';
import { rewriteFonts } from './rewrite-fonts.ts';
import { glyphsOf, type ShownGlyphs, shownGlyphs } from './shown-glyphs.ts';

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
export async function subsetFonts(file: PdfFile, count: number): Promise<string> {
  if (count > MOST_PAGES) return file.sourcePath;
  const copies = await smallerFonts(file, count).catch(() => [file]);
  const most = (1 - WORTH) * (await stat(file.sourcePath)).size;
  const started = performance.now();
  for (const copy of new Set(copies)) {
    for (const { path, size } of await written(copy, copy !== file).catch(() => [])) {
      if (size > most || performance.now() - started > LONG) break;
      if (await looksAsBefore(file, path, count)) return path;
    }
  }
  return file.sourcePath;
}

function looksAsBefore(file: PdfFile, copy: string, count: number): Promise<boolean> {
  return refuseChangedPages(file, copy, count).then(
    () => true,
    () => false,
  );
}

/** Copies with smaller fonts, the smallest first, or the file itself in their place. @throws Error */
async function smallerFonts(file: PdfFile, count: number): Promise<PdfFile[]> {
  const listed = await listObjects(file);
  const compact = await compactFonts(file, listed).catch(() => file);
  const cut = await cutFonts(compact, count, compact === file ? listed : undefined).catch(() => compact);
  return [cut, compact];
}

async function listObjects(file: PdfFile): Promise<PdfListing['qpdf']> {
  return (await listPdf(file.sourcePath, file.folder)).listing.qpdf;
}

/**
 * Drops subroutines that no letter calls, which are up to nine tenths of the Type 1 fonts that LaTeX embeds and that become CFF.
 * @throws Error
 */
function compactFonts(file: PdfFile, listed: PdfListing['qpdf']): Promise<PdfFile> {
  const rewriteOf = ({ kind }: FontProgram) => (kind === 'trueType' ? undefined : rewriteAsCff);
  return rewriteFonts(file, listed, { name: 'compact', rewriteOf, othersOf: describedAsCff });
}

/** Cuts letters that are not shown. @param known its objects, where they have been listed @throws Error */
async function cutFonts(file: PdfFile, count: number, known?: PdfListing['qpdf']): Promise<PdfFile> {
  const listed = known ?? (await listObjects(file));
  if (fontPrograms(listed[1]).length === 0) return file;
  const shown = await shownGlyphs(file, listed, count);
  const rewriteOf = (font: FontProgram) => cutOf(font, shown);
  return rewriteFonts(file, listed, { name: 'cut', rewriteOf, othersOf: describedAsCut });
}

function cutOf({ kind, names, isWhole, isByCid, isEncoded, isWinAnsi }: FontProgram, shown: ShownGlyphs) {
  const glyphs = isWhole ? undefined : glyphsOf(names, shown);
  if (!glyphs) return kind === 'trueType' && isWinAnsi ? cutToWinAnsi : undefined;
  const letters = isByCid ? 'cid' : isEncoded ? 'unicode' : 'own';
  const cut = kind === 'trueType' ? cutTrueType : cutCff;
  return (font: FontFile) => cut(font, glyphs, letters);
}

/**
 * Writes a file without objects that repeat others, which MuPDF may spoil, and one that is only compressed: the smaller one is first.
 * @param isChanged whether it has to be compressed again
 */
async function written({ sourcePath, folder }: PdfFile, isChanged: boolean) {
  const [merged, compressed] = [`${sourcePath}.merged.pdf`, `${sourcePath}.compressed.pdf`];
  const args = ['clean', '-D', '-gggg', '-Z', '-z', sourcePath, merged];
  const isMerged = await runMupdf(args, { folder, source: sourcePath, target: merged }).then(
    () => true,
    () => false,
  );
  if (isChanged)
    await runQpdf({ inputFile: sourcePath, outputFile: compressed, ...SMALLER, deterministicId: ON }, folder);
  const paths = [...(isMerged ? [merged] : []), ...(isChanged ? [compressed] : [])];
  const sized = await Promise.all(paths.map(async (path) => ({ path, size: (await stat(path)).size })));
  return sized.sort((first, second) => first.size - second.size);
}
