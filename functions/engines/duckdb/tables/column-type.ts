import { writeJson } from '../json.ts';
import type { CellType } from './column.ts';
import type { Cell } from './table-file.ts';

/** Types of values as bits. An `integer` is one that a double holds, a `long` has 64 bits, a `large` one 38 digits. */
const TYPE = {
  ...{ integer: 1, long: 2, large: 4, double: 8, boolean: 16 },
  ...{ date: 32, time: 64, text: 128, binary: 256, nested: 512 },
} as const;

const INTEGER = /^(?:0|-?[1-9]\d{0,37})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;
const BOOLEAN = /^(?:true|false|True|False|TRUE|FALSE)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

/** No number, date or boolean is longer as a text. */
export const LONGEST_TYPED = 90;

/** A double keeps every number of so many digits. */
const SAFE_DIGITS = 15;
const LARGEST = 2n ** 63n - 1n;
const MOST_DIGITS = 10n ** 38n;

/** Infers the type of a column: the one that fits all of its values. */
export class ColumnType {
  #seen = 0;

  /** Whether it has texts. */
  get hasTexts(): boolean {
    return (this.#seen & TYPE.text) !== 0;
  }

  add(value: unknown): void {
    this.#seen |= typeOfValue(value);
  }

  /** Adds what a text stands for. */
  addText(text: string): void {
    this.#seen |= typeOfText(text);
  }

  /**
   * @param mixed the type where the values have several
   * @param dates whether the target has dates; else they are texts
   */
  type(mixed: CellType, dates = false): CellType {
    const only = (types: number) => (this.#seen & ~types) === 0;
    if (only(TYPE.text)) return 'VARCHAR';
    if (only(TYPE.integer | TYPE.long)) return 'BIGINT';
    if (only(TYPE.integer | TYPE.long | TYPE.large)) return 'DECIMAL(38,0)';
    if (only(TYPE.integer | TYPE.double)) return 'DOUBLE';
    if (only(TYPE.boolean)) return 'BOOLEAN';
    if (only(TYPE.binary)) return 'BLOB';
    if (only(TYPE.date)) return dates ? 'DATE' : 'VARCHAR';
    if (only(TYPE.time)) return dates ? 'TIMESTAMP' : 'VARCHAR';
    return only(TYPE.nested) ? 'JSON' : mixed;
  }
}

function typeOfValue(value: unknown): number {
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

/** A value that would change stays a text: leading zeros, too many digits, invalid dates. */
function typeOfText(text: string): number {
  if (text.length > LONGEST_TYPED) return TYPE.text;
  const first = text.charCodeAt(0);
  if (first > 0x39) return BOOLEAN.test(text) ? TYPE.boolean : TYPE.text;
  if (INTEGER.test(text)) return text.length <= SAFE_DIGITS ? TYPE.integer : typeOfValue(BigInt(text));
  if (DECIMAL.test(text)) return holds(text) ? TYPE.double : TYPE.text;
  if (DATE.test(text)) return isDay(text) ? TYPE.date : TYPE.text;
  return TIME.test(text) && isDay(text.slice(0, 10)) ? TYPE.time : TYPE.text;
}

/** Whether a double keeps a number. */
function holds(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const digits = text
    .replace(/[eE].*/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
  return digits === 0 || (value !== 0 && (digits <= SAFE_DIGITS || String(value) === text));
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && !text.startsWith('0000');
}

/** A value as a cell of a column, which is JSON where values are nested or mixed. */
export function cellOf(value: unknown, type?: CellType): Cell {
  if (value === null || value === undefined) return null;
  if (type === 'JSON') return writeJson(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : String(value);
}
