import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWords, type Word } from '../office/pdf/words/read-words.ts';
import { spacesOfSpread } from '../office/pdf/words/spread-letters.ts';
import { isRightToLeft } from './logical-order.ts';
import type { PageRange, PdfFile } from './pdf-job.ts';
import { plainLetters } from './plain-letters.ts';
import { runPoppler } from './run-poppler.ts';

/** Letters with spaces between them, as words of spread letters come out. */
const SPREAD = /(?:^|\s)[\p{L}\p{N}_](?: [\p{L}\p{N}_]){4}(?!\S)/mu;
/** The largest gap within a part of a row, by its height. */
const GAP = 1;
/** How far the middles of neighbours in a row are apart, by their height. */
const LEVEL = 0.2;
/** The most words of a row of text. */
const MOST_WORDS = 1000;

/** The texts of the words of a row's part, and the part put together. */
interface SpreadPart {
  readonly texts: readonly string[];
  readonly joined: string;
}

/**
 * Puts words of spread letters together in the text of some pages, by the places of their letters.
 * @param text with a line for each row of words, or for each part of one
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function joinSpread(text: string, file: PdfFile, { first, last }: PageRange): Promise<string> {
  if (!SPREAD.test(text)) return text;
  const path = join(file.folder, 'places');
  const range = ['-f', `${first}`, '-l', `${last}`];
  await runPoppler('pdftotext', ['-bbox', '-enc', 'UTF-8', ...range, file.sourcePath, path], file);
  return joinPlaced(text, readWords(await readFile(path, 'utf8')));
}

/** Puts words of spread letters together in a text. @param pages the words of each page with their places */
export function joinPlaced(text: string, pages: readonly (readonly Word[])[]): string {
  const parts = new Map<string, SpreadPart[]>();
  for (const row of pages.flatMap(rowsOf)) {
    if (row.length > MOST_WORDS) continue;
    const found = partsOf(row).flatMap((part) => spreadPart(part) ?? []);
    for (const { texts, joined } of found) parts.set(texts.join(''), [{ texts, joined }]);
    if (found.length > 0) parts.set(row.map(plain).join(''), found);
  }
  const rewritten = (line: string) => (parts.get(line.replace(/\s/g, '')) ?? []).reduce(put, line);
  return text.split('\n').map(rewritten).join('\n');
}

const plain = ({ text }: Word) => plainLetters(text);

/** The words of each row of a page, from left to right: their middles are level. */
function rowsOf(words: readonly Word[]): Word[][] {
  const middle = ({ top, bottom }: Word) => (top + bottom) / 2;
  const rows: Word[][] = [];
  let last: Word | undefined;
  for (const word of [...words].sort((a, b) => middle(a) - middle(b))) {
    if (last && middle(word) - middle(last) < LEVEL * (last.bottom - last.top)) rows.at(-1)?.push(word);
    else rows.push([word]);
    last = word;
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

function partsOf(row: readonly Word[]): Word[][] {
  const parts: Word[][] = [];
  for (const [index, word] of row.entries()) {
    const before = row[index - 1];
    if (before && word.left - before.right < GAP * (word.bottom - word.top)) parts.at(-1)?.push(word);
    else parts.push([word]);
  }
  return parts;
}

function spreadPart(words: readonly Word[]): SpreadPart | undefined {
  const texts = words.map(plain);
  if (isRightToLeft(texts.join(' '))) return undefined;
  const spaces = spacesOfSpread(words.map((word, index) => ({ ...word, text: texts[index] ?? '' })));
  if (spaces.length === 0) return undefined;
  return {
    texts,
    joined: texts.map((text, index) => (index > 0 && spaces[index] !== false ? ` ${text}` : text)).join(''),
  };
}

/** Puts a part of a line together, behind which other parts stay where they are. */
function put(line: string, { texts, joined }: SpreadPart): string {
  const words = [...line.matchAll(/\S+/g)];
  const at = words.findIndex((_, start) => texts.every((text, index) => words[start + index]?.[0] === text));
  const [first, last] = [words[at], words[at + texts.length - 1]];
  if (!first || !last) return line;
  const end = last.index + last[0].length;
  const rest = line.slice(end);
  const placed = rest.trim() === '' ? joined : joined.padEnd(end - first.index);
  return `${line.slice(0, first.index)}${placed}${rest}`;
}
