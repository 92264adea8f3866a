import type { CellType } from './column.ts';

/** Types of delimited text as bits: a column has the type that fits all of its cells. */
const TYPE = { integer: 1, large: 2, decimal: 4, boolean: 8, date: 16, time: 32, text: 64 } as const;

const INTEGER = /^(?:0|-?[1-9]\d{0,37})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;
const BOOLEAN = /^(?:true|false|True|False|TRUE|FALSE)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

/** No number, date or boolean is longer. */
export const LONGEST_TYPED = 90;

/** A double keeps every number of so many digits. */
const SAFE_DIGITS = 15;
const LARGEST = 2n ** 63n - 1n;

/** Infers the type of a column from its texts. */
export class TextColumnType {
  #seen = 0;

  /** Whether it is a text, whatever follows. */
  get isText(): boolean {
    return (this.#seen & TYPE.text) !== 0;
  }

  /** @param text of at most `LONGEST_TYPED` characters; `addText` is for longer ones */
  add(text: string): void {
    this.#seen |= typeOf(text);
  }

  addText(): void {
    this.#seen |= TYPE.text;
  }

  /** @param dates whether the target has dates; else they are texts */
  type(dates: boolean): CellType {
    const seen = this.#seen;
    const only = (types: number) => seen !== 0 && (seen & ~types) === 0;
    if (only(TYPE.integer)) return 'BIGINT';
    if (only(TYPE.integer | TYPE.large)) return 'DECIMAL(38,0)';
    if (only(TYPE.integer | TYPE.decimal)) return 'DOUBLE';
    if (only(TYPE.boolean)) return 'BOOLEAN';
    if (dates && only(TYPE.date)) return 'DATE';
    if (dates && only(TYPE.time)) return 'TIMESTAMP';
    return 'VARCHAR';
  }
}

/** A value that would change stays a text: leading zeros, too many digits, invalid dates. */
function typeOf(text: string): number {
  const first = text.charCodeAt(0);
  if (first > 0x39) return BOOLEAN.test(text) ? TYPE.boolean : TYPE.text;
  if (INTEGER.test(text)) return integerType(text);
  if (DECIMAL.test(text)) return holds(text) ? TYPE.decimal : TYPE.text;
  if (DATE.test(text)) return isDay(text) ? TYPE.date : TYPE.text;
  return TIME.test(text) && isDay(text.slice(0, 10)) ? TYPE.time : TYPE.text;
}

function integerType(text: string): number {
  if (text.length <= 18) return TYPE.integer;
  const value = BigInt(text);
  return value <= LARGEST && value >= -LARGEST ? TYPE.integer : TYPE.large;
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
