/** What is found in one field of a delimited text: where it stands, and how it is written. */
export interface Field {
  /** Its column, from 0. */
  readonly column: number;
  /** Of what is within quotes, where it stands in quotes. */
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Whether there are doubled quotes in it. */
  readonly doubled: boolean;
  /** Whether its row ends with it. */
  readonly last: boolean;
}

/** How lines end, as DuckDB is told it. */
export type LineEnd = '\\n' | '\\r\\n';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Goes through a delimited text in UTF-8 once (RFC 4180), and tells each of its fields. Lines of nothing are left out.
 * What no rule provides for is taken as it stands: a quote within a field, a text behind the closing quote.
 * @param from where it begins: behind a byte order mark
 * @param tell called with the same object for each field
 * @returns how its lines end, where it is written so regularly that every reader takes it for the same
 */
export function scanDelimited(
  bytes: Buffer,
  from: number,
  separator: number,
  tell: (field: Field) => void,
): LineEnd | undefined {
  const field = { column: 0, start: from, end: from, quoted: false, doubled: false, last: false };
  const { length } = bytes;
  let regular = true;
  let crlf: boolean | undefined;
  let at = from;
  while (at < length) {
    field.quoted = false;
    field.doubled = false;
    field.start = at;
    if (bytes[at] === QUOTE) {
      const closing = closingQuote(bytes, at + 1, field);
      const behind = closing + 1;
      if (isEnd(bytes, behind, separator)) {
        field.quoted = true;
        field.start = at + 1;
        field.end = Math.min(closing, length);
        if (closing >= length) regular = false;
        at = behind;
      } else {
        regular = false;
        at = endOfField(bytes, Math.min(behind, length), separator, field);
        field.doubled = false;
        field.end = at;
      }
    } else {
      at = endOfField(bytes, at, separator, field);
      if (field.doubled) regular = false;
      field.doubled = false;
      field.end = at;
    }
    const mark = bytes[at];
    field.last = mark !== separator || separator === LINE_FEED;
    if (field.last && at < length) {
      const returned = mark === RETURN;
      const both = returned && bytes[at + 1] === LINE_FEED;
      if (crlf !== undefined && crlf !== returned) regular = false;
      if (returned && !both) regular = false;
      crlf = returned;
      at += both ? 2 : 1;
    } else if (!field.last) {
      at += 1;
      // A separator that ends the text has an empty field behind it.
      if (at >= length) {
        tell(field);
        field.column += 1;
        Object.assign(field, { start: length, end: length, quoted: false, doubled: false, last: true });
      }
    } else at = length;
    if (field.last && field.column === 0 && !field.quoted && field.start === field.end) {
      regular = false;
      continue;
    }
    tell(field);
    field.column = field.last ? 0 : field.column + 1;
  }
  if (!regular) return undefined;
  return crlf ? '\\r\\n' : '\\n';
}

/** Where the quote is that closes a field; behind the end where there is none. */
function closingQuote(bytes: Buffer, from: number, field: { doubled: boolean }): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 2)) {
    if (bytes[at + 1] !== QUOTE) return at;
    field.doubled = true;
  }
  return bytes.length;
}

function isEnd(bytes: Buffer, at: number, separator: number): boolean {
  const byte = bytes[at];
  return at >= bytes.length || byte === separator || byte === LINE_FEED || byte === RETURN;
}

/** Notes whether a quote is in it. */
function endOfField(bytes: Buffer, from: number, separator: number, field: { doubled: boolean }): number {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === separator || byte === LINE_FEED || byte === RETURN) return at;
    if (byte === QUOTE) field.doubled = true;
    at += 1;
  }
  return at;
}
