/** The separators of fields, the likeliest first. */
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Characters that are searched for the separator. */
const SAMPLE = 64 * 1024;

/** The separator that gives the most lines the same number of fields, more than one. */
export function findSeparator(text: string): string {
  // Excel takes the separator from such a first line.
  const declared = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (declared) return declared;
  const beginning = text.slice(0, SAMPLE);
  const lines = text.length > SAMPLE ? beginning.slice(0, beginning.lastIndexOf('\n') + 1) || beginning : beginning;
  let [best, most] = [',', 0];
  for (const separator of SEPARATORS) {
    const score = regularity(countFields(lines, separator));
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

/** The size of a table, and the columns that must not become numbers. */
export interface TableShape {
  readonly rows: number;
  readonly columns: number;
  /** The columns in which a value would lose digits as a number: leading zeros, or more than a number holds. */
  readonly kept: readonly number[];
}

/** Measures a table in one pass. */
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

/** Spaces, quotes, signs and digits have codes up to this; letters have larger ones. */
const DIGIT_NINE = 0x39;

/** Reads a field without its quotes. The first character rules most fields out. */
function losesDigits(text: string, start: number, end: number): boolean {
  if (end - start < 2 || text.charCodeAt(start) > DIGIT_NINE) return false;
  return /^[+-]?(?:0\d+|\d{16,})$/.test(unquote(text.slice(start, end)).trim());
}

/** A field of a table: its column, and its offsets in the text. */
interface Field {
  readonly column: number;
  readonly start: number;
  readonly end: number;
  /** Whether a line ends with it. */
  readonly last: boolean;
}

/** Yields the fields of all lines (RFC 4180): in quotes they hold separators, line ends and doubled quotes. */
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

/** The value of a field, quoted or not. */
export function unquote(field: string): string {
  const inQuotes = field.length > 1 && field.startsWith('"') && field.endsWith('"');
  return inQuotes ? field.slice(1, -1).replaceAll('""', '"') : field;
}
