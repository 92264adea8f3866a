import type { Block, Cell, Paragraph, Table } from '../office/pdf/block.ts';
import { isMono, type Run } from '../office/pdf/page.ts';
import { type Entry, entryOf, nestEntries } from '../pandoc/nest-entries.ts';
import { type Element, NO_ATTRIBUTES, pictureOf as picture } from '../pandoc/tree.ts';
import { codeOf } from './code-of.ts';
import { joinColumns } from './join-columns.ts';

/** The path of a picture for pandoc, by its file. */
type PictureOf = (path: string) => string | undefined;

/** Converts blocks to pandoc's document tree. */
export function treeOfBlocks(blocks: readonly Block[], pictureOf: PictureOf): Element[] {
  const elements: Element[] = [];
  let entries: Entry[] = [];
  let code: Paragraph[] = [];
  const close = () => {
    elements.push(...nestEntries(entries), ...codeOf(code));
    [entries, code] = [[], []];
  };
  for (const block of blocks) {
    const text = block.kind === 'paragraph' && block.level === undefined ? block : undefined;
    const mono = text !== undefined && isMono(text.runs);
    const entry = text && !mono && entryOf(text, lineOf);
    if (mono ? entries.length > 0 : code.length > 0) close();
    if (entry) entries.push(entry);
    else if (mono) code.push(text);
    else {
      close();
      elements.push(...elementsOf(block, pictureOf));
    }
  }
  close();
  return elements;
}

function elementsOf(block: Block, pictureOf: PictureOf): Element[] {
  if (block.kind === 'table') return [tableOf(block)];
  if (block.kind === 'paragraph') return paragraphOf(block);
  const place = pictureOf(block.path);
  return place === undefined ? [] : [picture(place, '')];
}

function paragraphOf({ runs, level }: Paragraph): Element[] {
  const line = lineOf(runs);
  if (line.length === 0) return [];
  return [level === undefined ? { t: 'Para', c: line } : { t: 'Header', c: [level, NO_ATTRIBUTES, line] }];
}

/** Converts runs to inline elements, with bold, italic and other formatting. */
function lineOf(runs: readonly Run[]): Element[] {
  const line = runs.flatMap(({ text, font, bold, italic, raised, link }): Element[] => {
    const words = spacedWords(text);
    const [before, behind] = [words[0]?.t === 'Space', words.length > 1 && words.at(-1)?.t === 'Space'];
    let within = words.slice(before ? 1 : 0, behind ? -1 : undefined);
    if (within.length > 0 && font.mono) within = [{ t: 'Code', c: [NO_ATTRIBUTES, text.trim()] }];
    if (within.length > 0 && raised) within = [{ t: raised === 'super' ? 'Superscript' : 'Subscript', c: within }];
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

/** The cells of a row; a cell that spans columns is in the first, and the others are empty. */
function cellsOf(row: readonly Cell[], columns: number): unknown[] {
  return Array.from({ length: columns }, (_, column) => {
    const line = lineOf(row.find((cell) => cell.column === column)?.runs ?? []);
    return [NO_ATTRIBUTES, { t: 'AlignDefault' }, 1, 1, line.length > 0 ? [{ t: 'Plain', c: line }] : []];
  });
}
