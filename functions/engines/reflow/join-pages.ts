import type { Block, Paragraph } from '../office/pdf/blocks/block.ts';
import { joinLines } from '../office/pdf/blocks/build-paragraphs.ts';
import { textOf } from '../office/pdf/page.ts';
import { isContinued, joined as joinedTables } from '../office/pdf/tables/find-tables.ts';

/** The end of a sentence. */
const END = /[.!?:;\u2026\u3002\uff01\uff1f"'\u201d\u2019)\]]\s*$/u;

/** Joins the blocks of pages, and paragraphs and tables that continue over the end of a page or column. */
export function joinPages(pages: readonly (readonly Block[])[]): Block[] {
  const joined: Block[] = [];
  for (const page of pages) {
    for (const [index, block] of page.entries()) {
      const [above, last] = [page[index - 1], joined.at(-1)];
      const begins = !above || block.top < above.top;
      if (begins && last?.kind === 'paragraph' && block.kind === 'paragraph' && goesOn(last, block))
        joined[joined.length - 1] = { ...last, runs: joinLines([last, block]) };
      else if (begins && last?.kind === 'table' && block.kind === 'table' && isContinued(last, block))
        joined[joined.length - 1] = joinedTables(last, block);
      else joined.push(block);
    }
  }
  return joined;
}

function goesOn(above: Paragraph, below: Paragraph): boolean {
  const [end, beginning] = [textOf(above), textOf(below)];
  const same = above.runs.at(-1)?.font.size === below.runs[0]?.font.size;
  return same && end.length > 40 && !END.test(end) && /^\s*\p{Ll}/u.test(beginning);
}
