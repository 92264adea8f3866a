import { writeJson } from '../json.ts';
import type { CellType } from './column.ts';
import type { Cell } from './table-file.ts';

/** Types of values as bits. */
const TYPE = { integer: 1, long: 2, large: 4, double: 8, boolean: 16, text: 32, binary: 64, nested: 128 } as const;
const LARGEST = 2n ** 63n - 1n;
const MOST_DIGITS = 10n ** 38n;

/** Infers the type of a column from its values. */
export class ValueColumnType {
  #seen = 0;

  add(value: unknown): void {
    this.#seen |= typeOf(value);
  }

  /** @param mixed the type where the values have several */
  type(mixed: CellType): CellType {
    const seen = this.#seen;
    const only = (types: number) => (seen & ~types) === 0;
    if (only(TYPE.text)) return 'VARCHAR';
    if (only(TYPE.integer | TYPE.long)) return 'BIGINT';
    if (only(TYPE.integer | TYPE.long | TYPE.large)) return 'DECIMAL(38,0)';
    if (only(TYPE.integer | TYPE.double)) return 'DOUBLE';
    if (only(TYPE.boolean)) return 'BOOLEAN';
    if (only(TYPE.binary)) return 'BLOB';
    return only(TYPE.nested) ? 'JSON' : mixed;
  }
}

function typeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return TYPE.text;
  if (typeof value === 'boolean') return TYPE.boolean;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? TYPE.integer : TYPE.double;
  if (value instanceof Uint8Array) return TYPE.binary;
  if (typeof value !== 'bigint') return TYPE.nested;
  if (Number.isSafeInteger(Number(value))) return TYPE.integer;
  if (value <= LARGEST && value >= -LARGEST) return TYPE.long;
  return value < MOST_DIGITS && value > -MOST_DIGITS ? TYPE.large : TYPE.nested;
}

/** A value as a cell of a column, which is JSON where values are nested or mixed. */
export function cellOf(value: unknown, type?: CellType): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'JSON') return writeJson(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}
