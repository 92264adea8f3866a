import { applyEdits, attribute, type Edit, type Token, tokensOf } from '../../markup.ts';

/** The most columns that Word has in a table; a row may claim no more than these, or than it has cells. */
const MOST_COLUMNS = 63;

const TABLE = /<w:tbl[\s>]/;

/** A table that is being read. */
interface Table {
  /** The offsets of its grid, or where it has to be inserted. */
  grid: { readonly start: number; end: number };
  /** Open grids: a grid can hold an earlier one. */
  grids: number;
  hasGrid: boolean;
  /** The count of the columns in the grid, and whether all of them have widths. */
  listed: number;
  known: boolean;
  /** Columns and cells of the row so far, and columns of the cell. */
  taken: number;
  cells: number;
  columns: number;
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
    if (token.kind !== 'open' && token.kind !== 'close') continue;
    const tag = xml.slice(token.start, token.end);
    if (!tag.startsWith(token.kind === 'open' ? '<w:' : '</w:')) continue;
    if (token.name === 'tbl') readTable(token, tag, open, edits);
    else readPart(open.at(-1), token, tag);
  }
  // Of nested tables, the inner ones end first.
  return applyEdits(
    xml,
    edits.sort((one, other) => one.start - other.start),
  );
}

function readTable({ kind, end }: Token, tag: string, open: Table[], edits: Edit[]): void {
  if (kind === 'close') {
    const edit = editOf(open.pop());
    if (edit) edits.push(edit);
  } else if (!tag.endsWith('/>')) open.push(newTable(end));
}

function newTable(at: number): Table {
  return {
    ...{ grid: { start: at, end: at }, grids: 0, hasGrid: false, listed: 0, known: true },
    ...{ taken: 0, cells: 0, columns: 0, span: 1 },
  };
}

function readPart(table: Table | undefined, token: Token, tag: string): void {
  if (!table) return;
  const { kind, name, start, end } = token;
  const whole = kind === 'open' && tag.endsWith('/>');
  if (name === 'tblgrid') {
    if (kind === 'open' && !table.hasGrid) {
      table.hasGrid = true;
      table.grid = { start, end };
    }
    if (!whole) table.grids += kind === 'open' ? 1 : -1;
    if (kind === 'close' && table.grids === 0 && table.grid.start < start)
      table.grid.end = Math.max(end, table.grid.end);
  } else if (kind === 'open') PARTS[name]?.(table, tag);
  if (name === 'tc' && (kind === 'close' || whole)) endCell(table);
}

/** Elements of a table that describe its columns. */
const PARTS: Readonly<Record<string, (table: Table, tag: string) => void>> = {
  gridcol(table, tag) {
    if (table.grids !== 1) return;
    table.listed += 1;
    table.known &&= numberOf(tag, 'w:w') > 0;
  },
  tr(table) {
    table.taken = 0;
    table.cells = 0;
  },
  tc(table) {
    table.span = 1;
  },
  gridspan(table, tag) {
    table.span = Math.max(1, numberOf(tag, 'w:val'));
  },
};

function endCell(table: Table): void {
  table.cells += 1;
  table.taken = Math.min(table.taken + table.span, Math.max(MOST_COLUMNS, table.cells));
  table.columns = Math.max(table.columns, table.taken);
}

function editOf(table: Table | undefined): Edit | undefined {
  if (!table || table.grids > 0) return undefined;
  const { grid, listed, known, columns } = table;
  if (listed >= columns && known) return undefined;
  return { ...grid, text: `<w:tblGrid>${'<w:gridCol w:w="0"/>'.repeat(Math.max(columns, listed))}</w:tblGrid>` };
}

/** A number, or zero where it is missing or invalid. */
function numberOf(tag: string, name: string): number {
  const value = attribute(tag, name) ?? '';
  return /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Math.round(Number(value)) : 0;
}
