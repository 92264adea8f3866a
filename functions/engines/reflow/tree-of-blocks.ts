import type { Block, Cell, Paragraph, Table } from '../office/pdf/blocks/block.ts';
import { isMono, OBJECT_REPLACEMENT, type Run, textOf } from '../office/pdf/page.ts';
import { type Entry, entryOf, nestEntries } from '../pandoc/nest-entries.ts';
import {
  type Element,
  imageOf,
  NO_ATTRIBUTES,
  pictureOf as picture,
  SPACE,
  spacedWords,
  tableOf,
  trimmed,
} from '../pandoc/tree.ts';

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
  const lineIn = (runs: readonly Run[]) => lineOf(runs, pictureOf);
  for (const block of blocks) {
    const text = block.kind === 'paragraph' && block.level === undefined ? block : undefined;
    const mono = text !== undefined && isMono(text.runs);
    const entry = text && !mono && entryOf(text, lineIn);
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
  if (block.kind === 'table') return tableElements(block, pictureOf);
  if (block.kind === 'paragraph') return paragraphOf(block, pictureOf);
  const place = pictureOf(block.path);
  return place === undefined ? [] : [picture(place, block.words ?? '')];
}

function paragraphOf({ runs, level }: Paragraph, pictureOf: PictureOf): Element[] {
  const line = lineOf(runs, pictureOf);
  if (line.length === 0) return [];
  return [level === undefined ? { t: 'Para', c: line } : { t: 'Header', c: [level, NO_ATTRIBUTES, line] }];
}

/** Converts runs to inline elements, with bold, italic and other formatting. */
function lineOf(runs: readonly Run[], pictureOf: PictureOf): Element[] {
  const line = runs.flatMap(({ text, font, bold, italic, struck, raised, link, picture }): Element[] => {
    const place = picture && pictureOf(picture.path);
    if (place !== undefined) return [imageOf(place, ''), ...spacedWords(text.replace(OBJECT_REPLACEMENT, ''))];
    const words = spacedWords(text);
    const [before, behind] = [words[0]?.t === 'Space', words.length > 1 && words.at(-1)?.t === 'Space'];
    let within = words.slice(before ? 1 : 0, behind ? -1 : undefined);
    if (within.length > 0 && font.mono) within = [{ t: 'Code', c: [NO_ATTRIBUTES, text.trim()] }];
    if (within.length > 0 && raised) within = [{ t: raised === 'super' ? 'Superscript' : 'Subscript', c: within }];
    if (within.length > 0 && struck) within = [{ t: 'Strikeout', c: within }];
    if (within.length > 0 && italic) within = [{ t: 'Emph', c: within }];
    if (within.length > 0 && bold) within = [{ t: 'Strong', c: within }];
    if (within.length > 0 && link !== undefined) within = [{ t: 'Link', c: [NO_ATTRIBUTES, within, [link, '']] }];
    return [...(before ? [SPACE] : []), ...within, ...(behind ? [SPACE] : [])];
  });
  return trimmed(joinAlike(line));
}

/** Inlines that are one where they follow each other. */
const JOINED = ['Strong', 'Emph', 'Strikeout'];

/** Joins what is bold, italic or struck to that before it, with the space between, and what is in it. */
function joinAlike(line: readonly Element[]): Element[] {
  const joined: Element[] = [];
  for (const inline of line) {
    const space = joined.at(-1)?.t === 'Space' ? [SPACE] : [];
    const last = joined.at(-1 - space.length);
    const isJoined = JOINED.includes(inline.t);
    if (!isJoined || last?.t !== inline.t) joined.push(isJoined ? { ...inline, c: [...contentOf(inline)] } : inline);
    else {
      if (space.length > 0) joined.pop();
      contentOf(last).push(...space, ...contentOf(inline));
    }
  }
  return joined.map((inline) => (JOINED.includes(inline.t) ? { ...inline, c: joinAlike(contentOf(inline)) } : inline));
}

const contentOf = ({ c }: Element) => c as Element[];

const ALIGNMENTS = {
  start: 'AlignDefault',
  center: 'AlignCenter',
  end: 'AlignRight',
  justify: 'AlignDefault',
} as const;

/** A table; a cell that spans columns is in the first, and the others are empty. */
function tableElements(table: Table, pictureOf: PictureOf): Element[] {
  const rows = joinColumns(table);
  const cells = rows.map((row) =>
    row.map((cell) => {
      const line = lineOf(cell?.runs ?? [], pictureOf);
      return line.length > 0 ? [{ t: 'Plain', c: line }] : [];
    }),
  );
  return tableOf(
    cells,
    rows[0]?.map((_, at) => ALIGNMENTS[rows[1]?.[at]?.align ?? 'start']),
  );
}

/**
 * The cells of a table row by row, each in the first of its columns. Columns beside each other that no row has both of are
 * one: a heading in the middle above what stands at an edge.
 */
function joinColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>): (Cell | undefined)[][] {
  const filled = columns.map(() => new Set<number>());
  for (const [index, row] of rows.entries()) for (const { column } of row) filled[column]?.add(index);
  const places: number[] = [];
  let open = new Set<number>();
  let count = 0;
  for (const those of filled) {
    const apart = count > 0 && [...those].every((row) => !open.has(row));
    if (!apart) count++;
    open = new Set(apart ? [...open, ...those] : those);
    places.push(count - 1);
  }
  return rows.map((row) => {
    const joined = Array<Cell | undefined>(count).fill(undefined);
    for (const cell of row) joined[places[cell.column] ?? 0] ??= cell;
    return joined;
  });
}

/** The largest indent of a line of code, in spaces. */
const DEEPEST = 60;

/** Makes a code block of lines in a monospace font, with their indents. */
function codeOf(paragraphs: readonly Paragraph[]): Element[] {
  if (paragraphs.length === 0) return [];
  const left = Math.min(...paragraphs.map((paragraph) => paragraph.left));
  const lines = paragraphs.flatMap((paragraph, index) => {
    const text = textOf(paragraph);
    const letter = (paragraph.right - paragraph.left) / Math.max(1, text.length);
    const spaces = Math.min(DEEPEST, Math.round((paragraph.left - left) / Math.max(1, letter)));
    const above = paragraphs[index - 1];
    const apart = above !== undefined && paragraph.top - above.top > paragraph.leading * 1.9;
    return [...(apart ? [''] : []), ' '.repeat(spaces) + text];
  });
  return [{ t: 'CodeBlock', c: [NO_ATTRIBUTES, lines.join('\n')] }];
}
