/** The value of a cell. */
export type CellValue = string | CellNumber | CellDate;

/** A number with its format. */
export interface CellNumber {
  readonly value: number;
  readonly decimals: number;
  /** Whether it has thousands separators. */
  readonly grouped: boolean;
  readonly percent: boolean;
  /** The currency before or after it, with the space in between. */
  readonly before: string;
  readonly after: string;
}

/** A date in ISO 8601. */
export interface CellDate {
  readonly iso: string;
}

type Mark = '.' | ',';
type Order = 'day' | 'month';

/** The longest text of a number or date. */
const LONGEST = 40;
/** Plain digits above these are the number of an account or an article, and digits above those no double holds. */
const MOST_PLAIN = 11;
const MOST_DIGITS = 15;
/** The first date whose serial number is the same in all spreadsheet programs. */
const FIRST_DAY = '1900-03-01';

const NUMBER = /^([^\d.,]{0,8})([.,]?\d(?:[\d.,'’ ]*\d)?)([^\d.,]{0,8})$/;
const SIGN = /[-\u2212\u2013]/;
const CURRENCY_SIGN = /^(?:\p{Sc}|kr|zł|Kč|Ft|lei|R\$|(?:US|CA|C|AU|A|NZ|HK|S)\$)$/u;
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'));

/** Whether a text is a sign or code of a currency. */
export const isCurrency = (text: string) => CURRENCY_SIGN.test(text) || CURRENCY_CODES.has(text);

/**
 * Reads the cells of tables: unambiguous numbers and dates, else texts. Whether 1.234 is more than a thousand is decided by
 * the other numbers of its column or the document, and without any by English usage.
 */
export function readCells(
  tables: readonly (readonly (readonly (string | undefined)[])[])[],
): (CellValue | undefined)[][][] {
  const all = new Evidence();
  for (const cell of tables.flat(2)) all.add(cell);
  return tables.map((rows) => {
    const columns = new Map<number, Evidence>();
    for (const row of rows) {
      for (const [at, cell] of row.entries()) {
        const column = columns.get(at) ?? new Evidence();
        columns.set(at, column);
        column.add(cell);
      }
    }
    return rows.map((row) => row.map((cell, at) => cell && read(cell, [columns.get(at) ?? all, all])));
  });
}

/** The decimal mark and date order by unambiguous numbers and dates. */
class Evidence {
  readonly #marks = new Set<Mark>();
  readonly #orders = new Set<Order>();

  add(cell: string | undefined): void {
    const [, , digits = ''] = (cell && cell.length <= LONGEST && NUMBER.exec(blanks(cell))) || [];
    const readings = readingsOf(digits);
    if (readings.length === 1 && readings[0]?.mark) this.#marks.add(readings[0].mark);
    const [, first, second] = (cell && cell.length <= LONGEST && SLASHES.exec(cell)) || [];
    if (Number(first) > 12) this.#orders.add('day');
    if (Number(second) > 12) this.#orders.add('month');
  }

  /** The decimal mark; nothing where both are used. @returns `undefined` where nothing is known */
  get mark(): Mark | null | undefined {
    return this.#marks.size > 1 ? null : [...this.#marks][0];
  }

  get order(): Order | undefined {
    return this.#orders.size === 1 ? [...this.#orders][0] : undefined;
  }
}

function blanks(text: string): string {
  return text.trim().replace(/[\u00a0\u2009\u202f]/g, ' ');
}

function read(cell: string, evidence: readonly Evidence[]): CellValue {
  if (cell.length > LONGEST) return cell;
  return numberOf(blanks(cell), evidence) ?? dateOf(blanks(cell), evidence[0]?.order) ?? cell;
}

function numberOf(text: string, evidence: readonly Evidence[]): CellNumber | undefined {
  const [, before, digits = '', behind] = NUMBER.exec(text) ?? [];
  if (before === undefined || behind === undefined) return undefined;
  const readings = readingsOf(digits);
  const mark = evidence.map((each) => each.mark).find((each) => each !== undefined);
  const reading =
    readings.length > 1 ? readings.find((each) => each.mark === (mark === undefined ? '.' : mark)) : readings[0];
  const plain = /^\d+$/.test(digits) ? { value: digits, decimals: 0, grouped: false } : reading;
  // Telephone numbers begin with a plus and have spaces in them.
  if (!plain || !isQuantity(plain.value, digits) || (before.includes('+') && digits.includes(' '))) return undefined;
  const closed = before.includes('(');
  const [start, end] = [before.replace(/[(+]/, '').replace(SIGN, ''), behind.replace(')', '').replace(SIGN, '')];
  const signed = SIGN.test(before) || SIGN.test(behind);
  const percent = end.trim() === '%';
  const unit = percent ? '' : end;
  const isUnit = (part: string) => part.trim() === '' || isCurrency(part.trim());
  if (closed !== behind.includes(')') || (closed && signed) || !isUnit(start) || !isUnit(unit)) return undefined;
  if (start.trim() !== '' && unit.trim() !== '') return undefined;
  const value = Number(`${closed || signed ? '-' : ''}${plain.value}${percent ? 'e-2' : ''}`);
  const { decimals, grouped } = plain;
  return { value, decimals, grouped, percent, before: start.trim() && start, after: unit.trim() && unit };
}

/** Whether digits are a quantity: those with leading zeros, and long ones, are identifiers. */
function isQuantity(value: string, digits: string): boolean {
  const count = value.replace('.', '').length;
  return !/^0\d/.test(value) && count <= (/^\d+$/.test(digits) ? MOST_PLAIN : MOST_DIGITS);
}

interface Reading {
  /** The decimal mark, unless the value is the same with either. */
  readonly mark: Mark | undefined;
  /** As JavaScript writes it. */
  readonly value: string;
  readonly decimals: number;
  readonly grouped: boolean;
}

/** The possible readings of digits with separators. */
function readingsOf(digits: string): Reading[] {
  if (!/\D/.test(digits)) return [];
  const readings = (['.', ','] as const).flatMap((mark): Reading[] => {
    const at = digits.lastIndexOf(mark);
    const [whole, decimals] = at < 0 ? [digits, ''] : [digits.slice(0, at), digits.slice(at + 1)];
    const group = /\D/.exec(whole)?.[0];
    if (/\D/.test(decimals) || group === mark || !isGrouped(whole, group)) return [];
    const value = `${whole.replace(/\D/g, '') || '0'}${decimals && `.${decimals}`}`;
    return [{ mark, value, decimals: decimals.length, grouped: group !== undefined }];
  });
  const [first, second] = readings;
  return first && first.value === second?.value ? [{ ...first, mark: undefined }] : readings;
}

/** Whether groups are of three digits; in India all but the last are of two. */
function isGrouped(whole: string, group: string | undefined): boolean {
  if (group === undefined) return true;
  const [first = '', ...others] = whole.split(group);
  const last = others.pop() ?? '';
  const western = others.every((part) => /^\d{3}$/.test(part));
  const indian = group === ',' && first.length < 3 && others.every((part) => /^\d\d$/.test(part));
  return /^[1-9]\d{0,2}$/.test(first) && /^\d{3}$/.test(last) && (western || indian);
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const NAMED = /^(?:(\d{1,2})(?:st|nd|rd|th|\.)?[ -])?(\p{L}{3,12})\.?(?: (\d{1,2})(?:st|nd|rd|th)?,)?[ -](\d{4})$/u;

function dateOf(text: string, order: Order | undefined): CellDate | undefined {
  const [, y, m, d] = ISO.exec(text) ?? [];
  if (y) return dayOf(y, m, d);
  const [, day, month, year] = DOTS.exec(text) ?? [];
  if (year) return dayOf(year, month, day);
  const [, first, second, last] = SLASHES.exec(text) ?? [];
  if (last) return order === 'day' ? dayOf(last, second, first) : order && dayOf(last, first, second);
  const [, before, name = '', behind, then] = NAMED.exec(text) ?? [];
  const named = MONTHS.get(name.toLowerCase());
  return named && (before === undefined) !== (behind === undefined)
    ? dayOf(then, String(named), before ?? behind)
    : undefined;
}

/** A valid date. */
function dayOf(year = '', month = '', day = ''): CellDate | undefined {
  const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const time = Date.parse(`${iso}T00:00:00Z`);
  return iso >= FIRST_DAY && !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? { iso } : undefined;
}

/** Names of months in the languages that most documents are written in, long and short. */
const MONTHS = new Map(
  ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv'].flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at): [string, number] => {
        const part = format.formatToParts(Date.UTC(2000, at, 5)).find(({ type }) => type === 'month');
        return [(part?.value ?? '').replace('.', '').toLowerCase(), at + 1];
      });
    }),
  ),
);
