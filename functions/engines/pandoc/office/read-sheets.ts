import { attribute, piecesOf } from '../../markup.ts';
import { tooComplex } from '../limits.ts';
import { type Element, NO_ATTRIBUTES, type Tree, wordsOf } from '../tree.ts';
import { blocksOf } from './blocks-of.ts';
import { tableOf } from './table-of.ts';
import { treeOf } from './tree-of.ts';
import { decoded, xmlTree } from './xml-tree.ts';

/** Cells of all sheets that are written as tables of a text, filled or not: pandoc holds them all in memory. */
export const MOST_CELLS = 200_000;

type Cell = readonly Element[];
const EMPTY: Cell = [];
const CELLS: readonly string[] = ['table-cell', 'covered-table-cell'];

/**
 * The sheets of a workbook that LibreOffice has written as one XML file: under a heading each as a table, as its cells
 * show themselves. Empty rows are left out.
 * @throws ConversionError TOO_COMPLEX
 */
export function readSheets(xml: string): Tree {
  const reader = new SheetReader();
  for (const { kind, name, start, end } of piecesOf(xml)) {
    if (kind === 'open') reader.open(name, xml.slice(start, end), end);
    if (kind === 'close' || (kind === 'open' && xml[end - 2] === '/')) reader.close(name, xml, start);
  }
  const filled = reader.sheets.filter(({ rows }) => rows.length > 0);
  return treeOf(filled.flatMap(({ name, rows }) => [heading(name), ...tableOf(rows)]));
}

/** What has been read so far. */
class SheetReader {
  readonly sheets: { readonly name: string; readonly rows: Cell[][] }[] = [];
  /** Tables in each other: a cell may hold a picture with tables of its own. */
  #depth = 0;
  #cells = 0;
  #row: Cell[] = [];
  #rows = 1;
  #column = 0;
  #columns = 1;
  #content = 0;

  open(name: string, tag: string, end: number): void {
    if (name === 'table' && ++this.#depth === 1)
      this.sheets.push({ name: decoded(attribute(tag, 'table:name') ?? ''), rows: [] });
    if (this.#depth !== 1) return;
    if (name === 'table-row') {
      [this.#row, this.#column] = [[], 0];
      this.#rows = repeated(tag, 'rows');
    } else if (CELLS.includes(name)) [this.#columns, this.#content] = [repeated(tag, 'columns'), end];
  }

  close(name: string, xml: string, at: number): void {
    if (this.#depth === 1) {
      if (CELLS.includes(name)) this.#fill(at > this.#content ? cellOf(xml.slice(this.#content, at)) : EMPTY);
      if (name === 'table-row' && this.#row.length > 0)
        for (let count = 0; count < this.#rows; count++) this.sheets.at(-1)?.rows.push(this.#row);
    }
    if (name === 'table') this.#depth--;
  }

  #fill(cell: Cell): void {
    this.#column += this.#columns;
    if (cell.length === 0) return;
    this.#cells += (this.#column - this.#row.length) * this.#rows;
    if (!(this.#cells <= MOST_CELLS))
      throw tooComplex(
        `The sheets have more than ${MOST_CELLS} cells; a text holds no more of them. Choose csv instead.`,
      );
    while (this.#row.length < this.#column - this.#columns) this.#row.push(EMPTY);
    while (this.#row.length < this.#column) this.#row.push(cell);
  }
}

function repeated(tag: string, what: string): number {
  return Math.max(1, Number(attribute(tag, `table:number-${what}-repeated`) ?? 1));
}

/** The lines of a cell; what is drawn over it is none of them. */
function cellOf(content: string): Cell {
  const cell = xmlTree(`<cell>${content}</cell>`, 'cell');
  const shown = cell && {
    ...cell,
    children: cell.children.filter((child) => typeof child !== 'string' && child.name === 'p'),
  };
  return shown ? blocksOf(shown) : EMPTY;
}

function heading(name: string): Element {
  return { t: 'Header', c: [1, NO_ATTRIBUTES, wordsOf(name)] };
}
