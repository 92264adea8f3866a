import type { Paragraph } from '../office/pdf/blocks/block.ts';
import { type Run, textOf, withoutStart } from '../office/pdf/page.ts';
import type { Element } from './tree.ts';

/** A list item. */
export interface Entry {
  /** Its number, or undefined for a bullet. */
  readonly number: number | undefined;
  /** Its indent, in points. */
  readonly indent: number;
  readonly line: readonly Element[];
}

const SIGN = /^\s*[•·▪▫◦‣⁃∙●○■□█◆◇❖➔➢➤►▶▸✓✔\u2013\u2014\uf000-\uf0ff-]\s+/u;
/** The number of an entry, but for the area code of a telephone number. */
const NUMBER = /^\s*(?!\(\d{3}\)\s+\d)\(?(\d{1,3})[.)]\s+/;
/** The least indent of a nested list, in points. */
const DEEPER = 8;

/** A paragraph as a list item; undefined where it has no list marker. */
export function entryOf(paragraph: Paragraph, lineOf: (runs: readonly Run[]) => Element[]): Entry | undefined {
  const text = textOf(paragraph);
  const sign = SIGN.exec(text) ?? NUMBER.exec(text);
  if (!sign || sign[0].length === text.length) return undefined;
  const number = sign[1] === undefined ? undefined : Number(sign[1]);
  return { number, indent: paragraph.left, line: lineOf(withoutStart(paragraph.runs, sign[0].length)) };
}

/** Lists of items; items with a deeper indent are nested in the item before them. */
export function nestEntries(entries: readonly Entry[]): Element[] {
  const lists: Element[] = [];
  for (let at = 0; at < entries.length; ) {
    const first = entries[at] as Entry;
    const items: Element[][] = [];
    while (at < entries.length && isSameList(entries[at] as Entry, first)) {
      const own = entries[at] as Entry;
      let next = at + 1;
      while (next < entries.length && (entries[next] as Entry).indent > own.indent + DEEPER) next++;
      items.push([{ t: 'Plain', c: own.line }, ...nestEntries(entries.slice(at + 1, next))]);
      at = next;
    }
    lists.push(listOf(first, items));
  }
  return lists;
}

function isSameList(entry: Entry, first: Entry): boolean {
  return (entry.number === undefined) === (first.number === undefined);
}

function listOf({ number }: Entry, items: readonly Element[][]): Element {
  if (number === undefined) return { t: 'BulletList', c: items };
  return { t: 'OrderedList', c: [[number, { t: 'Decimal' }, { t: 'Period' }], items] };
}
