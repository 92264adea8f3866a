import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { PdfFile, PdfJob } from '../poppler/pdf-job.ts';
import { rewriteText } from './rewrite-text.ts';
import { ON, runQpdf } from './run-qpdf.ts';

/** A file, and its pages whose text is read. */
type TextFile = PdfFile & Pick<PdfJob, 'pages'>;

/** The largest decompressed file that is rewritten, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** An alef before a lam: the article, or a ligature whose characters poppler has reversed. */
const REVERSED = /[\u0622\u0623\u0625\u0627]\u0644/;
/** Two zero-width non-joiners: one may be in Persian. */
const JOINERS = '\u200c\u200c';
/** A zero-width space, or what begins text whose direction is forced, which Chrome draws, and poppler does not add itself. */
const DRAWN = /[\u200b\u202d]/;

/**
 * A PDF file whose text poppler reads as it is meant.
 * - The characters of Arabic ligatures are reversed. Poppler turns right-to-left text into logical order glyph by glyph, and
 *   splits ligatures, whose characters already are in that order, before it does: lam-alef comes out as alef-lam.
 * - Marks of direction and zero-width spaces are spaces. What Chrome prints of Google Docs has them as actual text of glyphs as
 *   wide as a space, in the place of which other text is: poppler then finds no space before that, and lines that end later
 *   than they do. In files of 2021 joiners are all its spaces.
 * - The actual text of ligatures is within the text object whose matrix it has. Pages of Apple puts it around that, and poppler
 *   then has it elsewhere: "Con den al".
 * @param texts what poppler reads of it
 * @returns a copy, or the file itself where it has nothing of that, or is too large or too damaged to be written anew
 */
export async function mendText<File extends TextFile>(file: File, texts: readonly string[]): Promise<File> {
  if (!texts.some(isMisread) && !file.pages.some(({ misplaced }) => misplaced)) return file;
  const sourcePath = join(file.folder, 'mended-text.pdf');
  const plain = { streamData: 'uncompress', objectStreams: 'disable', deterministicId: ON };
  try {
    await runQpdf({ inputFile: file.sourcePath, outputFile: sourcePath, ...plain }, file.folder);
  } catch (error) {
    if (error instanceof ConversionError) return file;
    throw error;
  }
  if ((await stat(sourcePath)).size > LARGEST) return file;
  const bytes = await readFile(sourcePath);
  rewriteText(bytes, { joiners: texts.some((text) => text.includes(JOINERS)) });
  await writeFile(sourcePath, bytes);
  return { ...file, sourcePath };
}

/** Whether text may have ligatures whose characters poppler has reversed, or marks without width that it takes for letters. */
function isMisread(text: string): boolean {
  return REVERSED.test(text) || DRAWN.test(text) || text.includes(JOINERS);
}
