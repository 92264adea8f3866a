import { decodeEntities } from '../../entities.ts';
import { readFlatSheets } from '../../office/flat-sheets.ts';
import { tooComplex } from '../../refusals.ts';
import { type Element, NO_ATTRIBUTES, type Tree, treeOf, wordsOf } from '../tree.ts';
import { blocksOf, commentsIn } from './blocks-of.ts';
import { chartLine, chartTitles } from './charts.ts';
import { tableOf } from './table-of.ts';
import { elementsOf, type Node, xmlTree } from './xml-tree.ts';

/** Cells of all sheets that are written as tables of a text, filled or not: pandoc holds them all in memory. */
export const MOST_CELLS = 200_000;

type Cell = readonly Element[];
const EMPTY: Cell = [];

/**
 * The sheets of a workbook that LibreOffice has written as one XML file: under a heading each as a table, as its cells
 * show themselves, the texts of its shapes and the names of its charts. Empty rows are left out.
 * @throws ConversionError TOO_COMPLEX
 */
export function readSheets(xml: string): Tree {
  const sheets = readFlatSheets(xml, { empty: EMPTY, read: (_, content) => cellOf(content), check: checkCells });
  const shown = sheets.map((sheet) => ({ ...sheet, drawn: drawnOn(xml.slice(sheet.start, sheet.end)) }));
  const filled = shown.filter(({ rows, drawn }) => rows.length > 0 || drawn.length > 0);
  return treeOf(
    filled.flatMap(({ name, rows, drawn }) => [
      heading(decodeEntities(name)),
      ...(rows.length > 0 ? tableOf(rows) : []),
      ...drawn,
    ]),
  );
}

const SHAPE = /<draw:(?:custom-shape|text-box)[\s>]/;

/** The texts of shapes, and the names of charts. */
function drawnOn(sheet: string): Element[] {
  const tree = SHAPE.test(sheet) ? xmlTree(`<sheet>${sheet}</sheet>`, 'sheet') : undefined;
  return [...(tree ? shapesIn(tree).flatMap(blocksOf) : []), ...chartTitles(sheet).map(chartLine)];
}

function shapesIn(node: Node): Node[] {
  return elementsOf(node).flatMap((child) => {
    if (SHAPES.includes(child.name)) return [child];
    return child.name === 'object' ? [] : shapesIn(child);
  });
}

const SHAPES: readonly string[] = ['custom-shape', 'text-box'];

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
  const blocks = [...(shown ? blocksOf(shown) : EMPTY), ...(cell ? commentsIn(cell) : EMPTY)];
  return blocks.length > 0 ? blocks : EMPTY;
}

function heading(name: string): Element {
  return { t: 'Header', c: [1, NO_ATTRIBUTES, wordsOf(name)] };
}
