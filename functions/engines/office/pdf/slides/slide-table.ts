import type { Cell, Table } from '../blocks/block.ts';
import { around, type Box } from '../page.ts';
import { writeBelow } from '../writing/list-entry.ts';
import { type OdtStyles, points, properties, tableColumns } from '../writing/odt-styles.ts';
import { paragraphsOf, placesOf, writeRow } from '../writing/odt-table.ts';
import { frame, PLAIN, type SlideContext } from './slide-frame.ts';

/** The width of lines, in points. */
const RULE = 0.5;
/** The largest distance of a line from the sides of its cell at which it does not begin, in points, and how much longer any may become. */
const MARGIN = 1;
const LOOSE = 2;
/** The least of all distances, in points: none would be the usual one in pptx. */
const LEAST = 0.05;
/** How much more may be free above a text in the middle of its cell than below, or the other way, in points. */
const EVEN = 6;

/** The size of the space in an empty cell, in points. */
const EMPTY = 6;

/** Writes a table at its place on a slide, with the colours and lines of its cells. */
export function writeSlideTable(table: Table, context: SlideContext): string {
  const { styles } = context;
  const [xs, ys] = [placesOf(table.left, table.columns), placesOf(table.top, table.heights)];
  const columns = tableColumns(table.columns, styles);
  const covered = table.columns.map(() => 0);
  const rows = table.rows.map((cells, row) => {
    const look = properties('table-row', { 'style:row-height': points(table.heights[row] ?? 0) });
    const written = writeRow(cells, covered, (cell) => {
      if (!cell) throw new Error('a place without a cell');
      const [right, bottom] = [xs[cell.column + cell.span], ys[row + (cell.rows ?? 1)]];
      return writeCell(cell, { left: xs[cell.column], right, top: ys[row], bottom } as Box, context);
    });
    return `<table:table-row table:style-name="${styles.name('table-row', look)}">${written}</table:table-row>`;
  });
  const content = `<table:table>${columns}${rows.join('')}</table:table>`;
  return frame(table, styles.name('graphic', properties('graphic', PLAIN)), content);
}

function writeCell(cell: Cell, box: Box, { styles, pictures }: SlideContext) {
  const { fill, edges } = cell.look ?? { edges: {} };
  const room = roomOf(cell, box);
  const graphic = properties('graphic', {
    ...(fill ? { 'draw:fill': 'solid', 'draw:fill-color': fill } : { 'draw:fill': 'none' }),
    'draw:textarea-vertical-align': room.middle ? 'middle' : 'top',
    'fo:padding-left': points(room.left),
    'fo:padding-right': points(room.right),
    'fo:padding-top': points(room.top),
    'fo:padding-bottom': points(LEAST),
  });
  const lines = Object.fromEntries(
    (['left', 'right', 'top', 'bottom'] as const).map((side) => [
      `fo:border-${side}`,
      edges[side] ? `${points(RULE)} solid ${edges[side]}` : 'none',
    ]),
  );
  const style = styles.name('table-cell', graphic + properties('paragraph', lines));
  const sides = { left: box.left + room.left, right: box.right - room.right };
  const paragraphs = paragraphsOf(cell, sides);
  const place = { styles, pictureName: pictures.of, width: sides.right - sides.left, slide: true, ground: fill };
  const content = writeBelow(paragraphs, paragraphs[0]?.top ?? box.top, place);
  return { style, content: content || emptyParagraph(styles) };
}

/** A small space: without one, an empty cell is as high as a line of the usual size. */
function emptyParagraph(styles: OdtStyles): string {
  const paragraph = styles.name('paragraph', properties('paragraph', { 'fo:line-height': points(EMPTY) }));
  const text = styles.name('text', properties('text', { 'fo:font-size': points(EMPTY) }));
  return `<text:p text:style-name="${paragraph}"><text:span text:style-name="${text}"><text:s/></text:span></text:p>`;
}

/** What is free around the text of a cell; in the middle, nothing is above it. */
function roomOf({ lines, align }: Cell, box: Box) {
  if (lines.length === 0) return { left: LEAST, right: LEAST, top: LEAST, middle: true };
  const text = around(lines);
  const free = { left: text.left - box.left, right: box.right - text.right, top: text.top - box.top };
  const middle = Math.abs(free.top - (box.bottom - text.bottom)) < EVEN;
  const top = middle ? LEAST : Math.max(LEAST, free.top);
  if (align === 'start') {
    const left = Math.max(LEAST, free.left);
    return { left, right: Math.max(LEAST, Math.min(left, free.right - LOOSE)), top, middle };
  }
  const even = Math.max(LEAST, Math.min(free.left, free.right) - LOOSE);
  const inside = Math.min(even, MARGIN);
  return { left: inside, right: align === 'end' ? Math.max(LEAST, free.right) : inside, top, middle };
}
