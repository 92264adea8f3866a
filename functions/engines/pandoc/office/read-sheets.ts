import { readFlatSheets } from '../../office/flat-sheets.ts';
import { tooComplex } from '../limits.ts';
import { type Element, NO_ATTRIBUTES, type Tree, treeOf, wordsOf } from '../tree.ts';
import { blocksOf } from './blocks-of.ts';
import { chartLine, chartTitles } from './charts.ts';
import { tableOf } from './table-of.ts';
import { decoded, xmlTree } from './xml-tree.ts';

/** Cells of all sheets that are written as tables of a text, filled or not: pandoc holds them all in memory. */
export const MOST_CELLS = 200_000;

type Cell = readonly Element[];
const EMPTY: Cell = [];

/**
 * The sheets of a workbook that LibreOffice has written as one XML file: under a heading each as a table, as its cells
 * show themselves, and the names of its charts. Empty rows are left out.
 * @throws ConversionError TOO_COMPLEX
 */
export function readSheets(xml: string): Tree {
  const sheets = readFlatSheets(xml, { empty: EMPTY, read: (_, content) => cellOf(content), check: checkCells });
  const shown = sheets.map((sheet) => ({ ...sheet, charts: chartTitles(xml.slice(sheet.start, sheet.end)) }));
  const filled = shown.filter(({ rows, charts }) => rows.length > 0 || charts.length > 0);
  return treeOf(
    filled.flatMap(({ name, rows, charts }) => [
      heading(decoded(name)),
      ...(rows.length > 0 ? tableOf(rows) : []),
      ...charts.map(chartLine),
    ]),
  );
}

function checkCells(cells: number): void {
  if (cells <= MOST_CELLS) return;
  throw tooComplex(`The sheets have more than ${MOST_CELLS} cells; a text holds no more of them. Choose csv instead.`);
}

/** The lines of a cell; what is drawn over it is none of them. */
function cellOf(content: string): Cell {
  const cell = xmlTree(`<cell>${content}</cell>`, 'cell');
  const shown = cell && {
    ...cell,
    children: cell.children.filter((child) => typeof child !== 'string' && child.name === 'p'),
  };
  const blocks = shown ? blocksOf(shown) : EMPTY;
  return blocks.length > 0 ? blocks : EMPTY;
}

function heading(name: string): Element {
  return { t: 'Header', c: [1, NO_ATTRIBUTES, wordsOf(name)] };
}
