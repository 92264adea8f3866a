import { writeJson } from '../json.ts';
import type { CellType } from './column.ts';
import type { Cell } from './table-file.ts';

/** The kinds that values are, as bits. */
const KIND = { integer: 1, long: 2, large: 4, double: 8, boolean: 16, text: 32, binary: 64, nested: 128 } as const;
const LARGEST = 2n ** 63n - 1n;
const MOST_DIGITS = 10n ** 38n;

/** What a column of values is, found out value by value. */
export class KindOfColumn {
  #seen = 0;

  add(value: unknown): void {
    this.#seen |= kindOf(value);
  }

  /** What DuckDB reads it as. @param mixed where values are of several kinds */
  type(mixed: CellType): CellType {
    const seen = this.#seen;
    const only = (kinds: number) => (seen & ~kinds) === 0;
    if (only(KIND.text)) return 'VARCHAR';
    if (only(KIND.integer | KIND.long)) return 'BIGINT';
    if (only(KIND.integer | KIND.long | KIND.large)) return 'DECIMAL(38,0)';
    if (only(KIND.integer | KIND.double)) return 'DOUBLE';
    if (only(KIND.boolean)) return 'BOOLEAN';
    if (only(KIND.binary)) return 'BLOB';
    return only(KIND.nested) ? 'JSON' : mixed;
  }
}

function kindOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return KIND.text;
  if (typeof value === 'boolean') return KIND.boolean;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? KIND.integer : KIND.double;
  if (value instanceof Uint8Array) return KIND.binary;
  if (typeof value !== 'bigint') return KIND.nested;
  if (Number.isSafeInteger(Number(value))) return KIND.integer;
  if (value <= LARGEST && value >= -LARGEST) return KIND.long;
  return value < MOST_DIGITS && value > -MOST_DIGITS ? KIND.large : KIND.nested;
}

/** A value as a cell of a column: what is nested, or stands among other kinds, as JSON. */
export function cellOf(value: unknown, type?: CellType): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'JSON') return writeJson(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}
