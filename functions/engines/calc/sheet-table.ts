import type { FormatName } from '../../conversion/formats.ts';
import type { Database, Relation } from '../duckdb/database.ts';
import { checkColumns } from '../duckdb/limits.ts';
import { type CellType, type Column, distinctNames } from '../duckdb/tables/column.ts';
import { TypeOfColumn } from '../duckdb/tables/infer-type.ts';
import { isDated } from '../duckdb/tables/read-table.ts';
import { TableFile } from '../duckdb/tables/table-file.ts';
import { RECORD_LISTS } from './conversions.ts';
import { type SheetCell, SheetDate } from './sheet-cell.ts';

/**
 * Makes a table of a sheet: its first row holds the names of the columns, and a column is of the type of which all its
 * cells are. Columns with nothing in them are left out.
 * @throws ConversionError TOO_COMPLEX
 */
export function sheetTable(
  database: Database,
  file: string,
  rows: readonly (readonly SheetCell[])[],
  target: FormatName,
): Relation {
  const [head = [], ...body] = rows;
  const places = filledPlaces(rows);
  checkColumns(places.length);
  const names = distinctNames(places.map((place) => String(head[place] ?? '')));
  const columns = places.map(
    (place, index): Column => ({ name: names[index] ?? '', type: typeOf(body, place, target) }),
  );
  const table = new TableFile(database.path(file));
  for (const row of body) table.write(places.map((place, index) => textOf(row[place], columns[index]?.type)));
  return table.finish(columns);
}

function filledPlaces(rows: readonly (readonly SheetCell[])[]): number[] {
  const filled = new Set<number>();
  for (const row of rows) for (const [place, cell] of row.entries()) if (cell !== undefined) filled.add(place);
  return [...filled].sort((a, b) => a - b);
}

function typeOf(rows: readonly (readonly SheetCell[])[], place: number, target: FormatName): CellType {
  const kinds = new Set<string>();
  const dates = new TypeOfColumn();
  let [whole, timed] = [true, false];
  for (const row of rows) {
    const cell = row[place];
    if (cell === undefined) continue;
    kinds.add(typeof cell);
    if (typeof cell === 'number') whole &&= Number.isSafeInteger(cell);
    if (!(cell instanceof SheetDate)) continue;
    timed ||= cell.iso.includes('T');
    dates.add(withTime(cell, true).slice(0, 26));
  }
  if (kinds.size > 1) return RECORD_LISTS.includes(target) ? 'JSON' : 'VARCHAR';
  if (kinds.has('number')) return whole ? 'BIGINT' : 'DOUBLE';
  if (kinds.has('boolean')) return 'BOOLEAN';
  if (!kinds.has('object') || !isDated(target) || dates.type(true) !== 'TIMESTAMP') return 'VARCHAR';
  return timed ? 'TIMESTAMP' : 'DATE';
}

function withTime({ iso }: SheetDate, timed: boolean): string {
  return timed && !iso.includes('T') ? `${iso}T00:00:00` : iso;
}

function textOf(cell: SheetCell, type: CellType | undefined): string | null {
  if (cell === undefined) return null;
  if (type === 'JSON') return JSON.stringify(cell instanceof SheetDate ? cell.iso : cell);
  return cell instanceof SheetDate ? withTime(cell, type === 'TIMESTAMP') : String(cell);
}
