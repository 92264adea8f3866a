import { readFile } from 'node:fs/promises';
import { unreadable, withoutSurfaces } from './refusals.ts';

const HEADER = 80;
const TRIANGLE = 50;
const NORMAL = 12;

/** How large a model is, whatever it is made of. */
export interface Measures {
  readonly triangles: number;
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
  for (let at = HEADER + 4 + NORMAL; at < bytes.length; at += TRIANGLE) {
    for (let place = 0; place < 9; place++) {
      const [axis, value] = [place % 3, bytes.readFloatLE(at + place * 4)];
      if (!Number.isFinite(value)) throw unreadable('a corner that is nowhere');
      if (value < (least[axis] ?? 0)) least[axis] = value;
      if (value > (greatest[axis] ?? 0)) greatest[axis] = value;
    }
  }
  return { triangles, least, greatest };
}

/** How far corners may move, in parts of the largest extent: some formats have fewer digits. */
const TOLERANCE = 1e-4;
/** The least part of triangles: of those that have no extent some formats have none. */
const LEAST_TRIANGLES = 0.99;

/** Whether a model is as large as another, and as finely made. */
export function isSameModel(before: Measures, after: Measures): boolean {
  const extent = Math.max(...before.greatest.map((value, axis) => Math.abs(value) + Math.abs(before.least[axis] ?? 0)));
  const near = (first: readonly number[], second: readonly number[]) =>
    first.every((value, axis) => Math.abs(value - (second[axis] ?? 0)) <= extent * TOLERANCE);
  return (
    after.triangles <= before.triangles &&
    after.triangles >= before.triangles * LEAST_TRIANGLES &&
    near(before.least, after.least) &&
    near(before.greatest, after.greatest)
  );
}
