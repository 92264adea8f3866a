import type { Box } from '../office/pdf/page.ts';

/** A recognised line. */
export interface ReadLine {
  readonly text: string;
  /** Its bounding box, in pixels from the left and the top. */
  readonly box: Box;
  /** Its block on the page, as tesseract divides it. */
  readonly block: string;
  /** Its paragraph as tesseract sees it, which may split one into several. */
  readonly paragraph: string;
  /** The confidence of its words, 0 to 100. */
  readonly confidence: number;
}

/** The columns of tesseract's TSV output. */
const [BLOCK, PARAGRAPH, LEFT, TOP, WIDTH, HEIGHT, CONFIDENCE, TEXT] = [2, 3, 6, 7, 8, 9, 10, 11] as const;
/** Levels of that output. */
const [LINE, WORD] = ['4', '5'];

/**
 * Combines the text of a page, which has correct spaces in every script, with the TSV output.
 * @param text with empty lines between paragraphs; empty for scripts with spaces between all words
 * @param table the TSV output
 */
export function readLines(text: string, table: string): ReadLine[] {
  const boxed = readBoxes(table).filter(({ words }) => words.length > 0);
  const texts = text.split(/[\n\f]/).filter((line) => line.trim() !== '');
  const fitting = texts.length === boxed.length ? texts : boxed.map(({ words }) => words.join(' '));
  return boxed.map(({ box, block, paragraph, sum, weight }, index) => ({
    text: (fitting[index] ?? '').trim(),
    box,
    block,
    paragraph,
    confidence: sum / weight,
  }));
}

/** A line with its box, and the sum of its words' confidence, weighted by their lengths. */
interface BoxedLine {
  readonly box: Box;
  readonly block: string;
  readonly paragraph: string;
  readonly words: string[];
  sum: number;
  weight: number;
}

function readBoxes(table: string): BoxedLine[] {
  const boxed: BoxedLine[] = [];
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const number = (column: number) => Number(cells[column] ?? 0);
    const [left, top] = [number(LEFT), number(TOP)];
    if (cells[0] === LINE) {
      const box = { left, top, right: left + number(WIDTH), bottom: top + number(HEIGHT) };
      const block = cells[BLOCK] ?? '';
      boxed.push({ box, block, paragraph: `${block}.${cells[PARAGRAPH]}`, words: [], sum: 0, weight: 0 });
    }
    const line = boxed.at(-1);
    const word = cells[0] === WORD ? (cells[TEXT] ?? '').trim() : '';
    if (!line || word === '') continue;
    line.words.push(word);
    line.sum += number(CONFIDENCE) * word.length;
    line.weight += word.length;
  }
  return boxed;
}
