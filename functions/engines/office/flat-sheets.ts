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
export function readFlatSheets<Cell>(xml: string, cells: CellReader<Cell>): FlatSheet<Cell>[] {
  const reader = new FlatSheets(cells);
  for (const { kind, name, empty, start, end } of tokensOf(xml)) {
    if (kind === 'open') reader.open(name, xml.slice(start, end), end);
    if (kind === 'close' || empty) reader.close(name, xml, start);
  }
  return reader.sheets.filter(({ own }) => own);
}

/** The sheets that were read so far. */
class FlatSheets<Cell> {
  readonly sheets: (FlatSheet<Cell> & { readonly own: boolean })[] = [];
  readonly #cells: CellReader<Cell>;
  /** How deep the table is nested: a cell may hold a picture with tables of its own. */
  #depth = 0;
  #count = 0;
  #row: (Cell | undefined)[] = [];
  #rows = 1;
  #column = 0;
  #columns = 1;
  #tag = '';
  #content = 0;

  constructor(cells: CellReader<Cell>) {
    this.#cells = cells;
  }

  open(name: string, tag: string, end: number): void {
    if (name === 'table' && ++this.#depth === 1) {
      const own = attribute(tag, 'table:style-name') !== EXTERNAL_CACHE;
      this.sheets.push({ name: decodeEntities(attribute(tag, 'table:name') ?? ''), rows: [], own, start: end, end });
    }
    if (this.#depth !== 1) return;
    if (name === 'table-row') {
      [this.#row, this.#column] = [[], 0];
      this.#rows = repeated(tag, 'rows');
    } else if (CELLS.includes(name)) [this.#columns, this.#tag, this.#content] = [repeated(tag, 'columns'), tag, end];
  }

  close(name: string, xml: string, at: number): void {
    if (this.#depth === 1) {
      if (CELLS.includes(name))
        this.#fill(at > this.#content ? this.#cells.read(this.#tag, xml.slice(this.#content, at)) : undefined);
      if (name === 'table-row' && this.#row.length > 0)
        for (let count = 0; count < this.#rows; count++) this.sheets.at(-1)?.rows.push(this.#row);
    }
    if (name !== 'table') return;
    this.#depth--;
    const sheet = this.sheets.at(-1);
    if (sheet && this.#depth === 0) sheet.end = at;
  }

  #fill(cell: Cell | undefined): void {
    this.#column += this.#columns;
    if (cell === undefined) return;
    this.#count += (this.#column - this.#row.length) * this.#rows;
    this.#cells.check(this.#count);
    while (this.#row.length < this.#column - this.#columns) this.#row.push(undefined);
    while (this.#row.length < this.#column) this.#row.push(cell);
  }
}

function repeated(tag: string, what: string): number {
  return Math.max(1, Number(attribute(tag, `table:number-${what}-repeated`) ?? 1));
}
