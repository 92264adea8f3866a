import type { Options } from '../../../conversion/options.ts';
import { readFields, unquote } from '../delimited-text.ts';

/** The separators, by their values of the option. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** Characters that are written at a time. */
const CHUNK = 64 * 1024;

/** How a table is written. */
export interface TableStyle {
  readonly separator: string;
  /** Whether all fields are quoted, or only those that need it. */
  readonly quoted: boolean;
}

/** The style of a table, by the options. */
export function tableStyle({ separator, quoting }: Options, usual: string): TableStyle {
  const chosen = SEPARATORS[separator as keyof typeof SEPARATORS] ?? usual;
  return { separator: chosen, quoted: quoting === 'all' };
}

/** Yields chunks of a table (RFC 4180) with another separator or other quotes, and the same values. */
export function* rewriteTable(text: string, from: string, { separator, quoted }: TableStyle): Generator<string> {
  const marks = [separator, '"', '\n', '\r'];
  const needsQuotes = (value: string) => marks.some((mark) => value.includes(mark));
  let chunk = '';
  for (const { start, end, last, column } of readFields(text.endsWith('\n') ? text : `${text}\n`, from)) {
    const value = unquote(text.slice(start, end));
    if (column > 0) chunk += separator;
    chunk += quoted || needsQuotes(value) ? `"${value.replaceAll('"', '""')}"` : value;
    if (last) chunk += '\n';
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
