import { decodeEntities } from '../entities.ts';
import { attribute, tokensOf } from '../markup.ts';

/** A sheet of a workbook, with its rows that are not empty. */
export interface FlatSheet<Cell> {
  readonly name: string;
  readonly rows: (Cell | undefined)[][];
  /** Its offsets in the file, with all that is drawn on it. */
  readonly start: number;
  end: number;
}

/** How the cells of a workbook are read. */
export interface CellReader<Cell> {
  /** Reads a cell from its tag and its content; undefined where it is empty. */
  read(tag: string, content: string): Cell | undefined;
  /** Throws where there are too many cells so far, with the empty ones before them. */
  check(cells: number): void;
}

const CELLS: readonly string[] = ['table-cell', 'covered-table-cell'];
/** The style of the tables in which LibreOffice caches sheets of other files. */
export const EXTERNAL_CACHE = 'ta_extref';

/**
 * Reads the sheets of a workbook in LibreOffice's flat XML. Empty rows are left out.
 * @throws what the reader of cells throws
 */
export function readFlatSheets<Cell>(xml: string, reader: CellReader<Cell>): FlatSheet<Cell>[] {
  const sheets: (FlatSheet<Cell> & { readonly own: boolean })[] = [];
  // How deep the table is nested: a cell may hold a picture with tables of its own.
  let [depth, count] = [0, 0];
  let [row, rows, column]: [(Cell | undefined)[], number, number] = [[], 1, 0];
  let [columns, tag, content] = [1, '', 0];
  const fill = (cell: Cell | undefined) => {
    column += columns;
    if (cell === undefined) return;
    count += (column - row.length) * rows;
    reader.check(count);
    while (row.length < column - columns) row.push(undefined);
    while (row.length < column) row.push(cell);
  };
  for (const { kind, name, empty, start, end } of tokensOf(xml)) {
    if (kind === 'open') {
      const opened = xml.slice(start, end);
      if (name === 'table' && ++depth === 1) {
        const own = attribute(opened, 'table:style-name') !== EXTERNAL_CACHE;
        sheets.push({ name: decodeEntities(attribute(opened, 'table:name') ?? ''), rows: [], own, start: end, end });
      }
      if (depth === 1 && name === 'table-row') [row, rows, column] = [[], repeated(opened, 'rows'), 0];
      if (depth === 1 && CELLS.includes(name)) [columns, tag, content] = [repeated(opened, 'columns'), opened, end];
    }
    if (kind !== 'close' && !empty) continue;
    const sheet = sheets.at(-1);
    if (depth === 1 && CELLS.includes(name))
      fill(start > content ? reader.read(tag, xml.slice(content, start)) : undefined);
    if (depth === 1 && name === 'table-row' && row.length > 0) for (let at = 0; at < rows; at++) sheet?.rows.push(row);
    if (name === 'table' && --depth === 0 && sheet) sheet.end = start;
  }
  return sheets.filter(({ own }) => own);
}

function repeated(tag: string, what: string): number {
  return Math.max(1, Number(attribute(tag, `table:number-${what}-repeated`) ?? 1));
}
