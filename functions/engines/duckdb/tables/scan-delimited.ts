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

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/**
 * Goes through a delimited text in UTF-8 once (RFC 4180), and tells each of its fields. Lines of nothing are left out.
 * What no rule provides for is taken as it stands: a quote within a field, a text behind the closing quote.
 * @param from where it begins: behind a byte order mark
 * @param tell called with the same object for each field
 */
export function scanDelimited(bytes: Buffer, from: number, separator: number, tell: (field: Field) => void): void {
  const field = { column: 0, start: from, end: from, quoted: false, doubled: false, last: false };
  const { length } = bytes;
  for (let at = from; at < length; ) {
    at = readField(bytes, at, separator, field);
    const mark = bytes[at];
    field.last = mark !== separator || separator === LINE_FEED;
    at += mark === RETURN && bytes[at + 1] === LINE_FEED ? 2 : 1;
    if (field.last && field.column === 0 && !field.quoted && field.start === field.end) continue;
    tell(field);
    field.column = field.last ? 0 : field.column + 1;
    // A separator that ends the text has an empty field behind it.
    if (!field.last && at >= length)
      tell(Object.assign(field, { start: length, end: length, quoted: false, doubled: false, last: true }));
  }
}

/** Reads the field at a place. Returns where it ends. */
function readField(
  bytes: Buffer,
  at: number,
  separator: number,
  field: { -readonly [Key in keyof Field]: Field[Key] },
) {
  Object.assign(field, { start: at, quoted: false, doubled: false });
  let behind = at;
  if (bytes[at] === QUOTE) {
    const closing = closingQuote(bytes, at + 1, field);
    behind = Math.min(closing + 1, bytes.length);
    if (isEnd(bytes, closing + 1, separator)) {
      Object.assign(field, { start: at + 1, end: Math.min(closing, bytes.length), quoted: true });
      return behind;
    }
    field.doubled = false;
  }
  field.end = endOfField(bytes, behind, separator);
  return field.end;
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

function endOfField(bytes: Buffer, from: number, separator: number): number {
  let at = from;
  while (!isEnd(bytes, at, separator)) at += 1;
  return at;
}
