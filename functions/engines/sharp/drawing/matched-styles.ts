import { piecesOf } from '../../markup.ts';

/**
 * Seconds that it takes to ask whether a selector means an element, and to ask one of those above or before it: twice, as
 * it is asked when the size of a drawing is found out, and again when it is drawn.
 */
const [ELEMENT_SECONDS, RELATIVE_SECONDS] = [7e-8, 11e-8];

/** How many selectors of each kind a style sheet has: by what else they ask for than the element itself. */
interface Selectors {
  all: number;
  /** Of these, for what is above it. */
  above: number;
  /** For what is before it within the same. */
  before: number;
  /** For both: what is before what is above it. */
  both: number;
}

/** What all selectors together ask, of all elements together. */
interface Elements {
  readonly all: number;
  readonly above: number;
  readonly before: number;
  readonly both: number;
}

/** Seconds that it takes to find out which elements of a drawing the selectors of its styles mean. */
export function secondsOfStyles(text: string): number {
  const selectors: Selectors = { all: 0, above: 0, before: 0, both: 0 };
  const elements = { all: 0, above: 0, before: 0, both: 0 };
  /** Of each element that is open: how many it has begun with, and how many there are before it and those above it. */
  const open: { children: number; readonly both: number }[] = [{ children: 0, both: 0 }];
  let isStyle = false;
  for (const { kind, name, start, end } of piecesOf(text)) {
    if (isStyle && (kind === 'text' || kind === 'data')) countSelectors(text.slice(start, end), selectors);
    if (kind === 'close') {
      isStyle = false;
      if (open.length > 1) open.pop();
    }
    if (kind !== 'open') continue;
    isStyle = name === 'style';
    const parent = open.at(-1) ?? { children: 0, both: 0 };
    const both = parent.both + parent.children + 1;
    elements.all++;
    elements.above += open.length;
    elements.before += parent.children;
    elements.both += both;
    parent.children++;
    if (text[end - 2] !== '/') open.push({ children: 0, both });
  }
  return secondsFor(selectors, elements);
}

function secondsFor({ all, above, before, both }: Selectors, elements: Elements): number {
  const relatives = above * elements.above + before * elements.before + both * elements.both;
  return all * elements.all * ELEMENT_SECONDS + relatives * RELATIVE_SECONDS;
}

/** Counts the selectors of a style sheet, which stand in front of braces, with commas between them. */
function countSelectors(sheet: string, selectors: Selectors): void {
  const css = withoutComments(sheet);
  let from = 0;
  for (let brace = css.indexOf('{'); brace >= 0; brace = css.indexOf('{', from)) {
    const before = css.slice(from, brace);
    for (const selector of before.slice(before.lastIndexOf('}') + 1).split(',')) {
      const written = selector.trim();
      const asksBefore = written.includes('~');
      const asksAbove = /\s/.test(written);
      selectors.all++;
      if (asksBefore && asksAbove) selectors.both++;
      else if (asksBefore) selectors.before++;
      else if (asksAbove) selectors.above++;
    }
    from = brace + 1;
  }
}

function withoutComments(sheet: string): string {
  const [first = '', ...rest] = sheet.split('/*');
  return [
    first,
    ...rest.map((part) => {
      const end = part.indexOf('*/');
      return end < 0 ? '' : part.slice(end + 2);
    }),
  ].join('');
}
