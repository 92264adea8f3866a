import type { Table } from '../blocks/block.ts';
import type { Box, Line, Page } from '../page.ts';

/** Scales a box from the upper left corner, and moves it. */
export function scaleBox<T extends Box>(box: T, scale: number, { x, y } = { x: 0, y: 0 }): T {
  const [left, right] = [box.left * scale + x, box.right * scale + x];
  return { ...box, left, right, top: box.top * scale + y, bottom: box.bottom * scale + y };
}

/** Scales and centres a page on a slide: all slides have one size. */
export function scaleTo(page: Page, { width, height }: Pick<Page, 'width' | 'height'>): Page {
  const scale = Math.min(width / page.width, height / page.height);
  if (Math.abs(scale - 1) < 0.01) return page;
  const [x, y] = [(width - page.width * scale) / 2, (height - page.height * scale) / 2];
  const place = <T extends Box>(box: T) => scaleBox(box, scale, { x, y });
  const scaled = (sizes: readonly number[]) => sizes.map((size) => size * scale);
  const runsOf = (runs: Line['runs']) =>
    runs.map((run) => ({ ...run, font: { ...run.font, size: run.font.size * scale } }));
  const lineOf = (line: Line): Line => ({ ...place(line), runs: runsOf(line.runs) });
  const tableOf = (table: Table): Table => ({
    ...place(table),
    columns: scaled(table.columns),
    heights: scaled(table.heights),
    rows: table.rows.map((cells) =>
      cells.map((cell) => ({ ...cell, runs: runsOf(cell.runs), lines: cell.lines.map(lineOf) })),
    ),
  });
  return {
    ...page,
    width,
    height,
    lines: page.lines.map(lineOf),
    rotated: (page.rotated ?? []).map(lineOf),
    pictures: page.pictures.map(place),
    tables: page.tables.map(tableOf),
  };
}
