import { readFile } from 'node:fs/promises';
import { unreadable, withoutSurfaces } from './refusals.ts';

const HEADER = 80;
const TRIANGLE = 50;
const NORMAL = 12;

/** The measures of the triangles of a model. */
export interface Measures {
  readonly triangles: number;
  /** Of all triangles. */
  readonly area: number;
  /** The bounding box, as x, y and z. */
  readonly least: readonly number[];
  readonly greatest: readonly number[];
}

/**
 * Measures a binary STL file of assimp.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export async function measureStl(path: string): Promise<Measures> {
  const bytes = await readFile(path);
  const triangles = bytes.length < HEADER + 4 ? 0 : bytes.readUInt32LE(HEADER);
  // Points and lines written as triangles take fewer bytes.
  if (triangles === 0 || bytes.length !== HEADER + 4 + triangles * TRIANGLE) throw withoutSurfaces();
  const [least, greatest] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  let area = 0;
  for (let at = HEADER + 4 + NORMAL; at < bytes.length; at += TRIANGLE) {
    const vertices = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let index = 0; index < 9; index++) {
      const [axis, value] = [index % 3, bytes.readFloatLE(at + index * 4)];
      if (!Number.isFinite(value)) throw unreadable('a vertex that is not finite');
      vertices[index] = value;
      if (value < (least[axis] ?? 0)) least[axis] = value;
      if (value > (greatest[axis] ?? 0)) greatest[axis] = value;
    }
    area += areaOf(vertices);
  }
  return { triangles, area, least, greatest };
}

/** How far vertices may move, as a fraction of the largest extent: some formats have fewer digits. */
const TOLERANCE = 1e-4;
/** The least fraction of triangles: some formats drop degenerate ones. */
const LEAST_TRIANGLES = 0.99;
/** The least fraction of the surface, less what rounding may take. */
const LEAST_AREA = 0.999;

/** Whether two models have the same bounding box, surface and number of triangles, within tolerances. */
export function isSameModel(before: Measures, after: Measures): boolean {
  const extent = Math.max(...before.greatest.map((value, axis) => Math.abs(value) + Math.abs(before.least[axis] ?? 0)));
  const near = (first: readonly number[], second: readonly number[]) =>
    first.every((value, axis) => Math.abs(value - (second[axis] ?? 0)) <= extent * TOLERANCE);
  return (
    after.triangles <= before.triangles &&
    after.triangles >= before.triangles * LEAST_TRIANGLES &&
    hasSurface(after, before.area) &&
    near(before.least, after.least) &&
    near(before.greatest, after.greatest)
  );
}

/** Whether the surface of a model has at least an area, within a tolerance. */
export function hasSurface({ area }: Measures, least: number): boolean {
  return area >= least * LEAST_AREA;
}

/** Scales a binary STL file of assimp in place. */
export function scaleStl(bytes: Buffer, scale: number): Buffer {
  for (let at = HEADER + 4 + NORMAL; at + 9 * 4 <= bytes.length; at += TRIANGLE)
    for (let index = 0; index < 9; index++)
      bytes.writeFloatLE(bytes.readFloatLE(at + index * 4) * scale, at + index * 4);
  return bytes;
}

/**
 * The area of a planar polygon by Newell's method; for any other one, a lower bound of the area of its triangulations.
 * @param vertices x, y and z of each
 */
export function areaOf(vertices: readonly number[]): number {
  let [x, y, z] = [0, 0, 0];
  const [ox = 0, oy = 0, oz = 0] = vertices;
  for (let at = 3; at + 5 < vertices.length; at += 3) {
    // Relative to the first vertex, which keeps digits far from the origin.
    const [ax, ay, az] = [(vertices[at] ?? 0) - ox, (vertices[at + 1] ?? 0) - oy, (vertices[at + 2] ?? 0) - oz];
    const [bx, by, bz] = [(vertices[at + 3] ?? 0) - ox, (vertices[at + 4] ?? 0) - oy, (vertices[at + 5] ?? 0) - oz];
    x += ay * bz - az * by;
    y += az * bx - ax * bz;
    z += ax * by - ay * bx;
  }
  return Math.hypot(x, y, z) / 2;
}
