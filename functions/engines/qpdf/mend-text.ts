import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { ON, runQpdf } from './run-qpdf.ts';

/** The largest decompressed file that is rewritten, in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** An alef before a lam: the article, or a ligature whose characters poppler has reversed. */
const REVERSED = /[\u0622\u0623\u0625\u0627]\u0644/;
/** Two zero-width non-joiners: one may be in Persian. */
const JOINERS = '\u200c\u200c';
/** A zero-width space, or what begins text whose direction is forced, which Chrome draws, and poppler does not add itself. */
const DRAWN = /[\u200b\u202d]/;

/** A string of two to eight Arabic characters in UTF-16BE, as hexadecimal digits. */
const ARABIC = /(<(?:feff)?)((?:06[0-9a-f]{2}){2,8})(?=>)/gi;
/** What holds such strings: the mappings of a ToUnicode CMap, and the actual text of marked content. */
const HOLDERS = [
  ['beginbf', 'endbf'],
  ['/ActualText', '>'],
] as const;
/** Actual text that is a mark of direction or a zero-width space alone, or a zero-width non-joiner. */
const MARK = /(?<=<feff)(?:202[a-e]|200b)(?=>)/gi;
const JOINER = /(?<=<feff)200c(?=>)/gi;
const SPACE = '0020';
/** A character with its combining marks. */
const CHARACTER = /\P{M}\p{M}*|\p{M}+/gu;

/** Whether text may have ligatures whose characters poppler has reversed, or marks without width that it takes for letters. */
export function mayBeMisread(text: string): boolean {
  return REVERSED.test(text) || DRAWN.test(text) || text.includes(JOINERS);
}

/**
 * Writes a copy of a PDF file whose text poppler reads as it is meant.
 * - The characters of Arabic ligatures are reversed. Poppler turns right-to-left text into logical order glyph by glyph, and
 *   splits ligatures, whose characters already are in that order, before it does: lam-alef comes out as alef-lam.
 * - Marks of direction and zero-width spaces are spaces. What Chrome prints of Google Docs has them as actual text of glyphs as
 *   wide as a space, in the place of which other text is: poppler then finds no space before that, and lines that end later
 *   than they do. In files of 2021 joiners are all its spaces.
 * @param texts what poppler reads of it
 * @returns the copy, or the file itself where it is too large for that
 */
export async function mendText<File extends PdfFile>(file: File, texts: readonly string[]): Promise<File> {
  const sourcePath = join(file.folder, 'mended-text.pdf');
  const plain = { streamData: 'uncompress', objectStreams: 'disable', deterministicId: ON };
  try {
    await runQpdf({ inputFile: file.sourcePath, outputFile: sourcePath, ...plain }, file.folder);
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX') return file;
    throw error;
  }
  if ((await stat(sourcePath)).size > LARGEST) return file;
  const bytes = await readFile(sourcePath);
  rewriteText(bytes, { joiners: texts.some((text) => text.includes(JOINERS)) });
  await writeFile(sourcePath, bytes);
  return { ...file, sourcePath };
}

/**
 * Mends the text of a decompressed PDF file in place: no length changes, so that its cross-reference table stays right.
 * @param joiners whether zero-width non-joiners are spaces, as they are not in Persian
 */
export function rewriteText(bytes: Buffer, { joiners }: { readonly joiners: boolean }): void {
  for (const [start, end] of HOLDERS) {
    rewriteBetween(bytes, start, end, (text) => {
      const mended = text.replace(ARABIC, reversed).replace(MARK, SPACE);
      return joiners ? mended.replace(JOINER, SPACE) : mended;
    });
  }
}

function rewriteBetween(bytes: Buffer, start: string, end: string, rewrite: (text: string) => string): void {
  for (let from = bytes.indexOf(start); from >= 0; from = bytes.indexOf(start, from)) {
    const to = bytes.indexOf(end, from);
    if (to < 0) return;
    bytes.write(rewrite(bytes.toString('latin1', from, to + 1)), from, 'latin1');
    from = to;
  }
}

function reversed(_: string, before: string, digits: string): string {
  const text = Buffer.from(digits, 'hex').swap16().toString('utf16le');
  const turned = (text.match(CHARACTER) ?? []).reverse().join('');
  return before + Buffer.from(turned, 'utf16le').swap16().toString('hex').toUpperCase();
}
