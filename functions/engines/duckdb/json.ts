/** The source text of a number. */
type Source = { readonly source?: string };

/** Writes a number of JSON with these digits (ES2025; the compiler does not know it yet). */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON(text: string): object };

/** Matches numbers that may lose digits as doubles. */
const LONG_NUMBER = /\d{16}|[eE][+-]?\d{3}/;

/**
 * Parses JSON without losing digits: integers that no double holds become BigInts, numbers beyond its range strings.
 * @throws SyntaxError, RangeError
 */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_: string, value: unknown, { source }: Source = {}): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  if (!Number.isFinite(value)) return source;
  return !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** Writes JSON with BigInts as numbers, and NaN and infinities as strings. */
export function writeJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, keepNumbers, indent) ?? 'null';
}

function keepNumbers(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return rawJson(String(value));
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
