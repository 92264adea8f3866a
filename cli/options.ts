import type { FormatEntry, OptionValue } from '../client/index.ts';
import { UsageError } from './exit-codes.ts';

/**
 * Parses `--set key=value` by the type of the target's option, so that a text may look like a number.
 * @throws UsageError
 */
export function readOptions(
  set: readonly string[],
  to: string,
  formats: readonly FormatEntry[],
): Record<string, OptionValue> {
  const schemas = findFormat(to, formats).options;
  return Object.fromEntries(
    set.map((text) => {
      const [name, value] = splitPair(text);
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      if (!schema)
        throw new UsageError(
          `"${name}" is no option of ${to}; the options are: ${Object.keys(schemas).join(', ') || 'none'}`,
        );
      return [name, typedValue(value, schema.type)];
    }),
  );
}

/** The format with a name or extension. @throws UsageError */
export function findFormat(word: string, formats: readonly FormatEntry[]): FormatEntry {
  const name = word.replace(/^\./, '').toLowerCase();
  const entry = formats.find(({ format, extensions }) => format === name || extensions.includes(name));
  if (entry) return entry;
  throw new UsageError(`"${word}" is no format of this service: fc formats lists them`);
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--set takes key=value, not "${text}"`);
}

/** A value of a wrong type stays a text, and the service refuses it. */
function typedValue(text: string, type: string): OptionValue {
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  const number = Number(text);
  return (type === 'integer' || type === 'number') && text.trim() !== '' && Number.isFinite(number) ? number : text;
}
