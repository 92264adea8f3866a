import { type Element, NO_ATTRIBUTES, type Rule } from '../tree.ts';

type Line = readonly Element[];
type Cell = readonly [attributes: unknown, alignment: unknown, rows: number, columns: number, blocks: Line];
type Row = readonly [attributes: unknown, cells: readonly Cell[]];
type Body = readonly [attributes: unknown, headColumns: number, heads: readonly Row[], rows: readonly Row[]];

/** The parts of a table (pandoc-types 1.23). */
type Table = readonly [
  attributes: unknown,
  caption: readonly [unknown, Line],
  columns: readonly (readonly [alignment: unknown, width: unknown])[],
  head: readonly [unknown, readonly Row[]],
  bodies: readonly Body[],
  foot: readonly [unknown, readonly Row[]],
];

const WIDTH = { t: 'ColWidthDefault' };
const BREAK: Element = { t: 'RawInline', c: ['html', '<br>'] };
/** What a table may have of places: cells that reach over many make many of little. */
const MOST_PLACES = 1_000_000;

/**
 * A table such as lines can draw where it can be one: every cell a line, and a head, which those tables cannot be
 * without. A cell that reaches over others stands in the first of them. What has more in it than lines stays as it is
 * and becomes HTML.
 */
export const plainTable: Rule = (element) => {
  if (element.t !== 'Table') return element;
  const [, [, caption], columns, [, heads], bodies, [, feet]] = element.c as Table;
  const rows = [...heads, ...bodies.flatMap(([, , more, plain]) => [...more, ...plain]), ...feet];
  const only = rows.length === 1 && rows[0]?.[1].length === 1 ? rows[0][1][0] : undefined;
  if (only) return [...only[4], ...caption];
  const grid = rows.length * columns.length > MOST_PLACES ? undefined : gridOf(rows, columns.length);
  if (!grid) return [...caption, element];
  return [
    ...caption,
    ...draw(
      grid,
      columns.map(([alignment]) => alignment),
    ),
  ];
};

function draw(grid: readonly (readonly Line[])[], alignments: readonly unknown[]): Element[] {
  // Office has columns that no cell begins in, and tables without a head can have an empty one.
  const used = alignments.map((_, column) => grid.some((row) => (row[column]?.length ?? 0) > 0));
  const kept = <T>(list: readonly T[]) => list.filter((_, column) => used[column]);
  const [first, ...rest] = grid.filter((row) => row.some((line) => line.length > 0)).map(kept);
  if (!first) return [];
  const table: Table = [
    NO_ATTRIBUTES,
    [null, []],
    kept(alignments).map((alignment) => [alignment, WIDTH]),
    [NO_ATTRIBUTES, [rowOf(first)]],
    [[NO_ATTRIBUTES, 0, [], rest.map(rowOf)]],
    [NO_ATTRIBUTES, []],
  ];
  return [{ t: 'Table', c: table }];
}

function rowOf(lines: readonly Line[]): Row {
  const cells = lines.map(
    (line): Cell => [NO_ATTRIBUTES, { t: 'AlignDefault' }, 1, 1, line.length > 0 ? [{ t: 'Plain', c: line }] : []],
  );
  return [NO_ATTRIBUTES, cells];
}

/** What stands at each place of a table, or nothing where that is more than a line. */
function gridOf(rows: readonly Row[], columns: number): Line[][] | undefined {
  const grid = rows.map((): (Line | undefined)[] => Array.from({ length: columns }, () => undefined));
  for (const [index, [, cells]] of rows.entries()) {
    let column = 0;
    for (const [, , height, width, blocks] of cells) {
      while (grid[index]?.[column] !== undefined) column++;
      const line = lineOf(blocks);
      if (!line) return undefined;
      const bottom = Math.min(rows.length, index + height);
      let right = column;
      while (right < Math.min(columns, column + width) && grid[index]?.[right] === undefined) right++;
      for (let y = index; y < bottom; y++) for (let x = column; x < right; x++) (grid[y] as Line[])[x] = [];
      if (column < columns) (grid[index] as Line[])[column] = line;
    }
  }
  return grid.map((row) => row.map((line) => line ?? []));
}

/** Paragraphs and short lists as one line, with breaks in it. */
function lineOf(blocks: Line): Line | undefined {
  const lines = blocks.map(linesOf);
  if (lines.some((each) => each === undefined)) return undefined;
  const filled = lines.flatMap((each) => each ?? []).filter((line) => line.length > 0);
  const whole = filled.flatMap((line, index) => (index > 0 ? [BREAK, ...line] : line));
  return whole.map((element) => (element.t === 'LineBreak' ? BREAK : element));
}

function isBlank(line: Line): boolean {
  return line.every(({ t, c }) => t === 'Space' || (t === 'Str' && c === ''));
}

function linesOf({ t, c }: Element): Line[] | undefined {
  if (t === 'Plain' || t === 'Para') return [isBlank(c as Element[]) ? [] : (c as Element[])];
  if (t === 'HorizontalRule') return [];
  const items = t === 'BulletList' ? (c as Element[][]) : t === 'OrderedList' ? (c as [unknown, Element[][]])[1] : [];
  const lines = items.map(([first, ...rest]) => (first && rest.length === 0 ? linesOf(first) : undefined));
  if (items.length === 0 || lines.some((line) => line?.length !== 1)) return undefined;
  return lines.map((line, index) => [
    { t: 'Str', c: `${t === 'BulletList' ? '•' : `${index + 1}.`} ` },
    ...(line?.[0] ?? []),
  ]);
}
