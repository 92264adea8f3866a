import type { FormatName } from '../../conversion/formats.ts';
import type { Database, Relation } from '../duckdb/database.ts';
import { checkColumns } from '../duckdb/limits.ts';
import { type CellType, type Column, distinctNames } from '../duckdb/tables/column.ts';
import { ColumnType, cellOf } from '../duckdb/tables/column-type.ts';
import { isDated } from '../duckdb/tables/read-table.ts';
import { TableFile } from '../duckdb/tables/table-file.ts';
import { RECORD_LISTS } from './conversions.ts';
import { type SheetCell, SheetDate } from './sheet-cell.ts';

/**
 * Makes a table of a sheet: its first row has the names of the columns, and a column has the type that all its cells have.
 * Empty columns are left out.
 * @throws ConversionError TOO_COMPLEX
 */
export function sheetTable(
  database: Database,
  file: string,
  rows: readonly (readonly SheetCell[])[],
  target: FormatName,
): Relation {
  const [header = [], ...body] = rows;
  const filled = filledColumns(rows);
  checkColumns(filled.length);
  const names = distinctNames(filled.map((column) => nameOf(header[column])));
  const columns = filled.map(
    (column, index): Column => ({ name: names[index] ?? '', type: typeOf(body, column, target) }),
  );
  const table = new TableFile(database.path(file));
  for (const row of body) table.write(filled.map((column, index) => textOf(row[column], columns[index]?.type)));
  return table.finish(columns);
}

const nameOf = (cell: SheetCell) => (cell instanceof SheetDate ? cell.iso : String(cell ?? ''));

function filledColumns(rows: readonly (readonly SheetCell[])[]): number[] {
  const filled = new Set<number>();
  for (const row of rows) for (const [column, cell] of row.entries()) if (cell !== undefined) filled.add(column);
  return [...filled].sort((a, b) => a - b);
}

/** The type that all cells of a column have; where they have several, they are JSON in lists of records, else texts. */
function typeOf(rows: readonly (readonly SheetCell[])[], column: number, target: FormatName): CellType {
  const type = new ColumnType();
  const cells = rows.map((row) => row[column]);
  const timed = cells.some((cell) => cell instanceof SheetDate && cell.iso.includes('T'));
  for (const cell of cells) {
    if (!(cell instanceof SheetDate)) type.add(cell);
    else if (isDated(target)) type.addText(withTime(cell, timed));
    else type.add(cell.iso);
  }
  return type.type(RECORD_LISTS.includes(target) ? 'JSON' : 'VARCHAR', true);
}

function withTime({ iso }: SheetDate, timed: boolean): string {
  return timed && !iso.includes('T') ? `${iso}T00:00:00` : iso;
}

function textOf(cell: SheetCell, type: CellType | undefined): string | null {
  return cellOf(cell instanceof SheetDate ? withTime(cell, type === 'TIMESTAMP') : cell, type);
}
