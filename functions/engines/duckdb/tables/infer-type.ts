import type { CellType } from './column.ts';

/** The kinds that cells of texts are, as bits: a column is what all of its cells are. */
const KIND = { integer: 1, large: 2, decimal: 4, boolean: 8, date: 16, time: 32, text: 64 } as const;

const INTEGER = /^(?:0|-?[1-9]\d{0,37})$/;
const DECIMAL = /^-?(?:0|[1-9]\d{0,39})(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?$/;
const BOOLEAN = /^(?:true|false|True|False|TRUE|FALSE)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[ T](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/;

/** No number, date or truth is longer. */
export const LONGEST_TYPED = 90;

/** Digits that every number of this many survives in a double. */
const SAFE_DIGITS = 15;
const LARGEST = 2n ** 63n - 1n;

/** What a column of texts is, found out cell by cell. */
export class TypeOfColumn {
  #seen = 0;

  /** Whether nothing more can be learned of it. */
  get isText(): boolean {
    return (this.#seen & KIND.text) !== 0;
  }

  /** @param text of at most as many characters as something typed has; what is longer is `addText` */
  add(text: string): void {
    this.#seen |= kindOf(text);
  }

  addText(): void {
    this.#seen |= KIND.text;
  }

  /** @param dates whether dates are to be dates; else they are texts */
  type(dates: boolean): CellType {
    const seen = this.#seen;
    const only = (kinds: number) => seen !== 0 && (seen & ~kinds) === 0;
    if (only(KIND.integer)) return 'BIGINT';
    if (only(KIND.integer | KIND.large)) return 'DECIMAL(38,0)';
    if (only(KIND.integer | KIND.decimal)) return 'DOUBLE';
    if (only(KIND.boolean)) return 'BOOLEAN';
    if (dates && only(KIND.date)) return 'DATE';
    if (dates && only(KIND.time)) return 'TIMESTAMP';
    return 'VARCHAR';
  }
}

/** What would not be the same afterwards is a text: leading zeros, more digits than a number holds, dates of no calendar. */
function kindOf(text: string): number {
  const first = text.charCodeAt(0);
  if (first > 0x39) return BOOLEAN.test(text) ? KIND.boolean : KIND.text;
  if (INTEGER.test(text)) return integerKind(text);
  if (DECIMAL.test(text)) return holds(text) ? KIND.decimal : KIND.text;
  if (DATE.test(text)) return isDay(text) ? KIND.date : KIND.text;
  return TIME.test(text) && isDay(text.slice(0, 10)) ? KIND.time : KIND.text;
}

function integerKind(text: string): number {
  if (text.length <= 18) return KIND.integer;
  const value = BigInt(text);
  return value <= LARGEST && value >= -LARGEST ? KIND.integer : KIND.large;
}

/** Whether a number is the same when it has been in a double. */
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
