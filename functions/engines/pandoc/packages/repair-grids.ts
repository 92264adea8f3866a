import { applyEdits, attribute, type Edit, type Token, tokensOf } from '../../markup.ts';

/** The most columns that Word has in a table; a row may claim no more than these, or than it has cells. */
const MOST_COLUMNS = 63;

const TABLE = /<w:tbl[\s>]/;

/** A table that is being read. */
interface Table {
  /** The offsets of its grid, or where it has to be inserted. */
  grid: Pick<Token, 'start' | 'end'>;
  hasGrid: boolean;
  /** Open grids: a grid can hold an earlier one. */
  grids: number;
  /** The count of the columns in the grid, and whether all of them have widths. */
  listed: number;
  known: boolean;
  /** The most columns of a row. */
  columns: number;
  /** Columns and cells of the row so far, and columns of the cell. */
  taken: number;
  cells: number;
  span: number;
}

/**
 * Completes the grids of the tables of a Word document (ECMA-376, 17.4.48 and 17.4.49): pandoc leaves out columns that are
 * missing there, or have no width, which other programs take from the rows. Then no column has a width.
 */
export function repairGrids(xml: string): string {
  if (!TABLE.test(xml)) return xml;
  const edits: Edit[] = [];
  const open: Table[] = [];
  for (const token of tokensOf(xml)) {
    const table = open.at(-1);
    if (token.qualified !== 'w:tbl') {
      if (table) readPart(table, token, xml);
    } else if (token.kind === 'close') {
      open.pop();
      if (table) edits.push(...editsOf(table));
    } else if (!token.empty) open.push(newTable(token.end));
  }
  // Of nested tables, the inner ones end first.
  return applyEdits(
    xml,
    edits.sort((one, other) => one.start - other.start),
  );
}

function newTable(at: number): Table {
  const grid = { grid: { start: at, end: at }, hasGrid: false, grids: 0, listed: 0, known: true };
  return { ...grid, columns: 0, taken: 0, cells: 0, span: 1 };
}

/** Reads what describes the columns of a table. */
function readPart(table: Table, { kind, qualified, empty, start, end }: Token, xml: string): void {
  const opens = kind === 'open';
  if (qualified === 'w:tblgrid') {
    if (opens && !table.hasGrid) [table.grid, table.hasGrid] = [{ start, end }, true];
    if (!empty) table.grids += opens ? 1 : -1;
    if (table.grids === 0) table.grid = { start: table.grid.start, end };
  } else if (qualified === 'w:gridcol' && opens && table.grids === 1) {
    table.listed += 1;
    table.known &&= numberOf(xml.slice(start, end), 'w:w') > 0;
  } else if (qualified === 'w:tr' && opens) [table.taken, table.cells] = [0, 0];
  else if (qualified === 'w:gridspan') table.span = Math.max(1, numberOf(xml.slice(start, end), 'w:val'));
  else if (qualified === 'w:tc') {
    if (opens) table.span = 1;
    if (empty || !opens) endCell(table);
  }
}

function endCell(table: Table): void {
  table.cells += 1;
  table.taken = Math.min(table.taken + table.span, Math.max(MOST_COLUMNS, table.cells));
  table.columns = Math.max(table.columns, table.taken);
}

function editsOf({ grid, grids, listed, known, columns }: Table): Edit[] {
  if (grids > 0 || (listed >= columns && known)) return [];
  return [{ ...grid, text: `<w:tblGrid>${'<w:gridCol w:w="0"/>'.repeat(Math.max(columns, listed))}</w:tblGrid>` }];
}

/** A number, or zero where it is missing or invalid. */
function numberOf(tag: string, name: string): number {
  const value = attribute(tag, name) ?? '';
  return /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Math.round(Number(value)) : 0;
}
