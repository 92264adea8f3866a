import type { Attributes, Element } from '../tree.ts';

/** Puts code between fences: what only stands further in is easily taken for part of the list before it. */
export function fenceCode(blocks: readonly Element[]): Element[] {
  return blocks.map((block) => {
    const { t, c } = block;
    if (t === 'CodeBlock') return fenced(c as [Attributes, string]);
    if (t === 'BlockQuote') return { t, c: fenceCode(c as Element[]) };
    if (t === 'BulletList') return { t, c: (c as Element[][]).map(fenceCode) };
    if (t !== 'OrderedList') return block;
    const [attributes, items] = c as [unknown, Element[][]];
    return { t, c: [attributes, items.map(fenceCode)] };
  });
}

function fenced([[, classes], code]: [Attributes, string]): Element {
  const language = classes.find((each) => /^[\w+#.-]{1,30}$/.test(each)) ?? '';
  let longest = 2;
  for (const [ticks] of code.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = '`'.repeat(longest + 1);
  return { t: 'RawBlock', c: ['markdown', `${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}`] };
}
