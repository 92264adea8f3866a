import { fitCubic } from 'fit-curve';
import type { Point } from './follow-outlines.ts';

/** How many units of a path a pixel has: its numbers are whole. */
export const UNITS = 10;
/** A turn by so many degrees within three points on either side is a corner, unless it goes on as much beyond. */
const CORNER = { degrees: 40, points: 3, far: 7, ratio: 0.7 } as const;
/** The points on either side of a corner whose lines meet in it, and how far from it that may be, in pixels. */
const ARMS = { from: 2, to: 6, reach: 1.2 } as const;
/** How far a line may be off its points, as a part of the tolerance of curves. */
const LINE = 1.3;
/** Points from which the direction of a curve is taken. */
const TANGENT = 4;

/** A part of an outline between two corners. */
interface Part {
  readonly points: readonly Point[];
  /** The directions at its ends, into it, where it is closed without a corner. */
  readonly tangents?: readonly [Point, Point];
}

/**
 * Fits lines and curves to an outline (Schneider's algorithm).
 * @param ring in pixels
 * @param tolerance how far curves may be off, in pixels
 * @returns a subpath of SVG, in units
 */
export function fitOutline(ring: readonly Point[], tolerance: number): string {
  const points = dropRepeated(ring.map(([x, y]): Point => [x * UNITS, y * UNITS]));
  if (points.length < 2 * TANGENT) return writeParts([{ points: [...points, points[0] as Point] }], 0);
  return writeParts(divide(points), tolerance * UNITS);
}

/** Drops points that are less than a quarter of a pixel from the one before: their directions mean nothing. */
function dropRepeated(points: readonly Point[]): Point[] {
  return points.filter((point, index) => index === 0 || length(minus(point, points[index - 1] as Point)) > UNITS / 4);
}

/** Divides an outline at its corners. */
function divide(points: readonly Point[]): Part[] {
  const { length: count } = points;
  const at = (index: number) => points[(index + count) % count] as Point;
  const corners = findCorners(points);
  if (corners.length === 0) {
    const tangent = unit(minus(at(2), at(-2)));
    return [{ points: [...points, at(0)], tangents: [tangent, minus([0, 0], tangent)] }];
  }
  return corners.map((corner, order) => {
    const next = corners[(order + 1) % corners.length] ?? corner;
    const length = ((next - corner + count - 1) % count) + 1;
    const inner = Array.from({ length: Math.max(0, length + 1 - 2 * ARMS.from) }, (_, index) =>
      at(corner + ARMS.from + index),
    );
    return { points: [sharpen(at, corner), ...inner, sharpen(at, next)] };
  });
}

function findCorners(points: readonly Point[]): number[] {
  const { length: count } = points;
  const at = (index: number) => points[(index + count) % count] as Point;
  const turn = (index: number, reach: number) => {
    const near = Math.min(reach, count >> 2);
    return angle(minus(at(index), at(index - near)), minus(at(index + near), at(index)));
  };
  const turns = points.map((_, index) => turn(index, CORNER.points));
  return turns.flatMap((degrees, index) => {
    if (degrees < CORNER.degrees || degrees < CORNER.ratio * turn(index, CORNER.far)) return [];
    for (let away = 1; away <= CORNER.points; away++) {
      const [before = 0, after = 0] = [turns[(index - away + count) % count], turns[(index + away) % count]];
      if (before >= degrees || after > degrees) return [];
    }
    return [index];
  });
}

/** The point where the lines on both sides of a corner meet: edges of pixels cut corners off. */
function sharpen(at: (index: number) => Point, corner: number): Point {
  const arm = (sign: number) =>
    lineThrough(Array.from({ length: ARMS.to - ARMS.from + 1 }, (_, index) => at(corner + sign * (ARMS.from + index))));
  const [before, after] = [arm(-1), arm(1)];
  const sine = cross(before.direction, after.direction);
  if (Math.abs(sine) < 0.3) return at(corner);
  const along = cross(minus(after.middle, before.middle), after.direction) / sine;
  const point: Point = [before.middle[0] + along * before.direction[0], before.middle[1] + along * before.direction[1]];
  return length(minus(point, at(corner))) < ARMS.reach * UNITS ? point : at(corner);
}

/** The line with the least squares of distances to points. */
function lineThrough(points: readonly Point[]): { readonly middle: Point; readonly direction: Point } {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle: Point = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const away = points.map((point) => minus(point, middle));
  const [xx, xy, yy] = [
    mean(away.map(([x]) => x * x)),
    mean(away.map(([x, y]) => x * y)),
    mean(away.map(([, y]) => y * y)),
  ];
  const tilt = Math.atan2(2 * xy, xx - yy) / 2;
  return { middle, direction: [Math.cos(tilt), Math.sin(tilt)] };
}

function writeParts(parts: readonly Part[], tolerance: number): string {
  let [x, y] = (parts[0]?.points[0] ?? [0, 0]).map(Math.round) as [number, number];
  let path = `M${x} ${y}`;
  const add = (command: string, points: readonly Point[]) => {
    const rounded = points.map((point) => point.map(Math.round) as [number, number]);
    path += command + rounded.map((point) => `${point[0] - x} ${point[1] - y}`).join(' ');
    [x, y] = rounded.at(-1) ?? [x, y];
  };
  for (const { points, tangents } of parts) {
    const [first, last] = [points[0] as Point, points.at(-1) as Point];
    const chord = unit(minus(last, first));
    const isStraight = points.every((point) => Math.abs(cross(minus(point, first), chord)) <= LINE * tolerance);
    if (tolerance === 0) for (const point of points.slice(1)) add('l', [point]);
    else if (isStraight && length(minus(last, first)) > 0) add('l', [last]);
    else {
      const near = Math.min(TANGENT, points.length - 1);
      const start = tangents?.[0] ?? unit(minus(points[near] as Point, first));
      const end = tangents?.[1] ?? unit(minus(points.at(-1 - near) as Point, last));
      for (const [, ...curve] of fitCubic([...points], start, end, tolerance ** 2)) add('c', curve);
    }
  }
  return `${path.replaceAll(' -', '-')}z`;
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

function cross(a: Point, b: Point): number {
  return a[0] * b[1] - a[1] * b[0];
}

function length(a: Point): number {
  return Math.hypot(...a);
}

function unit(a: Point): Point {
  const size = length(a) || 1;
  return [a[0] / size, a[1] / size];
}

/** In degrees, from 0 to 180. */
function angle(a: Point, b: Point): number {
  return Math.abs((Math.atan2(cross(a, b), a[0] * b[0] + a[1] * b[1]) * 180) / Math.PI);
}
