import type { FormatEntry, OptionSchema } from '../client/index.ts';
import { findFormat } from './options.ts';

/** All formats by category, as text. */
export function listFormats(formats: readonly FormatEntry[]): string {
  const groups = Object.entries(Object.groupBy(formats, ({ category }) => category));
  return groups.map(([category, entries = []]) => `${category}\n${rowsOf(entries)}`).join('\n');
}

/** The conversions and options of a format, as text. @throws UsageError */
export function describeFormat(word: string, formats: readonly FormatEntry[]): string {
  const entry = findFormat(word, formats);
  const { format, description, extensions, can_convert_to: to, can_convert_from: from } = entry;
  const aliases = extensions.filter((name) => name !== format);
  const options = Object.entries(entry.options);
  return [
    `${format}: ${description}${aliases.length > 0 ? ` (also ${aliases.join(', ')})` : ''}\n`,
    ...(to.length > 0 ? [`becomes\n${wrap(to)}\n`] : []),
    ...(from.length > 0 ? [`is made of\n${wrap(from)}\n`] : []),
    ...(options.length > 0 ? [`options (--set key=value)\n${options.map(describeOption).join('\n')}\n`] : []),
  ].join('\n');
}

function rowsOf(entries: readonly FormatEntry[]): string {
  const width = Math.max(...entries.map(({ format }) => format.length));
  return entries.map(({ format, description }) => `  ${format.padEnd(width)}  ${description}\n`).join('');
}

function describeOption([name, schema]: [string, OptionSchema]): string {
  return `  ${name}  ${acceptedBy(schema)}\n      ${schema.description}`;
}

function acceptedBy({ type, enum: values, minimum, maximum, 'x-unit': unit, examples }: OptionSchema): string {
  if (values) return values.join(' | ');
  if (type === 'boolean') return 'true | false';
  if (type === 'string') return examples ? `a text like "${examples[0]}"` : 'a text';
  const range = minimum === undefined && maximum === undefined ? type : `${minimum ?? ''}..${maximum ?? ''}`;
  return unit ? `${range} ${unit}` : range;
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  let line = ' ';
  for (const word of words) {
    if (line.length + word.length > 78) {
      lines.push(line);
      line = ' ';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
