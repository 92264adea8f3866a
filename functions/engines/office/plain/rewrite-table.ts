import type { Options } from '../../../conversion/options.ts';
import { readFields, unquote } from '../delimited-text.ts';

/** The words for separators. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** How many characters are written at a time. */
const PIECE = 64 * 1024;

/** How a table is written. */
export interface TableStyle {
  readonly separator: string;
  /** Whether all fields stand in quotes, or only those that need it. */
  readonly quoted: boolean;
}

/** How a table is to be written, by the options. */
export function tableStyle({ separator, quoting }: Options, usual: string): TableStyle {
  const chosen = SEPARATORS[separator as keyof typeof SEPARATORS] ?? usual;
  return { separator: chosen, quoted: quoting === 'all' };
}

/** A table (RFC 4180) with another separator or other quotes, piece by piece; its values stay as they are. */
export function* rewriteTable(text: string, from: string, { separator, quoted }: TableStyle): Generator<string> {
  const marks = [separator, '"', '\n', '\r'];
  const needsQuotes = (value: string) => marks.some((mark) => value.includes(mark));
  let piece = '';
  for (const { start, end, last, column } of readFields(text.endsWith('\n') ? text : `${text}\n`, from)) {
    const value = unquote(text.slice(start, end));
    if (column > 0) piece += separator;
    piece += quoted || needsQuotes(value) ? `"${value.replaceAll('"', '""')}"` : value;
    if (last) piece += '\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
