import { describe, expect, it } from 'vitest';
import { buildParagraphs } from '../../functions/engines/office/pdf/build-paragraphs.ts';
import { textOf } from '../../functions/engines/office/pdf/page.ts';
import { joinPages } from '../../functions/engines/reflow/join-pages.ts';

const FONT = { family: 'Arial', size: 10, color: '#000000' };

/** A paragraph of one line, so far down a column. */
function paragraph(text: string, top: number) {
  const runs = [{ text, font: FONT, bold: false, italic: false }];
  const edges = { left: 0, right: 300 };
  return buildParagraphs([[{ ...edges, top, bottom: top + 12, runs }]], edges);
}

const joined = (texts: readonly [string, number][]) =>
  joinPages([texts.flatMap(([text, top]) => paragraph(text, top))]).map((block) =>
    block.kind === 'paragraph' ? textOf(block) : block.kind,
  );

describe('a paragraph at the end of a column', () => {
  const LONG = 'The committee met on the third of March to look at the interna-';

  it('goes on in the next one, with its divided word put together', () =>
    expect(
      joined([
        [LONG, 700],
        ['tional results.', 50],
      ]),
    ).toEqual([`${LONG.slice(0, -1)}tional results.`]));

  it('does not where a sentence begins, or further down the same column', () => {
    const apart = [`${LONG.slice(0, -1)}l ships.`, 'Then it ended.'] as const;
    expect(
      joined([
        [apart[0], 700],
        [apart[1], 50],
      ]),
    ).toEqual(apart);
    expect(
      joined([
        [LONG, 700],
        ['tional results.', 750],
      ]),
    ).toHaveLength(2);
  });
});
