import { type Entry, nestEntries } from '../nest-entries.ts';
import { type Element, NO_ATTRIBUTES, SPACE, spacedWords, tableOf, trimmed, wordsOf } from '../tree.ts';
import { attributeOf, elementsOf, type Node, textIn } from './xml-tree.ts';

const BREAK: Element = { t: 'LineBreak' };
/** Elements that stand for spaces. */
const SPACES: readonly string[] = ['s', 'tab'];
/** Schemes of links that are kept. */
const LINK = /^(?:https?|mailto|ftp):/i;
/** Repetitions of a cell. */
const MOST_REPEATED = 1000;
/** The indent of each level of a list, in points. */
const INDENT = 20;

/** Converts paragraphs, lists and tables of OpenDocument to pandoc's blocks; other elements are unwrapped. */
export function blocksOf(node: Node): Element[] {
  const blocks: Element[] = [];
  let entries: Entry[] = [];
  const closeList = () => {
    blocks.push(...nestEntries(entries));
    entries = [];
  };
  // A deeper level may be a list of its own after the list that it belongs to.
  for (const item of itemsIn(node, 0)) {
    if ('line' in item) entries.push(item);
    else {
      closeList();
      blocks.push(item);
    }
  }
  closeList();
  return blocks;
}

/** Blocks, and the entries of lists with their levels. */
function itemsIn(node: Node, depth: number): (Element | Entry)[] {
  return elementsOf(node).flatMap((child): (Element | Entry)[] => {
    if (child.name === 'p' || child.name === 'h') return paragraph(child, depth);
    if (child.name === 'table') return table(child);
    if (child.name === 'list') return itemsIn(child, depth + 1);
    // Paragraphs of lists without a bullet or number.
    if (child.name === 'list-header') return itemsIn(child, 0);
    return HIDDEN.includes(child.name) ? [] : itemsIn(child, depth);
  });
}

/** Elements that are not shown, or are read elsewhere. */
const HIDDEN: readonly string[] = [
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
  const line = trimmed(inlines(node));
  if (line.length === 0) return [];
  return [depth > 0 ? { number: undefined, indent: depth * INDENT, line } : { t: 'Para', c: line }];
}

function table(node: Node): Element[] {
  const rows = rowsIn(node).map((row) =>
    elementsOf(row, 'table-cell', 'covered-table-cell').flatMap((cell) =>
      Array<Element[]>(Math.min(MOST_REPEATED, Number(attributeOf(cell, 'number-columns-repeated') ?? 1) || 1)).fill(
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

/** The comments in an element, each as a paragraph. */
export function commentsIn(node: Node): Element[] {
  return elementsOf(node, 'annotation').flatMap((comment) => {
    const text = elementsOf(comment, 'p', 'list').map(textIn).join(' ').trim();
    const [creator] = elementsOf(comment, 'creator');
    const author = creator ? textIn(creator).trim() : '';
    return text === '' ? [] : [{ t: 'Para', c: wordsOf(`[Comment${author && ` by ${author}`}: ${text}]`) }];
  });
}

function inlines({ children }: Node): Element[] {
  return children.flatMap((child): Element[] => {
    if (typeof child === 'string') return spacedWords(child);
    if (SPACES.includes(child.name)) return [SPACE];
    if (child.name === 'line-break') return [BREAK];
    if (child.name === 'a') return link(child);
    return HIDDEN.includes(child.name) ? [] : inlines(child);
  });
}

function link(node: Node): Element[] {
  const [within, address = ''] = [inlines(node), attributeOf(node, 'href')];
  return LINK.test(address) && textIn(node).trim() !== ''
    ? [{ t: 'Link', c: [NO_ATTRIBUTES, within, [address, '']] }]
    : within;
}
