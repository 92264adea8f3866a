import type { Options } from '../../../conversion/options.ts';
import { readFields, unquote } from '../delimited-text.ts';

/** The separators, by their values of the option. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;

/** Characters that are written at a time. */
const CHUNK = 64 * 1024;

/**
 * Yields chunks of a table (RFC 4180) with another separator or other quotes, and the same values.
 * @param from its separator
 */
export function* rewriteTable(text: string, from: string, { separator: to, quoting }: Options): Generator<string> {
  const separator = SEPARATORS[to as keyof typeof SEPARATORS] ?? from;
  const marks = [separator, '"', '\n', '\r'];
  const needsQuotes = (value: string) => marks.some((mark) => value.includes(mark));
  let chunk = '';
  for (const { start, end, last, column } of readFields(text.endsWith('\n') ? text : `${text}\n`, from)) {
    const value = unquote(text.slice(start, end));
    if (column > 0) chunk += separator;
    chunk += quoting === 'all' || needsQuotes(value) ? `"${value.replaceAll('"', '""')}"` : value;
    if (last) chunk += '\n';
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
