import { tooComplex } from '../refusals.ts';

const MB = 1024 * 1024;

/** Limits of data, measured so that the worst file within them fits the worker. */
export const LIMITS = {
  /** Columns of a table. */
  columns: 4096,
  /** Levels of a tree: libraries recurse into them. */
  depth: 200,
  /** Values of a tree: each is an object in memory. */
  nodes: 2_000_000,
  /** Bytes of a source that is read into memory as a whole. */
  tree: 32 * MB,
  /** Bytes of YAML, which takes the longest to parse. */
  yaml: 4 * MB,
  /** Bytes of one record of a list. */
  record: 16 * MB,
  /** Bytes of a line of a table, which DuckDB holds several times. */
  line: 8 * MB,
  /** Cells of a compressed table, whose size shows little. */
  cells: 250_000_000,
  /** Empty cells that fill up short rows: a small file can have many. */
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
 * @param cells of the source, where rows and columns would make more
 * @throws ConversionError TOO_COMPLEX
 */
export function checkMissing(
  cells: number,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): void {
  if (rows * columns - cells <= LIMITS.missing) return;
  throw tooComplex(
    `The table of ${rows} rows and ${columns} columns lacks too many cells. Put records with the same fields into a file of their own.`,
  );
}

/** @throws ConversionError TOO_COMPLEX */
export function checkSize(bytes: number, limit: number = LIMITS.tree): void {
  if (bytes <= limit) return;
  throw tooComplex(`The file is larger than the ${limit / MB} MB that are converted to this target. Divide it first.`);
}

/** @throws ConversionError TOO_COMPLEX */
export function tooDeep(): never {
  throw tooComplex(`The file is nested more deeply than the ${LIMITS.depth} levels that are converted.`);
}

/** Counts the values of a source while it is read: each is an object in memory. */
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
 * Walks a tree without recursion.
 * @throws ConversionError TOO_COMPLEX where it is too deep or too large
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
      // Aliases share an object: a few bytes can stand for any number of values.
      if (next.length > LIMITS.nodes) count.add(next.length);
    }
    level = next;
  }
}
