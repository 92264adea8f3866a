import { type Box, chunkWhile, isWithin, widen } from '../page.ts';
import { colourAt, differenceOf, type Ground, hexOf, isLikeBefore, type Pixels } from './pixels.ts';

/** A rule: a straight line, or the edge of a filled area, in points. */
export interface Rule {
  /** The distance from the top of a horizontal rule, and from the left of a vertical one. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** As a number of three bytes. */
  readonly color: number;
}

export interface Rules {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

/** How much the colours on both sides of an edge differ, of 255. */
const FAINT = 8;
/** The same on scanned pages, whose colours are uneven. */
export const FAINT_IN_SCAN = 40;
/** Shorter edges are of ornaments; dots and dashes nearer than this are one line; its two edges are. In points. */
const LEAST = 8;
const DASH = 3;
const THICK = 3;
/** The least drawn share of a dashed line. */
const DRAWN = 0.4;
/** The bits of colours that are alike. */
const ALIKE = 0xe0e0e0;
/** A page with more of them is a picture. */
const MOST = 20_000;

/** Rules no further from each other than this are one, or meet. In points. */
export const NEAR_RULES = 3.5;

/** What is at places, in groups of those near to each other, as double rules are; each is placed in the middle of its group. */
export function groupNear<T>(items: readonly T[], placeOf: (item: T) => number): { at: number; items: T[] }[] {
  const sorted = items.map((item) => ({ item, at: placeOf(item) })).sort((a, b) => a.at - b.at);
  return chunkWhile(sorted, (last, next) => next.at - last.at <= NEAR_RULES).map((group) => ({
    at: ((group[0]?.at ?? 0) + (group.at(-1)?.at ?? 0)) / 2,
    items: group.map(({ item }) => item),
  }));
}

/** Finds the rules and the edges of filled areas on a page that is rendered without text: both are edges of colours. */
export function findRules(pixels: Pixels, scale: number, faint = FAINT): Rules {
  return {
    across: joinEdges(edgesBetweenRows(pixels, scale, faint)),
    down: joinEdges(edgesBetweenRows(transpose(pixels), scale, faint)),
  };
}

/** A picture whose rows are the columns of another: they are read one after the other, as pixels lie in memory. */
function transpose({ width, height, data }: Pixels): Pixels {
  const transposed = new Uint8Array(data.length);
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0, to = y * 3; x < width; x++, from += 3, to += height * 3) {
      transposed[to] = data[from] ?? 0;
      transposed[to + 1] = data[from + 1] ?? 0;
      transposed[to + 2] = data[from + 2] ?? 0;
    }
  return { width: height, height: width, data: transposed };
}

/** The edges between each row of pixels and the next one, in the order of their places; none where there are too many. */
function edgesBetweenRows({ width, height, data }: Pixels, scale: number, faint: number): Rule[] {
  const row = width * 3;
  const edges: Rule[] = [];
  for (let y = 1; y < height && edges.length <= MOST; y++) {
    if (isLikeBefore(data, y, row)) continue;
    let [start, last, drawn] = [-1, -1, 0];
    const end = () => {
      const size = last + 1 - start;
      if (start < 0 || size < LEAST * scale || drawn < size * DRAWN) return;
      const color = colorAt(data, y * row + ((start + last) >> 1) * 3);
      edges.push({ at: y / scale, from: start / scale, to: (last + 1) / scale, color });
    };
    for (let x = 0, at = y * row; x < width; x++, at += 3) {
      if (!differs(data, at - row, at, faint)) continue;
      // Beyond a wider gap, dots and dashes are of another line.
      if (start < 0 || x - 1 - last > DASH * scale) {
        end();
        [start, drawn] = [x, 0];
      }
      last = x;
      drawn++;
    }
    end();
  }
  return edges.length > MOST ? [] : edges;
}

/** Whether two pixels, which begin at places of the data, differ by more in one of their channels. */
export function differs(data: Uint8Array, a: number, b: number, faint: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((data[a + channel] ?? 0) - (data[b + channel] ?? 0)) > faint) return true;
  return false;
}

const colorAt = (data: Uint8Array, at: number) =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

/** How far rules may be outside of the box of what they are edges of, in points. */
export const AT_EDGE = 1.5;
/** The bound on comparisons, above which rules stay as they are. */
const MOST_WORK = 20_000_000;

/** Rules but for those along the edges, and within, of what is no table. */
export function withoutEdgesOf({ across, down }: Rules, boxes: readonly Box[]): Rules {
  if (boxes.length === 0 || boxes.length * (across.length + down.length) > MOST_WORK) return { across, down };
  const isIn = (rule: Box) => boxes.some((box) => isWithin(rule, widen(box, AT_EDGE)));
  return {
    across: across.filter(({ at, from, to }) => !isIn({ left: from, right: to, top: at, bottom: at })),
    down: down.filter(({ at, from, to }) => !isIn({ left: at, right: at, top: from, bottom: to })),
  };
}

/** How far before a line its surroundings are, in points, and at how many places they are compared. */
const BEFORE = 2;
const PLACES = 5;

/**
 * Whether a rule is a line, and not where an area of a colour ends: on both sides of it are the same colours.
 * @param thick how thick it is at most, in points
 * @param down whether it goes down, and not across
 */
export function isThin({ at, from, to }: Rule, { pixels, scale }: Ground, thick: number, down = false): boolean {
  const places = Array.from({ length: PLACES }, (_, place) => from + ((place + 0.5) / PLACES) * (to - from));
  return places.every((along) => {
    const colour = (off: number) => {
      const [x, y] = down ? [at + off, along] : [along, at + off];
      return colourAt(pixels, Math.round(x * scale), Math.round(y * scale));
    };
    return differenceOf(colour(-BEFORE), colour(thick)) <= FAINT;
  });
}

/** The colour of most of some rules by their length; colours of a photo are never quite the same. */
export function colorOfRules(rules: readonly Rule[]): string {
  const lengths = new Map<number, { length: number; color: number }>();
  for (const { from, to, color } of rules) {
    const same = lengths.get(color & ALIKE);
    lengths.set(color & ALIKE, { length: to - from + (same?.length ?? 0), color: same?.color ?? color });
  }
  const [most] = [...lengths.values()].sort((a, b) => b.length - a.length);
  return hexOf(most?.color ?? 0);
}

/** Joins the two edges of a line, and its parts. Edges are sorted by position. */
function joinEdges(edges: readonly Rule[]): Rule[] {
  const joined: Rule[] = [];
  let open = 0;
  for (const edge of edges) {
    while (open < joined.length && (joined[open]?.at ?? 0) < edge.at - THICK) open++;
    let index = open;
    while (index < joined.length && !touches(joined[index] as Rule, edge)) index++;
    const rule = joined[index];
    if (rule) joined[index] = { ...rule, from: Math.min(rule.from, edge.from), to: Math.max(rule.to, edge.to) };
    else joined.push(edge);
  }
  return joined;
}

function touches(rule: Rule, edge: Rule): boolean {
  return edge.from <= rule.to + DASH && rule.from <= edge.to + DASH;
}
