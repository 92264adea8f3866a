import { around, type Box } from '../office/pdf/page.ts';
import { joinRows } from '../office/pdf/words/join-lines.ts';
import type { ReadLine } from './read-lines.ts';

/** The most characters in the lines of a column of numbers, and of one of labels, on average. */
const [SHORT, LONGEST] = [14, 40];
/** The share of the lines of a column that are level with lines of another, and by how much, of their height, they may not be. */
const [BESIDE, UNEVEN] = [0.6, 0.25];
/** The least rows of a table. */
const ROWS = 3;

/** Lines that tesseract took for one block. */
interface Block {
  readonly lines: readonly ReadLine[];
  readonly box: Box;
  readonly letters: number;
  /** Its place in the order of blocks. */
  readonly at: number;
}

/**
 * Joins the cells of tables to rows: where no rules show that columns of short lines are those of a table, tesseract reads
 * one after the other.
 */
export function joinTables(lines: readonly ReadLine[]): ReadLine[] {
  const blocks = blocksOf(lines);
  const isColumn = (block: Block) => block.lines.length >= ROWS;
  const tables: Block[][] = [];
  for (const block of blocks.filter(isColumn)) {
    const [first, ...others] = tables.filter((table) => table.some((other) => areColumns(other, block, ROWS)));
    if (!first) tables.push([block]);
    else first.push(...others.flatMap((other) => tables.splice(tables.indexOf(other), 1).flat()), block);
  }
  // Where cells are missing, tesseract divides a column.
  for (const block of blocks.filter((other) => !isColumn(other))) {
    const table = tables.find((some) => some.length > 1 && some.some((other) => areColumns(other, block, 1)));
    if (table) table.push(block);
    else tables.push([block]);
  }
  return tables
    .map((table) => table.toSorted((one, other) => one.at - other.at))
    .toSorted(([one], [other]) => (one?.at ?? 0) - (other?.at ?? 0))
    .flatMap((table) => (table.length > 1 ? rowsOf(table) : table.flatMap((block) => block.lines)));
}

function blocksOf(lines: readonly ReadLine[]): Block[] {
  return [...Map.groupBy(lines, ({ block }) => block).values()].map((those, at) => ({
    at,
    lines: those,
    box: around(those.map(({ box }) => box)),
    letters: those.reduce((sum, { text }) => sum + text.length, 0) / those.length,
  }));
}

/** Whether two blocks beside each other are columns of one table. */
function areColumns(a: Block, b: Block, rows: number): boolean {
  const apart = a.box.right <= b.box.left || b.box.right <= a.box.left;
  if (!apart || Math.min(a.letters, b.letters) > SHORT || Math.max(a.letters, b.letters) > LONGEST) return false;
  const [few, many] = a.lines.length < b.lines.length ? [a, b] : [b, a];
  const level = few.lines.filter((line) => many.lines.some((other) => areLevel(line.box, other.box))).length;
  return level >= Math.max(rows, BESIDE * few.lines.length);
}

function areLevel(a: Box, b: Box): boolean {
  const off = Math.abs(a.top + a.bottom - b.top - b.bottom) / 2;
  return off < UNEVEN * Math.max(a.bottom - a.top, b.bottom - b.top);
}

/** The rows of a table, as lines of one paragraph. */
function rowsOf(table: readonly Block[]): ReadLine[] {
  const cells = table.flatMap(({ lines }) => lines.map((line) => ({ ...line.box, line })));
  const [first] = cells;
  return joinRows(cells).map((row) => ({
    text: row.map(({ line }) => line.text).join(' '),
    box: around(row),
    block: first?.line.block ?? '',
    paragraph: first?.line.paragraph ?? '',
    confidence: row.reduce((sum, { line }) => sum + line.confidence, 0) / row.length,
  }));
}
