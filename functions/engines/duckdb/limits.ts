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
  /** Bytes of one record of a list, or of a row. */
  record: 16 * MB,
  /** Tables of a database. */
  tables: 1000,
} as const;

/** @throws ConversionError TOO_COMPLEX */
export function checkColumns(count: number): void {
  if (count <= LIMITS.columns) return;
  throw tooComplex(`The table has more columns than the ${LIMITS.columns} that are converted.`);
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

/**
 * Walks a tree without recursion.
 * @throws ConversionError TOO_COMPLEX where it is too deep or too large
 */
export function checkTree(tree: unknown): void {
  let level: readonly unknown[] = [tree];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LIMITS.depth) tooDeep();
    const next: unknown[] = [];
    for (const value of level) {
      count += 1;
      if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) next.push(inner);
      // Aliases share an object: a few bytes can stand for any number of values.
      if (count + next.length > LIMITS.nodes)
        throw tooComplex(`The file has more values than the ${LIMITS.nodes} that are converted.`);
    }
    level = next;
  }
}
