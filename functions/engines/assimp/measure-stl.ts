import { readFile } from 'node:fs/promises';
import { areaOf } from './polygon-area.ts';
import { unreadable, withoutSurfaces } from './refusals.ts';

const HEADER = 80;
const TRIANGLE = 50;
const NORMAL = 12;

/** How large a model is, whatever it is made of. */
export interface Measures {
  readonly triangles: number;
  /** Of all triangles together. */
  readonly area: number;
  /** The least and the greatest of x, y and z. */
  readonly least: readonly number[];
  readonly greatest: readonly number[];
}

/**
 * Measures a binary STL file that assimp has written.
 * @throws ConversionError UNREADABLE_FILE, UNSUPPORTED_CONVERSION
 */
export async function measureStl(path: string): Promise<Measures> {
  const bytes = await readFile(path);
  const triangles = bytes.length < HEADER + 4 ? 0 : bytes.readUInt32LE(HEADER);
  // Points and lines take less room than triangles, where they are written as such.
  if (triangles === 0 || bytes.length !== HEADER + 4 + triangles * TRIANGLE) throw withoutSurfaces();
  const [least, greatest] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  let area = 0;
  for (let at = HEADER + 4 + NORMAL; at < bytes.length; at += TRIANGLE) {
    const corner = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let place = 0; place < 9; place++) {
      const [axis, value] = [place % 3, bytes.readFloatLE(at + place * 4)];
      if (!Number.isFinite(value)) throw unreadable('a corner that is nowhere');
      corner[place] = value;
      if (value < (least[axis] ?? 0)) least[axis] = value;
      if (value > (greatest[axis] ?? 0)) greatest[axis] = value;
    }
    area += areaOf(corner);
  }
  return { triangles, area, least, greatest };
}

/** How far corners may move, in parts of the largest extent: some formats have fewer digits. */
const TOLERANCE = 1e-4;
/** The least part of triangles: of those that have no extent some formats have none. */
const LEAST_TRIANGLES = 0.99;
/** The least part of the surface: what rounding may take. */
const LEAST_AREA = 0.999;

/** Whether a model is as large as another, and as finely made. */
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

/** Whether the surface of a model is not smaller than this. */
export function hasSurface({ area }: Measures, least: number): boolean {
  return area >= least * LEAST_AREA;
}

/** Makes a binary STL file that assimp has written so many times as large, in its place. */
export function scaleStl(bytes: Buffer, scale: number): Buffer {
  for (let at = HEADER + 4 + NORMAL; at + 9 * 4 <= bytes.length; at += TRIANGLE)
    for (let place = 0; place < 9; place++)
      bytes.writeFloatLE(bytes.readFloatLE(at + place * 4) * scale, at + place * 4);
  return bytes;
}
