import type { Table } from '../blocks/block.ts';
import { isThin, NEAR_RULES, type Rules, withoutEdgesOf } from '../graphics/find-rules.ts';
import type { Ground } from '../graphics/pixels.ts';
import {
  areaOf,
  around,
  type Box,
  isEntry,
  isMiddleIn,
  isOver,
  isWithin,
  type Line,
  overlaps,
  sharedArea,
  widen,
} from '../page.ts';
import { joinRows } from '../words/join-lines.ts';
import { bandAt, cellOf, type DrawnGrid, gapsOf, gridsOf } from './build-grids.ts';

/** How far the sides of a frame with round corners end from each other, in points. */
const ROUND = 9;
/** How thick the lines of a frame are at most, in points, and the least share of its sides that are lines and not edges of areas. */
const THICK = 4;
const LEAST_THIN = 0.5;
/** The smallest side of what is drawn in a frame beside text, in points. */
const LEAST_DRAWN = 16;
/** How much of the height of the lower one of two frames is beside the other where they are beside each other. */
const LEVEL = 0.5;
/** The largest share of a page in a frame: with more of it, it is a border of the page. */
const MOST_OF_PAGE = 0.5;
/** How far the text in frames is from their sides at least, in points. */
const TIGHT = 2.5;
/** The most lines of text in a frame. */
const MOST_LINES = 60;
/** The bound on comparisons, above which there are none. */
const MOST_WORK = 20_000_000;

interface Surroundings {
  readonly ground: Ground;
  /** Tables, which may be in frames. */
  readonly tables: readonly Box[];
  /** What is drawn on the page. */
  readonly parts: readonly Box[];
}

/** Makes tables of one column of text with a frame around it: notes, and the fields of forms below each other. */
export function buildFrames(
  lines: readonly Line[],
  rules: Rules,
  { ground, tables, parts }: Surroundings,
): { tables: Table[]; lines: Line[] } {
  const found: Table[] = [];
  let left = [...lines];
  const { pixels, scale } = ground;
  const most = (MOST_OF_PAGE * pixels.width * pixels.height) / scale ** 2;
  const drawings = parts.filter(({ left, top, right, bottom }) => Math.min(right - left, bottom - top) >= LEAST_DRAWN);
  for (const near of [NEAR_RULES, ROUND]) {
    const free = withoutEdgesOf(
      rules,
      [...tables, ...found].map((box) => widen(box, near)),
    );
    const frames = gridsOf(free, { leastColumns: 1, near }).filter(({ xs }) => xs.length === 2);
    if (frames.length * (lines.length + tables.length + frames.length + drawings.length) > MOST_WORK) break;
    for (const frame of frames.sort((a, b) => areaOf(a.box) - areaOf(b.box))) {
      const { box } = frame;
      if (areaOf(box) > most || frames.some((other) => areBeside(other.box, box))) continue;
      const within = left.filter((line) => isMiddleIn(line, box));
      const isPlain =
        within.every((line) => isWithin(line, widen(box, near))) &&
        ![...tables, ...found].some((table) => overlaps(table, box)) &&
        !drawings.some((part) => isMiddleIn(part, box) && sharedArea(part, box) < areaOf(box) / 2);
      if (!isPlain || !isText(within) || isTight(within, box) || !isOfLines(frame, ground)) continue;
      if (isField(within, frame, left)) continue;
      const inside = new Set(within);
      left = left.filter((line) => !inside.has(line));
      found.push(tableOf(within, frame));
    }
  }
  return { tables: found, lines: left };
}

/** Whether frames stand beside each other, as the fields of forms and the boxes of diagrams do: these stay at their places. */
const areBeside = (a: Box, b: Box) =>
  !isOver(a, b) &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > LEVEL * Math.min(a.bottom - a.top, b.bottom - b.top);

/** Whether lines are below each other, but for the markers of lists. */
const isText = (lines: readonly Line[]) =>
  lines.length > 0 && lines.length <= MOST_LINES && joinRows(lines).every((row) => row.length === 1 || isEntry(row));

/** Whether a frame is as wide as its text, as one around a link is. */
function isTight(lines: readonly Line[], box: Box): boolean {
  const { left, right } = around(lines);
  return left - box.left < TIGHT && box.right - right < TIGHT;
}

/** Whether a frame has one line of text, and other text is beside it, as the name of a field: it stays beside that. */
const isField = (lines: readonly Line[], { box, ys }: DrawnGrid, all: readonly Line[]) =>
  ys.length === 2 && joinRows(lines).length === 1 && all.some((line) => areBeside(line, box));

/** Whether most sides of a frame are lines: where an area of a colour ends, there is none. */
function isOfLines({ across, down }: DrawnGrid, ground: Ground): boolean {
  const thin = [
    ...across.filter((rule) => isThin(rule, ground, THICK)),
    ...down.filter((rule) => isThin(rule, ground, THICK, true)),
  ];
  return thin.length >= LEAST_THIN * (across.length + down.length);
}

function tableOf(lines: readonly Line[], frame: DrawnGrid): Table {
  const { xs, ys, box, color } = frame;
  const rows = Map.groupBy(lines, ({ top, bottom }) => bandAt(ys, (top + bottom) / 2));
  const [columns, heights] = [gapsOf(xs), gapsOf(ys)];
  const roomOf = (row: number) => ({ column: 0, row, lastColumn: 0, lastRow: row, lines: rows.get(row) ?? [] });
  const cells = heights.map((_, row) => cellOf(roomOf(row), undefined, frame));
  return { kind: 'table', ...box, indent: 0, ruled: color, columns, rows: cells.map((cell) => [cell]), heights };
}
