import type { Block, Cell, Paragraph, Table } from '../../office/pdf/block.ts';
import type { Run } from '../../office/pdf/page.ts';
import { type Element, NO_ATTRIBUTES, pictureOf } from '../tree.ts';
import { headingLevel } from './heading-sizes.ts';
import { joinColumns } from './join-columns.ts';
import { type Entry, entryOf, nestEntries } from './nest-entries.ts';

/** What tells what the blocks of a document are. */
export interface Look {
  /** The sizes of letters that headings have, the largest first. */
  readonly headings: readonly number[];
  /** Where the picture lies that is in a file. */
  readonly pictureOf: (path: string) => string | undefined;
}

/** The blocks of pages as pandoc knows them. */
export function treeOfBlocks(blocks: readonly Block[], look: Look): Element[] {
  const elements: Element[] = [];
  let entries: Entry[] = [];
  const closeList = () => {
    elements.push(...nestEntries(entries));
    entries = [];
  };
  for (const block of blocks) {
    const entry =
      block.kind === 'paragraph' && headingLevel(block, look.headings) === undefined && entryOf(block, lineOf);
    if (entry) entries.push(entry);
    else {
      closeList();
      elements.push(...elementsOf(block, look));
    }
  }
  closeList();
  return elements;
}

function elementsOf(block: Block, look: Look): Element[] {
  if (block.kind === 'table') return [tableOf(block)];
  if (block.kind === 'paragraph') return paragraphOf(block, look);
  const place = look.pictureOf(block.path);
  return place === undefined ? [] : [pictureOf(place, '')];
}

function paragraphOf(paragraph: Paragraph, { headings }: Look): Element[] {
  const line = lineOf(paragraph.runs);
  if (line.length === 0) return [];
  const level = headingLevel(paragraph, headings);
  return [level === undefined ? { t: 'Para', c: line } : { t: 'Header', c: [level, NO_ATTRIBUTES, line] }];
}

/** Text with the looks that mean something. */
function lineOf(runs: readonly Run[]): Element[] {
  const line = runs.flatMap(({ text, bold, italic, link }): Element[] => {
    const words = spacedWords(text);
    const [before, behind] = [words[0]?.t === 'Space', words.length > 1 && words.at(-1)?.t === 'Space'];
    let within = words.slice(before ? 1 : 0, behind ? -1 : undefined);
    if (within.length > 0 && italic) within = [{ t: 'Emph', c: within }];
    if (within.length > 0 && bold) within = [{ t: 'Strong', c: within }];
    if (within.length > 0 && link !== undefined) within = [{ t: 'Link', c: [NO_ATTRIBUTES, within, [link, '']] }];
    return [...(before ? [SPACE] : []), ...within, ...(behind ? [SPACE] : [])];
  });
  const first = line.findIndex(({ t }) => t !== 'Space');
  const last = line.findLastIndex(({ t }) => t !== 'Space');
  return first < 0 ? [] : line.slice(first, last + 1);
}

const SPACE: Element = { t: 'Space' };

function spacedWords(text: string): Element[] {
  return text
    .split(/(\s+)/)
    .flatMap((part) => (part === '' ? [] : /^\s/.test(part) ? [SPACE] : [{ t: 'Str', c: part }]));
}

const ALIGNMENTS = {
  start: 'AlignDefault',
  center: 'AlignCenter',
  end: 'AlignRight',
  justify: 'AlignDefault',
} as const;

function tableOf(table: Table): Element {
  const { columns, rows } = joinColumns(table);
  const [head, ...body] = rows.map((row) => [NO_ATTRIBUTES, cellsOf(row, columns)]);
  const alignments = Array.from(
    { length: columns },
    (_, column) => rows[1]?.find((cell) => cell.column === column)?.align ?? 'start',
  );
  return {
    t: 'Table',
    c: [
      NO_ATTRIBUTES,
      [null, []],
      alignments.map((alignment) => [{ t: ALIGNMENTS[alignment] }, { t: 'ColWidthDefault' }]),
      [NO_ATTRIBUTES, head ? [head] : []],
      [[NO_ATTRIBUTES, 0, [], body]],
      [NO_ATTRIBUTES, []],
    ],
  };
}

/** A cell that reaches over others stands in the first of them: lines can draw the others empty. */
function cellsOf(row: readonly Cell[], columns: number): unknown[] {
  return Array.from({ length: columns }, (_, column) => {
    const line = lineOf(row.find((cell) => cell.column === column)?.runs ?? []);
    return [NO_ATTRIBUTES, { t: 'AlignDefault' }, 1, 1, line.length > 0 ? [{ t: 'Plain', c: line }] : []];
  });
}
