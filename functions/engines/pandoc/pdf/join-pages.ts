import type { Block, Paragraph } from '../../office/pdf/block.ts';
import type { Run } from '../../office/pdf/page.ts';

/** What a sentence ends with. */
const END = /[.!?:;\u2026\u3002\uff01\uff1f"'\u201d\u2019)\]]\s*$/u;

/** The blocks of pages, one after the other; a paragraph that goes on over the end of a page is one. */
export function joinPages(pages: readonly (readonly Block[])[]): Block[] {
  const joined: Block[] = [];
  for (const page of pages) {
    const [first, ...rest] = page;
    const last = joined.at(-1);
    if (last?.kind === 'paragraph' && first?.kind === 'paragraph' && goesOn(last, first)) {
      joined[joined.length - 1] = { ...last, runs: [...spaced(last.runs), ...first.runs] };
      joined.push(...rest);
    } else joined.push(...page);
  }
  return joined;
}

function goesOn(above: Paragraph, below: Paragraph): boolean {
  const [end, beginning] = [textOf(above), textOf(below)];
  const same = above.runs.at(-1)?.font.size === below.runs[0]?.font.size;
  return same && end.length > 40 && !END.test(end) && /^\s*\p{Ll}/u.test(beginning);
}

function spaced(runs: readonly Run[]): readonly Run[] {
  const last = runs.at(-1);
  return last ? [...runs.slice(0, -1), { ...last, text: `${last.text} ` }] : runs;
}

function textOf({ runs }: Paragraph): string {
  return runs.map(({ text }) => text).join('');
}
