import { tooComplex } from '../refusals.ts';

const MB = 1024 * 1024;

/** What a file of data may cost. Measured so that the worst that is let through fits the worker. */
export const LIMITS = {
  /** Columns of a table. */
  columns: 4096,
  /** Levels of a tree; nobody writes more by hand, and libraries go down them by calling themselves. */
  depth: 200,
  /** Values of a tree: each is an object in memory. */
  nodes: 2_000_000,
  /** Bytes of what is read into memory as a whole. */
  tree: 32 * MB,
  /** Bytes of YAML, which takes the longest to read. */
  yaml: 4 * MB,
  /** Bytes of one record of a list. */
  record: 16 * MB,
  /** Bytes of a line of a table, which DuckDB holds several times. */
  line: 8 * MB,
  /** Cells of a table that is packed so well that its size tells nothing. */
  cells: 250_000_000,
  /** Cells of nothing, with which rows are filled that lack what others have: there are many in a small file. */
  missing: 100_000_000,
  /** Tables of a database. */
  tables: 1000,
} as const;

/** @throws ConversionError TOO_COMPLEX */
export function checkColumns(count: number): void {
  if (count <= LIMITS.columns) return;
  throw tooComplex(`The table has more columns than the ${LIMITS.columns} that are converted.`);
}

/**
 * @param cells that there are, of so many rows and columns
 * @throws ConversionError TOO_COMPLEX
 */
export function checkMissing(
  cells: number,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): void {
  if (rows * columns - cells <= LIMITS.missing) return;
  throw tooComplex(
    `Of ${rows} rows and ${columns} columns too many cells are missing. Put what has the same columns into a file of its own.`,
  );
}

/** @throws ConversionError TOO_COMPLEX */
export function checkSize(bytes: number, limit: number = LIMITS.tree): void {
  if (bytes <= limit) return;
  throw tooComplex(`A file of this kind that is larger than ${limit / MB} MB is not converted to that.`);
}

/** @throws ConversionError TOO_COMPLEX */
export function tooDeep(): never {
  throw tooComplex(`The file is nested more deeply than the ${LIMITS.depth} levels that are converted.`);
}

/** Counts the values that a source becomes, while it is read: each is an object in memory. */
export class ValueCount {
  #values = 0;

  /** @throws ConversionError TOO_COMPLEX */
  add(values: number): void {
    this.#values += values;
    if (this.#values > LIMITS.nodes)
      throw tooComplex(`The file has more values than the ${LIMITS.nodes} that are converted.`);
  }
}

/**
 * Goes through a tree without calling itself.
 * @throws ConversionError TOO_COMPLEX where it is too deep, or too large
 */
export function checkTree(tree: unknown): void {
  let level: readonly unknown[] = [tree];
  const count = new ValueCount();
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LIMITS.depth) tooDeep();
    const next: unknown[] = [];
    for (const value of level) {
      count.add(1);
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) next.push(inner);
      // What stands in many places is there once: a few bytes can come to any number of values.
      if (next.length > LIMITS.nodes) count.add(next.length);
    }
    level = next;
  }
}
