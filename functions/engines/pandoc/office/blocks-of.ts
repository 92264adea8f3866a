import { type Entry, nestEntries } from '../pdf/nest-entries.ts';
import { type Element, NO_ATTRIBUTES, wordsOf } from '../tree.ts';
import { tableOf } from './table-of.ts';
import { elementsOf, type Node, saidOf, textIn } from './xml-tree.ts';

const SPACE: Element = { t: 'Space' };
const BREAK: Element = { t: 'LineBreak' };
/** A run of blanks is written as its number. */
const BLANKS: readonly string[] = ['s', 'tab'];
/** Addresses that a reader may follow. */
const FOLLOWED = /^(?:https?|mailto|ftp):/i;
/** Cells that one repeats. */
const MOST_REPEATED = 1000;
/** How far in each level of a list stands, in points. */
const INDENT = 20;

/** Paragraphs, lists and tables of OpenDocument as pandoc knows them; of all other elements, what is in them. */
export function blocksOf(node: Node): Element[] {
  const blocks: Element[] = [];
  let entries: Entry[] = [];
  const closeList = () => {
    blocks.push(...nestEntries(entries));
    entries = [];
  };
  // What is deeper in a list may stand in a list of its own, behind the one that it belongs to.
  for (const piece of piecesIn(node, 0)) {
    if ('line' in piece) entries.push(piece);
    else {
      closeList();
      blocks.push(piece);
    }
  }
  closeList();
  return blocks;
}

/** Blocks, and the entries of lists with how deep they are. */
function piecesIn(node: Node, depth: number): (Element | Entry)[] {
  return elementsOf(node).flatMap((child): (Element | Entry)[] => {
    if (child.name === 'p' || child.name === 'h') return paragraph(child, depth);
    if (child.name === 'table') return table(child);
    if (child.name === 'list') return piecesIn(child, depth + 1);
    // Paragraphs in lists that no sign stands before.
    if (child.name === 'list-header') return piecesIn(child, 0);
    return UNSEEN.includes(child.name) ? [] : piecesIn(child, depth);
  });
}

/** What is not to be seen, or is something else. */
const UNSEEN: readonly string[] = [
  'notes',
  'object',
  'title',
  'desc',
  'event-listeners',
  'forms',
  'par',
  'seq',
  'annotation',
];

function paragraph(node: Node, depth: number): (Element | Entry)[] {
  const line = lineOf(node);
  if (line.length === 0) return [];
  return [depth > 0 ? { number: undefined, indent: depth * INDENT, line } : { t: 'Para', c: line }];
}

function table(node: Node): Element[] {
  const rows = rowsIn(node).map((row) =>
    elementsOf(row, 'table-cell', 'covered-table-cell').flatMap((cell) =>
      Array<Element[]>(Math.min(MOST_REPEATED, Number(saidOf(cell, 'number-columns-repeated') ?? 1) || 1)).fill(
        blocksOf(cell),
      ),
    ),
  );
  return tableOf(rows);
}

function rowsIn(node: Node): Node[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'table-row') return [child];
    return ['table-header-rows', 'table-rows', 'table-row-group'].includes(child.name) ? rowsIn(child) : [];
  });
}

/** The comments in an element, each as a line that says so. */
export function commentsIn(node: Node): Element[] {
  return elementsOf(node, 'annotation').flatMap((comment) => {
    const text = elementsOf(comment, 'p', 'list').map(textIn).join(' ').trim();
    const [creator] = elementsOf(comment, 'creator');
    const author = creator ? textIn(creator).trim() : '';
    return text === '' ? [] : [{ t: 'Para', c: wordsOf(`[Comment${author && ` by ${author}`}: ${text}]`) }];
  });
}

/** A line of text, without blanks around it. */
export function lineOf(node: Node): Element[] {
  const line = inlines(node);
  const first = line.findIndex(isSeen);
  return first < 0 ? [] : line.slice(first, line.findLastIndex(isSeen) + 1);
}

function isSeen({ t }: Element): boolean {
  return t !== 'Space' && t !== 'LineBreak';
}

function inlines({ children }: Node): Element[] {
  return children.flatMap((child): Element[] => {
    if (typeof child === 'string') return words(child);
    if (BLANKS.includes(child.name)) return [SPACE];
    if (child.name === 'line-break') return [BREAK];
    if (child.name === 'a') return link(child);
    return UNSEEN.includes(child.name) ? [] : inlines(child);
  });
}

function link(node: Node): Element[] {
  const [within, address = ''] = [inlines(node), saidOf(node, 'href')];
  return FOLLOWED.test(address) && textIn(node).trim() !== ''
    ? [{ t: 'Link', c: [NO_ATTRIBUTES, within, [address, '']] }]
    : within;
}

/** Words, and the blanks between them and around them. */
function words(text: string): Element[] {
  return text
    .split(/(\s+)/)
    .flatMap((part) => (part === '' ? [] : part.trim() === '' ? [SPACE] : [{ t: 'Str', c: part }]));
}
