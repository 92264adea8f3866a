import type { Block, Cell, Paragraph, Table } from '../blocks/block.ts';
import { blocksOfPage } from '../blocks/blocks-of-page.ts';
import { CAPTION, isNumber, type NumberedPage, OBJECT_REPLACEMENT, type Run, textOf } from '../page.ts';
import { joinRows, type Row } from '../words/join-lines.ts';
import { runsOf } from '../words/join-words.ts';
import { placesOf } from '../writing/odt-table.ts';

/** A table of a document, which may continue over pages. */
export interface FoundTable extends Pick<Table, 'columns' | 'rows'> {
  /** The number of the page on which it begins. */
  readonly page: number;
  readonly title?: string;
}

/** The largest distance of a title from its table, in points, and its longest length. */
const NEAR = 30;
const LONGEST_TITLE = 120;
/** The least count of texts in a row of which one goes on, on the next page. */
const LEAST_AROUND = 3;

/** Finds the tables of a document in reading order. */
export function findTables(pages: readonly NumberedPage[]): FoundTable[] {
  const found: FoundTable[] = [];
  let open: Table | undefined;
  for (const page of pages) {
    const content = blocksOfPage(page).filter((block) => !isFurniture(block));
    for (const [at, block] of content.entries()) {
      if (block.kind !== 'table') continue;
      const last = found.at(-1);
      if (at === 0 && last && open && isContinued(open, block)) found[found.length - 1] = joined(last, block);
      else {
        const title = titleOf(content[at - 1], block, content[at + 1]);
        const { columns, rows } = block;
        found.push({ columns, rows, page: page.number, ...(title !== undefined && { title }) });
      }
    }
    const end = content.at(-1);
    if (end) open = end.kind === 'table' ? end : undefined;
  }
  return found;
}

/** The lines of recognised pages as rows: in a picture, no rules and no structure tell that a text is no table. */
export function linesOfScans(pages: readonly NumberedPage[]): FoundTable[] {
  return pages.flatMap(({ scanned, number, lines, width }) => {
    const rows = scanned ? joinRows(lines) : [];
    const count = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const cells = (row: Row) =>
      row.map(({ runs }, column): Cell => ({ column, span: 1, runs, lines: [], align: 'start' }));
    const columns = Array.from({ length: count }, () => width / count);
    return rows.length > 0 ? [{ page: number, columns, rows: rows.map(cells) }] : [];
  });
}

export const textOfRuns = (runs: readonly Run[]) => textOf({ runs }).replaceAll(OBJECT_REPLACEMENT, '').trim();

/** Whether a block is no part of the text: a picture, a header or footer, or nothing. */
function isFurniture(block: Block): boolean {
  if (block.kind !== 'paragraph') return block.kind === 'picture';
  return textOfRuns(block.runs) === '' || block.lines.every(({ furniture }) => furniture);
}

/** Whether each column of one stands where one of the other does. */
export function isContinued(above: Table, below: Table): boolean {
  const [upper, lower] = [edgesOf(above), edgesOf(below)];
  if (upper.length !== lower.length) return false;
  return upper.every(([left, right], at) => {
    const [start = 0, end = 0] = lower[at] ?? [];
    return Math.min(right, end) - Math.max(left, start) > 0.5 * Math.min(right - left, end - start);
  });
}

function edgesOf({ left, columns }: Table): [number, number][] {
  const places = placesOf(left, columns);
  return columns.map((width, at) => [places[at] ?? left, (places[at] ?? left) + width]);
}

/** Joins a table with its continuation, without a repeated header row, and what goes on of its last row with that. */
export function joined<T extends Pick<Table, 'rows'>>(table: T, { rows }: Table): T {
  const textsOf = (row: Table['rows'][number] | undefined) => row?.map(({ runs }) => textOfRuns(runs)).join('\t');
  let same = 0;
  while (same < rows.length - 1 && textsOf(rows[same]) === textsOf(table.rows[same])) same++;
  const [first = [], ...others] = rows.slice(same);
  const [last = [], start] = [table.rows.at(-1), table.rows.slice(0, -1)];
  const split = splitCell(last, first);
  if (!split) return { ...table, rows: [...table.rows, first, ...others] };
  const whole = last.map((cell) => (cell.column === split.column ? { ...cell, runs: runsOf([cell, split]) } : cell));
  return { ...table, rows: [...start, whole, ...others] };
}

/** The only text of a row, where it goes on with that of a cell above it that has texts around it. */
function splitCell(above: readonly Cell[], below: readonly Cell[]): Cell | undefined {
  const [upper, [only, ...others]] = [above.filter(hasText), below.filter(hasText)];
  if (!only || others.length > 0 || upper.length < LEAST_AROUND || isNumber(textOfRuns(only.runs))) return undefined;
  return only.column > 0 && upper.some(({ column }) => column === only.column) ? only : undefined;
}

const hasText = ({ runs }: Cell) => textOfRuns(runs) !== '';

function titleOf(above: Block | undefined, table: Table, below: Block | undefined): string | undefined {
  const near = [
    above && table.top - above.bottom < NEAR ? above : undefined,
    below && below.top - table.bottom < NEAR ? below : undefined,
  ];
  const [before, behind] = near.map((block) => (block?.kind === 'paragraph' ? block : undefined));
  for (const paragraph of [before, behind]) {
    const text = paragraph && textOfRuns(paragraph.runs);
    if (!text || text.length > LONGEST_TITLE) continue;
    const looksSo = paragraph === before && !/[.,;]$/.test(text) && isHeading(paragraph, table);
    if (CAPTION.test(text) || looksSo) return text;
  }
  const [only, ...others] = table.rows[0] ?? [];
  return only && only.span > 1 && others.length === 0 ? textOfRuns(only.runs).slice(0, LONGEST_TITLE) : undefined;
}

/** Bold, or larger than the letters of the table. */
function isHeading({ runs }: Paragraph, { rows }: Table): boolean {
  const size = rows.at(-1)?.[0]?.runs[0]?.font.size ?? 0;
  return runs.every(({ text, bold, font }) => text.trim() === '' || bold || font.size > size * 1.12);
}
