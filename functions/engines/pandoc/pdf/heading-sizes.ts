import type { Block, Paragraph } from '../../office/pdf/block.ts';

/** A heading is larger than the text by this, and no longer than that, in characters. */
const LARGER = 1.12;
const LONGEST = 200;
const LEVELS = 4;

/** The sizes of letters that headings have in a document, the largest first. */
export function headingSizes(blocks: readonly Block[]): number[] {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const body = commonSize(paragraphs);
  const sizes = new Set<number>();
  for (const paragraph of paragraphs) {
    const size = sizeOf(paragraph);
    if (size > body * LARGER && lengthOf(paragraph) <= LONGEST) sizes.add(size);
  }
  return [...sizes].sort((a, b) => b - a).slice(0, LEVELS);
}

/** The level of a heading, from 1 on, or nothing for what is none. */
export function headingLevel(paragraph: Paragraph, sizes: readonly number[]): number | undefined {
  const level = sizes.indexOf(sizeOf(paragraph)) + 1;
  return level > 0 && lengthOf(paragraph) <= LONGEST ? level : undefined;
}

function commonSize(paragraphs: readonly Paragraph[]): number {
  const counts = new Map<number, number>();
  for (const { runs } of paragraphs) {
    for (const { text, font } of runs)
      counts.set(rounded(font.size), (counts.get(rounded(font.size)) ?? 0) + text.length);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 10;
}

/** The size of most of its letters. */
function sizeOf({ runs }: Paragraph): number {
  const longest = runs.reduce(
    (a, b) => (b.text.length > a.text.length ? b : a),
    runs[0] ?? { text: '', font: { size: 0 } },
  );
  return rounded(longest.font.size);
}

const rounded = (size: number) => Math.round(size * 2) / 2;

function lengthOf({ runs }: Paragraph): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}
