import { hexOf, type Pixels } from './pixels.ts';

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

/** Finds the rules and the edges of filled areas on a page that is rendered without text: both are edges of colours. */
export function findRules({ width, height, data }: Pixels, scale: number, faint = FAINT): Rules {
  const [row, pixel] = [width * 3, 3];
  return {
    across: joinEdges(edgesOf(data, { lines: height, length: width, line: row, step: pixel, faint }, scale)),
    down: joinEdges(edgesOf(data, { lines: width, length: height, line: pixel, step: row, faint }, scale)),
  };
}

/** How pixels lie in a picture that is read line by line, in either direction. */
interface Direction {
  readonly lines: number;
  readonly length: number;
  readonly line: number;
  readonly step: number;
  readonly faint: number;
}

function edgesOf(data: Uint8Array, { lines, length, line, step, faint }: Direction, scale: number): Rule[] {
  const edges: Rule[] = [];
  const [least, dash] = [LEAST * scale, DASH * scale];
  for (let y = 0; y + 1 < lines && edges.length <= MOST; y++) {
    let [start, last, drawn] = [-1, -1, 0];
    for (let x = 0, at = y * line; x <= length; x++, at += step) {
      if (x < length && differs(data, at, at + line, faint)) {
        if (start < 0) [start, drawn] = [x, 0];
        [last, drawn] = [x, drawn + 1];
      } else if (start >= 0 && (x === length || x - last > dash)) {
        const size = last + 1 - start;
        if (size >= least && drawn >= size * DRAWN)
          edges.push({
            ...{ at: (y + 1) / scale, from: start / scale, to: (last + 1) / scale },
            color: colorAt(data, (y + 1) * line + ((start + last) >> 1) * step),
          });
        start = -1;
      }
    }
  }
  return edges.length > MOST ? [] : edges;
}

function differs(data: Uint8Array, a: number, b: number, faint: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((data[a + channel] ?? 0) - (data[b + channel] ?? 0)) > faint) return true;
  return false;
}

const colorAt = (data: Uint8Array, at: number) =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

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
