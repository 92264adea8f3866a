/** A ring, as a range of the points of its shape. */
export interface Ring {
  /** Indexes of points. */
  readonly start: number;
  readonly end: number;
  /** Negative where the ring is clockwise. */
  readonly area: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

interface Boxed extends Box {
  readonly ring: Ring;
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
  const smallestFirst = outers
    .map((ring) => ({ ring, ...boxOf(points, ring) }))
    .sort((a, b) => b.ring.area - a.ring.area);
  const holes = rings.filter(({ area }) => area > 0);
  const groups = new Map(outers.map((outer): [Ring, Ring[]] => [outer, [outer]]));
  for (const hole of holes) {
    const group = groups.get(smallestAround(points, smallestFirst, hole) ?? hole);
    if (group) group.push(hole);
    else groups.set(hole, [hole]);
  }
  return [...groups.values()];
}

/** The smallest outer ring around a hole; the box tells most of them apart. */
function smallestAround(points: Float64Array, smallestFirst: readonly Boxed[], hole: Ring): Ring | undefined {
  const inside = insideOf(points, hole);
  const { x, y } = inside;
  return smallestFirst.find(
    ({ ring, left, right, low, high }) =>
      x > left && x <= right && y >= low && y < high && -ring.area >= hole.area && isAround(points, ring, inside),
  )?.ring;
}

/** A point that is surely within a ring: the middle of the widest span at half its height. */
function insideOf(points: Float64Array, ring: Ring): { readonly x: number; readonly y: number } {
  const { low, high } = boxOf(points, ring);
  const y = low + (high - low) / 2;
  const crossings = crossingsOf(points, ring, y).sort((a, b) => a - b);
  let [x, widest] = [Number.NaN, -1];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left, right] = [crossings[at] ?? 0, crossings[at + 1] ?? 0];
    if (right - left > widest) [x, widest] = [left + (right - left) / 2, right - left];
  }
  return { x, y };
}

function boxOf(points: Float64Array, { start, end }: Ring): Box {
  let [left, low] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [right, high] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = start; at < end; at++) {
    const [x, y] = [points[2 * at] ?? 0, points[2 * at + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return { left, right, low, high };
}

/** Whether a point is within a ring: an odd number of its edges is to the left of the point. */
function isAround(points: Float64Array, ring: Ring, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return crossingsOf(points, ring, y).filter((crossing) => crossing < x).length % 2 === 1;
}

/** Where the edges of a ring cross a height. */
function crossingsOf(points: Float64Array, { start, end }: Ring, y: number): number[] {
  const crossings: number[] = [];
  for (let at = start; at < end; at++) {
    const next = at + 1 < end ? at + 1 : start;
    const [y1, y2] = [points[2 * at + 1] ?? 0, points[2 * next + 1] ?? 0];
    if (y1 <= y === y2 <= y) continue;
    const [x1, x2] = [points[2 * at] ?? 0, points[2 * next] ?? 0];
    crossings.push(x1 + ((x2 - x1) / (y2 - y1)) * (y - y1));
  }
  return crossings;
}
