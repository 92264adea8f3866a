import type { ReadLine } from './read-lines.ts';

/**
 * The least confidence of tesseract, 0 to 100: of the best line of a page, and of every line. Specks and patterns become
 * words of low confidence; noise reaches 45.
 */
const [PAGE_CONFIDENCE, LINE_CONFIDENCE] = [60, 35];

/** Whether a line is likely one of words, and none of specks. */
export const isPlausible = ({ confidence }: ReadLine) => confidence >= LINE_CONFIDENCE;

/** Groups the lines of a page into paragraphs, without implausible ones; empty where there are no words. */
export function paragraphLines(lines: readonly ReadLine[]): ReadLine[][] {
  const worded = lines.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (!worded.some(({ confidence }) => confidence >= PAGE_CONFIDENCE)) return [];
  const paragraphs: ReadLine[][] = [];
  for (const line of worded) {
    if (!isPlausible(line)) continue;
    const last = paragraphs.at(-1);
    if (last && (last.at(-1)?.paragraph === line.paragraph || isContinued(last, line))) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

/** Whether a line continues a paragraph, though tesseract took it for the beginning of another because of its spacing. */
function isContinued(paragraph: readonly ReadLine[], { text, box }: ReadLine): boolean {
  const last = paragraph.at(-1);
  if (!last || !/^\p{Ll}/u.test(text) || /[.!?:;]["'”»)]?$/u.test(last.text)) return false;
  const height = last.box.bottom - last.box.top;
  const space = box.top - last.box.bottom;
  const beside = box.left < last.box.right && last.box.left < box.right;
  return beside && space > -height && space < height * 1.5;
}
