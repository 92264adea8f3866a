/** A field of a delimited text, with its offsets. */
export interface Field {
  /** Its column, from 0. */
  readonly column: number;
  /** After the opening quote, where it is quoted. */
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** Whether it has doubled quotes. */
  readonly doubled: boolean;
  /** Whether it ends its row. */
  readonly last: boolean;
}

/** The line end in DuckDB's notation. */
export type LineEnd = '\\n' | '\\r\\n';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Scans a delimited text in UTF-8 (RFC 4180) in one pass. Empty lines are skipped. What violates the rules is taken
 * literally: a quote within a field, a text after the closing quote.
 * @param from where it begins, after a byte order mark
 * @param onField called with the same object for each field
 * @returns the line end, where the text is so regular that every reader interprets it alike
 */
export function scanDelimited(
  bytes: Buffer,
  from: number,
  separator: number,
  onField: (field: Field) => void,
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
      const after = closing + 1;
      if (isEnd(bytes, after, separator)) {
        field.quoted = true;
        field.start = at + 1;
        field.end = Math.min(closing, length);
        if (closing >= length) regular = false;
        at = after;
      } else {
        regular = false;
        at = endOfField(bytes, Math.min(after, length), separator, field);
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
      // An empty field follows a separator at the end of the text.
      if (at >= length) {
        onField(field);
        field.column += 1;
        Object.assign(field, { start: length, end: length, quoted: false, doubled: false, last: true });
      }
    } else at = length;
    if (field.last && field.column === 0 && !field.quoted && field.start === field.end) {
      regular = false;
      continue;
    }
    onField(field);
    field.column = field.last ? 0 : field.column + 1;
  }
  if (!regular) return undefined;
  return crlf ? '\\r\\n' : '\\n';
}

/** The offset of the closing quote of a field, or the end of the text where it is missing. */
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

/** The end of an unquoted field; `doubled` becomes true where it has a quote. */
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
