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
  const groups: { first: number; last: number; items: T[] }[] = [];
  for (const { item, at } of sorted) {
    const open = groups.at(-1);
    if (open && at - open.last <= NEAR_RULES) {
      open.last = at;
      open.items.push(item);
    } else groups.push({ first: at, last: at, items: [item] });
  }
  return groups.map(({ first, last, items }) => ({ at: (first + last) / 2, items }));
}

/** Finds the rules and the edges of filled areas on a page that is rendered without text: both are edges of colours. */
export function findRules(pixels: Pixels, scale: number, faint = FAINT): Rules {
  return {
    across: joinEdges(edgesAcross(pixels, scale, faint)),
    down: joinEdges(edgesDown(pixels, scale, faint)),
  };
}

function edgesAcross({ width, height, data }: Pixels, scale: number, faint: number): Rule[] {
  const row = width * 3;
  const edges = new Edges(data, scale, { line: row, step: 3 });
  for (let y = 0; y + 1 < height && !edges.areTooMany; y++) {
    if (isLikeBefore(data, y + 1, row)) continue;
    const run = { start: -1, last: -1, drawn: 0 };
    for (let x = 0, at = y * row; x < width; x++, at += 3)
      if (differs(data, at, at + row, faint)) edges.extend(run, y, x);
    edges.end(run, y);
  }
  return edges.sorted();
}

/** Reads row by row, as pixels lie in memory, with the edge that is open in each column. */
function edgesDown({ width, height, data }: Pixels, scale: number, faint: number): Rule[] {
  const row = width * 3;
  const edges = new Edges(data, scale, { line: 3, step: row });
  const runs: Run[] = Array.from({ length: width }, () => ({ start: -1, last: -1, drawn: 0 }));
  let different: number[] = [];
  for (let y = 0; y < height && !edges.areTooMany; y++) {
    if (y === 0 || !isLikeBefore(data, y, row)) {
      different = [];
      for (let x = 0, at = y * row; x + 1 < width; x++, at += 3)
        if (differs(data, at, at + 3, faint)) different.push(x);
    }
    for (const x of different) edges.extend(runs[x] as Run, x, y);
  }
  for (const [x, run] of runs.entries()) edges.end(run, x);
  return edges.sorted();
}

/** Pixels of an edge so far: its first and last one, and how many there are. */
interface Run {
  start: number;
  last: number;
  drawn: number;
}

/** The edges in one direction. */
class Edges {
  readonly #data: Uint8Array;
  readonly #scale: number;
  readonly #direction: { readonly line: number; readonly step: number };
  readonly #found: Rule[] = [];

  /** @param direction the bytes from one line, and in it from one pixel, to the next */
  constructor(data: Uint8Array, scale: number, direction: { readonly line: number; readonly step: number }) {
    this.#data = data;
    this.#scale = scale;
    this.#direction = direction;
  }

  get areTooMany(): boolean {
    return this.#found.length > MOST;
  }

  /** Goes on with an edge at a pixel of its line, or begins one where the gap is too wide. */
  extend(run: Run, line: number, pixel: number): void {
    if (run.start >= 0 && pixel - 1 - run.last > DASH * this.#scale) this.end(run, line);
    if (run.start < 0) [run.start, run.drawn] = [pixel, 0];
    run.last = pixel;
    run.drawn++;
  }

  end(run: Run, line: number): void {
    const { start, last, drawn } = run;
    run.start = -1;
    const size = last + 1 - start;
    if (start < 0 || size < LEAST * this.#scale || drawn < size * DRAWN) return;
    const at = (line + 1) * this.#direction.line + ((start + last) >> 1) * this.#direction.step;
    this.#found.push({
      ...{ at: (line + 1) / this.#scale, from: start / this.#scale, to: (last + 1) / this.#scale },
      color: colorAt(this.#data, at),
    });
  }

  /** By their lines; none where there are too many. */
  sorted(): Rule[] {
    return this.areTooMany ? [] : this.#found.sort((a, b) => a.at - b.at || a.from - b.from);
  }
}

function differs(data: Uint8Array, a: number, b: number, faint: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((data[a + channel] ?? 0) - (data[b + channel] ?? 0)) > faint) return true;
  return false;
}

const colorAt = (data: Uint8Array, at: number) =>
  ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);

/** How far above a line its surroundings are, in points, and at how many places they are compared. */
const ABOVE = 2;
const PLACES = 5;

/**
 * Whether a rule that goes across is a line, and not where an area of a colour ends: on both sides of it are the same colours.
 * @param thick how thick it is at most, in points
 */
export function isThin({ at, from, to }: Rule, { pixels, scale }: Ground, thick: number): boolean {
  const places = Array.from({ length: PLACES }, (_, place) => from + ((place + 0.5) / PLACES) * (to - from));
  return places.every((place) => {
    const colour = (y: number) => colourAt(pixels, Math.round(place * scale), Math.round(y * scale));
    return differenceOf(colour(at - ABOVE), colour(at + thick)) <= FAINT;
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
