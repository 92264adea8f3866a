import { readFlatSheets } from '../../office/flat-sheets.ts';
import { tooComplex } from '../../refusals.ts';
import { type Element, NO_ATTRIBUTES, type Tree, tableOf, treeOf, wordsOf } from '../tree.ts';
import { blocksOf, commentsIn } from './blocks-of.ts';
import { chartLine, chartTitles } from './charts.ts';
import { elementsOf, type Node, xmlTree } from './xml-tree.ts';

/** Cells of all sheets, also empty ones: pandoc holds the tables in memory. */
const MOST_CELLS = 200_000;

/**
 * Reads the sheets of a workbook in LibreOffice's flat XML: each is a heading, a table of its formatted cells, the texts of
 * its shapes and the titles of its charts. Empty rows are left out.
 * @throws ConversionError TOO_COMPLEX
 */
export function readSheets(xml: string): Tree {
  const sheets = readFlatSheets(xml, { read: (_, content) => cellOf(content), check: checkCells });
  return treeOf(
    sheets.flatMap(({ name, rows, start, end }) => {
      const content = [...tableOf(rows), ...drawnOn(xml.slice(start, end))];
      return content.length > 0 ? [heading(name), ...content] : [];
    }),
  );
}

const SHAPE = /<draw:(?:custom-shape|text-box)[\s>]/;

/** The texts of shapes, and the titles of charts. */
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
  throw tooComplex(
    `The sheets have more than the ${MOST_CELLS} cells that are converted to a text. Choose csv instead.`,
  );
}

/** The paragraphs of a cell, without drawings over it. */
function cellOf(content: string): Element[] | undefined {
  const cell = xmlTree(`<cell>${content}</cell>`, 'cell');
  if (!cell) return undefined;
  const blocks = [...blocksOf({ ...cell, children: elementsOf(cell, 'p') }), ...commentsIn(cell)];
  return blocks.length > 0 ? blocks : undefined;
}

function heading(name: string): Element {
  return { t: 'Header', c: [1, NO_ATTRIBUTES, wordsOf(name)] };
}
