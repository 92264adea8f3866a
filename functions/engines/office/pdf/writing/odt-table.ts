import type { Cell, CellLook, Paragraph, Table } from '../blocks/block.ts';
import { buildParagraphs } from '../blocks/build-paragraphs.ts';
import { type Box, fillOf, sizeOf } from '../page.ts';
import { joinRows } from '../words/join-lines.ts';
import { writeBelow } from './list-entry.ts';
import { type OdtPlace, RULE } from './odt-place.ts';
import { type OdtStyles, points, properties, spanOf, tableColumns } from './odt-styles.ts';

/** Writes a table as wide and as high as it was. */
export function writeTable(table: Table, { styles, column, width, pictureName }: OdtPlace): string {
  const { left, top, indent, columns, heights, rows, ruled } = table;
  const whole = columns.reduce((sum, side) => sum + side, 0);
  const scale = Math.min(1, width / whole);
  const look = properties('table', {
    'style:width': points(whole * scale),
    'table:align': 'left',
    'fo:margin-left': points(Math.min(indent, width - whole * scale)),
    ...(column && { 'fo:break-before': 'column' }),
  });
  const name = styles.name('table', look);
  const widths = tableColumns(
    columns.map((side) => side * scale),
    styles,
  );
  const edges = placesOf(left, columns);
  const [margin, rule] = ruled ? [marginOf(table, edges), RULE] : [0, 0];
  const frame = ruled ? { left: ruled, right: ruled, top: ruled, bottom: ruled } : {};
  const padding = { 'fo:padding-left': points(margin), 'fo:padding-right': points(margin) };
  const none = { 'fo:padding-top': '0pt', 'fo:padding-bottom': '0pt' };
  const cellStyle = (fill?: string, lines: CellLook['edges'] = frame) => {
    const borders = Object.entries(lines).map(([side, color]) => [
      `fo:border-${side}`,
      `${points(RULE)} solid ${color}`,
    ]);
    const look = { ...Object.fromEntries(borders), ...padding, ...none, 'fo:background-color': fill };
    return styles.name('table-cell', properties('table-cell', look));
  };
  const tops = placesOf(top, heights);
  // How many more rows the cell above spans.
  const covered = columns.map(() => 0);
  const written = rows.map((cells, at) => {
    const [rowTop = top, height = 0] = [tops[at], heights[at]];
    const look = properties('table-row', { 'style:min-row-height': points(Math.max(0, height - rule)) });
    const contentOf = (cell: Cell, ground?: string) => {
      const [from = left, to = left] = [edges[cell.column], edges[cell.column + cell.span]];
      const paragraphs = paragraphsOf(cell, { left: from + margin, right: to - margin });
      return writeBelow(paragraphs, rowTop + rule, { styles, pictureName, width: to - from, ground, tight: TIGHT });
    };
    const empty = emptyParagraph(height, styles);
    const common = fillOf(cells.flatMap(({ runs }) => runs));
    const row = writeRow(cells, covered, (cell) => {
      const fill = cell && cell.runs.length > 0 ? fillOf(cell.runs) : common;
      return { content: (cell && contentOf(cell, fill)) || empty, style: cellStyle(fill, cell?.look?.edges) };
    });
    return `<table:table-row table:style-name="${styles.name('table-row', look)}">${row}</table:table-row>`;
  });
  return `<table:table table:style-name="${name}">${widths}${written.join('')}</table:table>`;
}

/** Where columns or rows begin and end. */
export function placesOf(start: number, sizes: readonly number[]): number[] {
  let place = start;
  return [
    start,
    ...sizes.map((size) => {
      place += size;
      return place;
    }),
  ];
}

/** The margin of cells at their sides, in points, where texts leave so much free. */
const MARGIN = 2;

/** Texts of cells that end nearer to the edge than this may go beyond it, in points. */
const TIGHT = 2;

/** The margin that no text of a table is in. */
function marginOf({ rows }: Table, edges: readonly number[]): number {
  const free = rows.flat().flatMap(({ column, span, lines }) => {
    const [from = 0, to = 0] = [edges[column], edges[column + span]];
    return lines.flatMap(({ left, right }) => [left - from, to - right]);
  });
  return Math.max(0, Math.min(MARGIN, free.reduce((a, b) => Math.min(a, b), MARGIN + RULE) - RULE));
}

/** The paragraphs of a cell, or its text as one where it is rotated. */
export function paragraphsOf({ lines, align }: Cell, edges: Pick<Box, 'left' | 'right'>): Paragraph[] {
  const upright = lines.map((line) => {
    const height = Math.min(line.bottom - line.top, 2 * sizeOf(line));
    return { ...line, top: line.bottom - height };
  });
  const paragraphs = buildParagraphs(joinRows(upright), edges);
  return align === 'start' ? paragraphs : paragraphs.map((paragraph) => ({ ...paragraph, align, indent: 0 }));
}

/** The font size of an empty paragraph, as a share of the height of its row, and its largest, in points. */
const EMPTY = { share: 0.7, most: 10 };

function emptyParagraph(height: number, styles: OdtStyles): string {
  const size = points(Math.max(1, Math.min(EMPTY.most, height * EMPTY.share)));
  return `<text:p text:style-name="${styles.name('paragraph', properties('text', { 'fo:font-size': size }))}"/>`;
}

/**
 * Writes a row, with the places in it that cells cover.
 * @param covered how many more rows the cell above spans, by columns; kept from row to row
 * @param writeCell writes the content of a cell, or of a place that has none, and gives the name of its style
 */
export function writeRow(
  cells: Table['rows'][number],
  covered: number[],
  writeCell: (cell?: Cell) => { readonly style: string; readonly content: string },
): string {
  const at = new Map(cells.map((cell) => [cell.column, cell]));
  let row = '';
  for (let column = 0; column < covered.length; ) {
    const cell = at.get(column);
    const left = covered[column] ?? 0;
    if (!cell && left > 0) {
      row += '<table:covered-table-cell/>';
      covered[column++] = left - 1;
      continue;
    }
    const { span = 1, rows = 1 } = cell ?? {};
    const { style, content } = writeCell(cell);
    const spanned = spanOf('columns', span) + spanOf('rows', rows);
    row += `<table:table-cell table:style-name="${style}"${spanned}>${content}</table:table-cell>${'<table:covered-table-cell/>'.repeat(span - 1)}`;
    covered.fill(rows - 1, column, column + span);
    column += span;
  }
  return row;
}
