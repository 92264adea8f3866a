/** A field of a delimited text, with its offsets. */
export interface Field {
  /** Its column, from 0. */
  readonly column: number;
  /** After the opening quote, where it is quoted. */
  readonly start: number;
  readonly end: number;
  /** Whether it is quoted, with quotes in it doubled. */
  readonly quoted: boolean;
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
  const { length } = bytes;
  const isEnd = (at: number) =>
    at >= length || bytes[at] === separator || bytes[at] === LINE_FEED || bytes[at] === RETURN;
  const field = { column: 0, start: from, end: from, quoted: false, last: true };
  let regular = true;
  let lineEnd: LineEnd | undefined;
  for (let at = from; at < length; ) {
    const closing = bytes[at] === QUOTE ? closingQuote(bytes, at + 1) : undefined;
    let end = closing === undefined ? at : Math.min(closing + 1, length);
    field.quoted = closing !== undefined && isEnd(end);
    if (closing === length || (closing !== undefined && !field.quoted)) regular = false;
    for (; !isEnd(end); end++) if (bytes[end] === QUOTE) regular = false;
    field.start = field.quoted ? at + 1 : at;
    field.end = field.quoted && closing !== undefined ? closing : end;
    field.last = bytes[end] !== separator;
    if (field.last && field.column === 0 && !field.quoted && end === at) regular = false;
    else onField(field);
    at = end + 1;
    field.column = field.last ? 0 : field.column + 1;
    if (!field.last || end >= length) continue;
    const isPair = bytes[end] === RETURN && bytes[at] === LINE_FEED;
    const found = isPair ? '\\r\\n' : '\\n';
    if ((bytes[end] === RETURN && !isPair) || (lineEnd ?? found) !== found) regular = false;
    lineEnd = found;
    if (isPair) at++;
  }
  // An empty field follows a separator at the end of the text.
  if (!field.last) onField({ column: field.column, start: length, end: length, quoted: false, last: true });
  return regular ? (lineEnd ?? '\\n') : undefined;
}

/** The offset of the closing quote of a field, or the end of the text where it is missing. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 2))
    if (bytes[at + 1] !== QUOTE) return at;
  return bytes.length;
}
