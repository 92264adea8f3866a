/** How places are moved, turned and made larger: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const UNCHANGED: Matrix = [1, 0, 0, 1, 0, 0];

/** What is longer is no number of a drawing. */
const STEP = /\b([a-z]{4,9})\s{0,9}\(([^()]{0,400})\)/gi;

/** What an attribute `transform` does within something that is changed already. */
export function withTransform(outer: Matrix, transform = ''): Matrix {
  let matrix = outer;
  for (const [, name = '', values = ''] of transform.matchAll(STEP)) {
    matrix = multiply(
      matrix,
      matrixOf(
        name.toLowerCase(),
        values
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      ),
    );
  }
  return matrix.every(Number.isFinite) ? matrix : outer;
}

function matrixOf(name: string, [first = 0, second, ...rest]: readonly number[]): Matrix {
  if (name === 'translate') return [1, 0, 0, 1, first, second ?? 0];
  if (name === 'scale') return [first, 0, 0, second ?? first, 0, 0];
  if (name === 'matrix') return [first, second ?? 0, rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0, rest[3] ?? 0];
  if (name !== 'rotate') return UNCHANGED;
  const [cos, sin] = [Math.cos((first * Math.PI) / 180), Math.sin((first * Math.PI) / 180)];
  const [x, y] = [second ?? 0, rest[0] ?? 0];
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/** The second change, and then the first. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
