import { attribute, piecesOf } from '../markup.ts';

/** A sheet of a workbook, with its rows that are not empty. */
export interface FlatSheet<Cell> {
  /** As it is written in XML. */
  readonly name: string;
  readonly rows: Cell[][];
  /** Where it stands in the file, with all that is drawn on it. */
  readonly start: number;
  end: number;
}

/** How the cells of a workbook are read. */
export interface CellReader<Cell> {
  /** What stands for a cell with nothing in it. */
  readonly empty: Cell;
  /** A cell, of its tag and of what stands between that and its end. */
  read(tag: string, content: string): Cell;
  /** Told how many cells there are so far, with the empty ones before them; throws where they are too many. */
  check(cells: number): void;
}

const CELLS: readonly string[] = ['table-cell', 'covered-table-cell'];
/** How LibreOffice marks what it remembers of sheets in other files. */
const REMEMBERED = 'ta_extref';

/**
 * Reads the sheets of a workbook that LibreOffice has written as one XML file. Empty rows are left out.
 * @throws what the reader of cells throws
 */
export function readFlatSheets<Cell>(xml: string, cells: CellReader<Cell>): FlatSheet<Cell>[] {
  const reader = new FlatSheets(cells);
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind === 'open') reader.open(name, xml.slice(start, end), end);
    if (kind === 'close' || (kind === 'open' && xml[end - 2] === '/')) reader.close(name, xml, start);
  }
  return reader.sheets.filter(({ own }) => own);
}

/** What has been read so far. */
class FlatSheets<Cell> {
  readonly sheets: (FlatSheet<Cell> & { readonly own: boolean })[] = [];
  readonly #cells: CellReader<Cell>;
  /** Tables in each other: a cell may hold a picture with tables of its own. */
  #depth = 0;
  #count = 0;
  #row: Cell[] = [];
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
      const own = attribute(tag, 'table:style-name') !== REMEMBERED;
      this.sheets.push({ name: attribute(tag, 'table:name') ?? '', rows: [], own, start: end, end });
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
        this.#fill(at > this.#content ? this.#cells.read(this.#tag, xml.slice(this.#content, at)) : this.#cells.empty);
      if (name === 'table-row' && this.#row.length > 0)
        for (let count = 0; count < this.#rows; count++) this.sheets.at(-1)?.rows.push(this.#row);
    }
    if (name !== 'table') return;
    this.#depth--;
    const sheet = this.sheets.at(-1);
    if (sheet && this.#depth === 0) sheet.end = at;
  }

  #fill(cell: Cell): void {
    this.#column += this.#columns;
    if (cell === this.#cells.empty) return;
    this.#count += (this.#column - this.#row.length) * this.#rows;
    this.#cells.check(this.#count);
    while (this.#row.length < this.#column - this.#columns) this.#row.push(this.#cells.empty);
    while (this.#row.length < this.#column) this.#row.push(cell);
  }
}

function repeated(tag: string, what: string): number {
  return Math.max(1, Number(attribute(tag, `table:number-${what}-repeated`) ?? 1));
}
