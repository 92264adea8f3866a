import type { ReadLine } from './read-lines.ts';

/**
 * How sure tesseract must be, 0 to 100: of one line of a page at least, and of every line. Of specks and patterns it makes
 * words that it does not believe in: of noise, up to 45.
 */
const [PAGE_CONFIDENCE, LINE_CONFIDENCE] = [60, 35];

/** Letters of scripts that put no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

/** The lines of a page by paragraphs, without those that are none; nothing where there are no words. */
export function paragraphLines(lines: readonly ReadLine[]): ReadLine[][] {
  const worded = lines.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (!worded.some(({ confidence }) => confidence >= PAGE_CONFIDENCE)) return [];
  const paragraphs: ReadLine[][] = [];
  for (const line of worded) {
    if (line.confidence < LINE_CONFIDENCE) continue;
    const last = paragraphs.at(-1);
    if (last && (last.at(-1)?.paragraph === line.paragraph || isContinued(last, line))) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

/** Whether a paragraph goes on in a line that tesseract took for the beginning of another, for a little more space. */
function isContinued(paragraph: readonly ReadLine[], { text, box }: ReadLine): boolean {
  const last = paragraph.at(-1);
  if (!last || !/^\p{Ll}/u.test(text) || /[.!?:;]["'”»)]?$/u.test(last.text)) return false;
  const height = last.box.bottom - last.box.top;
  const space = box.top - last.box.bottom;
  const beside = box.left < last.box.right && last.box.left < box.right;
  return beside && space > -height && space < height * 1.5;
}

/** The lines of a paragraph as one text; a word that the end of a line had divided is put together again. */
export function joinLines(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (text === '') return line;
    if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
    return UNSPACED.test(text.at(-1) ?? '') && UNSPACED.test(line[0] ?? '') ? text + line : `${text} ${line}`;
  }, '');
}
