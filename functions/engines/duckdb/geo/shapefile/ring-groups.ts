/** A ring, as a range of the points of its shape. */
export interface Ring {
  /** Indexes of points. */
  readonly start: number;
  readonly end: number;
  /** Negative where the ring is clockwise. */
  readonly area: number;
}

/** The signed area of a ring of points (x and y in turn), negative where it is clockwise. */
export function areaOf(points: Float64Array, start: number, end: number): number {
  const [x0, y0] = [points[2 * start] ?? 0, points[2 * start + 1] ?? 0];
  let twice = 0;
  for (let at = start; at < end; at++) {
    const next = at + 1 < end ? at + 1 : start;
    const [x1, y1] = [(points[2 * at] ?? 0) - x0, (points[2 * at + 1] ?? 0) - y0];
    const [x2, y2] = [(points[2 * next] ?? 0) - x0, (points[2 * next + 1] ?? 0) - y0];
    twice += x1 * y2 - x2 * y1;
  }
  return twice / 2;
}

/**
 * Groups rings into polygons, each an outer ring and its holes. In a shapefile outer rings are clockwise, holes are not, and
 * they are in any order. A hole outside of all polygons is one itself.
 */
export function groupRings(points: Float64Array, rings: readonly Ring[]): Ring[][] {
  const outers = rings.filter(({ area }) => !(area > 0));
  const holes = rings.filter(({ area }) => area > 0);
  const parents = holes.length === 0 ? [] : parentsOf(points, outers, holes);
  const groups = new Map(outers.map((outer): [Ring, Ring[]] => [outer, [outer]]));
  for (const [index, hole] of holes.entries()) {
    const group = groups.get(parents[index] ?? hole);
    if (group) group.push(hole);
    else groups.set(hole, [hole]);
  }
  return [...groups.values()];
}

/** A point within a hole. */
interface Query {
  readonly hole: number;
  readonly x: number;
  readonly y: number;
}

/** The smallest outer ring around each hole. */
function parentsOf(points: Float64Array, outers: readonly Ring[], holes: readonly Ring[]) {
  const sweep = new Sweep(points, outers);
  const queries = holes.flatMap((hole, index) => insideOf(points, hole, index)).sort((a, b) => a.y - b.y);
  const parents = new Array<Ring | undefined>(holes.length);
  for (const query of queries) parents[query.hole] = sweep.smallestAround(query, holes[query.hole]?.area ?? 0);
  return parents;
}

/** A point that is surely within a ring: the middle of the widest span at half its height. */
function insideOf(points: Float64Array, ring: Ring, hole: number): Query[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = ring.start; at < ring.end; at++) {
    low = Math.min(low, points[2 * at + 1] ?? 0);
    high = Math.max(high, points[2 * at + 1] ?? 0);
  }
  const y = low + (high - low) / 2;
  const crossings = edgesOf(points, ring, 0)
    .filter((edge) => edge.low <= y && edge.high > y)
    .map((edge) => edge.x + edge.slope * (y - edge.low))
    .sort((a, b) => a - b);
  let [x, widest] = [Number.NaN, -1];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left, right] = [crossings[at] ?? 0, crossings[at + 1] ?? 0];
    if (right - left > widest) [x, widest] = [left + (right - left) / 2, right - left];
  }
  return Number.isNaN(x) ? [] : [{ hole, x, y }];
}

/** An edge of a ring, from its lower end. */
interface Edge {
  readonly ring: number;
  readonly low: number;
  readonly high: number;
  readonly x: number;
  readonly slope: number;
}

function edgesOf(points: Float64Array, { start, end }: Ring, ring: number): Edge[] {
  const edges: Edge[] = [];
  for (let at = start; at < end; at++) {
    const next = at + 1 < end ? at + 1 : start;
    const [x1, y1] = [points[2 * at] ?? 0, points[2 * at + 1] ?? 0];
    const [x2, y2] = [points[2 * next] ?? 0, points[2 * next + 1] ?? 0];
    if (y1 < y2) edges.push({ ring, low: y1, high: y2, x: x1, slope: (x2 - x1) / (y2 - y1) });
    if (y1 > y2) edges.push({ ring, low: y2, high: y1, x: x2, slope: (x1 - x2) / (y1 - y2) });
  }
  return edges;
}

/** Numbers of an active edge: its upper end, its lower end as x and y, its slope, and its ring. */
const FIELDS = 5;

/**
 * A sweep line over the edges of rings, from below. The active edges, which cross the height of a point, are in one list
 * of numbers, which is scanned for each point.
 */
class Sweep {
  readonly #rings: readonly Ring[];
  readonly #edges: readonly Edge[];
  #next = 0;
  readonly #active: Float64Array;
  #length = 0;
  /** Whether the number of edges of each ring to the left of a point is odd. */
  readonly #odd: Uint8Array;

  constructor(points: Float64Array, rings: readonly Ring[]) {
    this.#rings = rings;
    this.#edges = rings.flatMap((ring, index) => edgesOf(points, ring, index)).sort((a, b) => a.low - b.low);
    this.#active = new Float64Array(this.#edges.length * FIELDS);
    this.#odd = new Uint8Array(rings.length);
  }

  /** The smallest ring of at least an area around a point. Points come from below. */
  smallestAround({ x, y }: Query, least: number): Ring | undefined {
    this.#rise(y);
    this.#count(x, y);
    let smallest: Ring | undefined;
    for (let at = 4; at < this.#length; at += FIELDS) {
      const ring = this.#active[at] ?? 0;
      if (this.#odd[ring] === 0) continue;
      this.#odd[ring] = 0;
      const found = this.#rings[ring];
      if (found && -found.area >= least && (!smallest || found.area > smallest.area)) smallest = found;
    }
    return smallest;
  }

  #rise(y: number): void {
    for (let edge = this.#edges[this.#next]; edge && edge.low <= y; edge = this.#edges[++this.#next]) {
      this.#active.set([edge.high, edge.x, edge.low, edge.slope, edge.ring], this.#length);
      this.#length += FIELDS;
    }
  }

  /** A point is in the rings with an odd number of edges to the left of it. Edges below it are dropped. */
  #count(x: number, y: number): void {
    const list = this.#active;
    let kept = 0;
    for (let at = 0; at < this.#length; at += FIELDS) {
      if ((list[at] ?? 0) <= y) continue;
      const ring = list[at + 4] ?? 0;
      if ((list[at + 1] ?? 0) + (list[at + 3] ?? 0) * (y - (list[at + 2] ?? 0)) < x)
        this.#odd[ring] = 1 - (this.#odd[ring] ?? 0);
      if (kept < at) list.copyWithin(kept, at, at + FIELDS);
      kept += FIELDS;
    }
    this.#length = kept;
  }
}
