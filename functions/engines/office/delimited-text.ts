/** What separates fields, the likeliest first. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** How much of a text is looked at to find the separator, in characters. */
const LOOKED_AT = 64 * 1024;

/** The separator that gives the most lines the same number of fields, more than one. */
export function findSeparator(text: string): string {
  // Excel writes it in the first line for who asks.
  const said = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (said) return said;
  const beginning = text.slice(0, LOOKED_AT);
  const whole = text.length > LOOKED_AT ? beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning : beginning;
  let [best, most] = [',', 0];
  for (const separator of SEPARATORS) {
    const score = regularity(countFields(whole, separator));
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}

/** The share of lines with the commonest number of fields; a little more for more fields, none for a single one. */
function regularity(lines: Iterable<number>): number {
  const counts = new Map<number, number>();
  let total = 0;
  for (const fields of lines) {
    total++;
    counts.set(fields, (counts.get(fields) ?? 0) + 1);
  }
  const scores = [...counts].map(([fields, lines]) => (fields > 1 ? lines / total + Math.min(fields, 100) / 1000 : 0));
  return Math.max(0, ...scores);
}

/** How many fields each line has that is not empty. */
function* countFields(text: string, separator: string): Generator<number> {
  let count = 0;
  for (const { column, last, start, end } of readFields(text, separator)) {
    count = column + 1;
    if (!last) continue;
    if (count > 1 || end > start) yield count;
    count = 0;
  }
  if (count > 0) yield count;
}

/** How large a table is, and what must not become a number in it. */
export interface TableShape {
  readonly rows: number;
  readonly columns: number;
  /** The columns in which a value would lose digits as a number: leading zeros, or more than a number holds. */
  readonly kept: readonly number[];
}

/** Goes through a table once. */
export function shapeOfTable(text: string, separator: string): TableShape {
  const kept = new Set<number>();
  let [rows, columns] = [0, 0];
  for (const { column, start, end } of readFields(text, separator)) {
    if (column === 0) rows++;
    columns = Math.max(columns, column + 1);
    if (!kept.has(column) && losesDigits(text, start, end)) kept.add(column);
  }
  return { rows, columns, kept: [...kept].sort((a, b) => a - b) };
}

/** Blanks, quotes, signs and digits come before it; letters behind. */
const DIGIT_NINE = 0x39;

/** Of a field in quotes, what is within counts; most fields are told by their first character. */
function losesDigits(text: string, start: number, end: number): boolean {
  if (end - start < 2 || text.charCodeAt(start) > DIGIT_NINE) return false;
  return /^[+-]?(?:0\d+|\d{16,})$/.test(unquote(text.slice(start, end)).trim());
}

/** A field of a table: where it stands in its line, and in the text. */
interface Field {
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** Whether a line ends with it. */
  readonly last: boolean;
}

/** The fields of all lines (RFC 4180), one after the other: in quotes they hold separators, line ends and doubled quotes. */
export function* readFields(text: string, separator: string): Generator<Field> {
  const [quote, end, between] = ['"', '\n', separator].map((mark) => mark.charCodeAt(0));
  let [column, start, quoted] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) quoted = quoted ? false : at === start || text[at - 1] === '"';
    else if (!quoted && (code === between || code === end)) {
      const last = code === end;
      yield { column, start, end: last && at > start && text[at - 1] === '\r' ? at - 1 : at, last };
      start = at + 1;
      column = last ? 0 : column + 1;
    }
  }
  if (start < text.length) yield { column, start, end: text.length, last: false };
}

/** What a field holds, in quotes or not. */
export function unquote(field: string): string {
  const inQuotes = field.length > 1 && field.startsWith('"') && field.endsWith('"');
  return inQuotes ? field.slice(1, -1).replaceAll('""', '"') : field;
}
