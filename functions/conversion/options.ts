import { Check } from 'typebox/schema';
import { ConversionError } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { Quality } from './quality.ts';
import { quote } from './quote.ts';

/** What can be the value of an option. */
export type OptionValue = string | number | boolean;

/** What a client asks of a result beyond its format and quality: values by the names of options. */
export type Options = Readonly<Record<string, OptionValue>>;

/**
 * One option, as JSON Schema (2020-12) with annotations of our own in `x-` keywords. All of it is published by the
 * formats endpoint.
 */
export interface OptionSchema {
  /** A few words for a label. */
  readonly title: string;
  /** What it does, in a sentence. */
  readonly description: string;
  readonly type: 'integer' | 'number' | 'string' | 'boolean';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly (string | number)[];
  /** For texts that are more than a word: anchored, linear, and explained by the first of `examples`. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Of a text that may have several lines. @default one line */
  readonly contentMediaType?: 'text/html';
  readonly examples?: readonly OptionValue[];
  /** What holds when nothing is said, at medium quality. Left out where it depends on the file. */
  readonly default?: OptionValue;
  /** What holds at each quality, where that differs. */
  readonly 'x-defaults'?: Readonly<Record<Quality, OptionValue>>;
  /** What the number counts: px, s, kbit/s ... */
  readonly 'x-unit'?: string;
  /** The sources that have it. @default all that can become the target */
  readonly 'x-sources'?: readonly FormatName[];
  /** It means something only beside one of these. */
  readonly 'x-needs'?: readonly string[];
  /** It contradicts these. */
  readonly 'x-excludes'?: readonly string[];
  /** A secret: no answer tells it, and it is forgotten with the end of the job. */
  readonly writeOnly?: true;
}

/** The options that something has, by their names. */
export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

/** Options as they came: typed values of a JSON object, and texts of form fields by the same names. */
export interface GivenOptions {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly texts?: Readonly<Record<string, string>>;
}

/** Whether no option was given. */
export function isEmpty({ values = {}, texts = {} }: GivenOptions): boolean {
  return Object.keys(values).length + Object.keys(texts).length === 0;
}

/**
 * Understands the options of a request by what there is for its target.
 * @throws ConversionError INVALID_OPTION, naming the option and what is accepted
 */
export function readOptions(
  { values = {}, texts = {} }: GivenOptions,
  target: FormatName,
  known: OptionSchemas,
): Options {
  refuseTwice(values, texts);
  const typed = Object.entries(texts).map(
    ([name, text]) => [name, valueIn(text, schemaOf(name, target, known))] as const,
  );
  const options = [...Object.entries(values), ...typed];
  for (const [name, value] of options) checkValue(name, value, schemaOf(name, target, known));
  return Object.fromEntries(options) as Options;
}

/** @throws ConversionError INVALID_OPTION when an option is among those in `options`, and came by itself as well */
export function refuseTwice(
  options: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): void {
  const twice = Object.keys(others).find((name) => Object.hasOwn(options, name));
  if (twice) throw invalidOption(`The option ${quote(twice)} was given twice, in "options" and by itself.`);
}

/**
 * Checks that a pair of formats has all the options, and that they go together.
 * @param pair the two formats, as messages to the client name them
 * @param known the options of the pair
 * @throws ConversionError INVALID_OPTION
 */
export function checkOptions(options: Options, pair: string, known: OptionSchemas): void {
  for (const name of Object.keys(options)) {
    const { 'x-needs': needs = [], 'x-excludes': excludes = [] } = schemaOf(name, pair, known);
    const other = excludes.find((excluded) => Object.hasOwn(options, excluded));
    if (other) throw invalidOption(`The options "${name}" and "${other}" contradict each other: give one of them.`);
    if (needs.length > 0 && !needs.some((needed) => Object.hasOwn(options, needed)))
      throw invalidOption(
        `The option "${name}" means nothing without ${needs.map((needed) => `"${needed}"`).join(' or ')}.`,
      );
  }
}

/** Separates secrets, which are kept no longer than they are needed, from what answers may show. */
export function partSecrets(options: Options, known: OptionSchemas): { options: Options; secrets: Options } {
  const entries = Object.entries(options);
  const isSecret = ([name]: (typeof entries)[number]) => known[name]?.writeOnly === true;
  return {
    options: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)),
  };
}

/** The error of an option that cannot be used as it was given. */
export function invalidOption(message: string): ConversionError {
  return new ConversionError('INVALID_OPTION', message);
}

function schemaOf(name: string, where: string, known: OptionSchemas): OptionSchema {
  const schema = Object.hasOwn(known, name) ? known[name] : undefined;
  if (schema) return schema;
  const names = Object.keys(known);
  const accepted = names.length > 0 ? `The options are: ${names.join(', ')}.` : 'There are no options.';
  throw invalidOption(`${quote(name)} is no option of ${where}. ${accepted}`);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The value that a form field means: fields are texts, whatever they hold. */
function valueIn(text: string, { type }: OptionSchema): OptionValue {
  const trimmed = text.trim();
  if (type === 'string') return text;
  if (type === 'boolean') return BOOLEANS.get(trimmed.toLowerCase()) ?? text;
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : text;
}

/** What no text has: control characters, and halves of a character. Others that are not seen join letters and emoji. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** Whether there is in a value what its option does not take, though its schema does not say so. */
export function hasControl(text: string, { contentMediaType }: Pick<OptionSchema, 'contentMediaType'>): boolean {
  return CONTROL.test(contentMediaType ? text.replace(/[\t\n\r]/g, '') : text);
}

function checkValue(name: string, value: unknown, schema: OptionSchema): void {
  if (Check(schema, value) && !(typeof value === 'string' && hasControl(value, schema))) return;
  const given =
    typeof value === 'object' && value !== null ? 'that' : schema.writeOnly ? 'what was given' : quote(`${value}`);
  throw invalidOption(`The option "${name}" must be ${acceptedBy(schema)}, not ${given}.`);
}

/** What an option accepts, in words. */
export function acceptedBy(schema: OptionSchema): string {
  const { type, examples: [example] = [], minLength, maxLength } = schema;
  if (schema.enum) return `one of: ${schema.enum.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type !== 'string') return `${type === 'integer' ? 'a whole number' : 'a number'}${rangeOf(schema)}`;
  if (example !== undefined) return `a text like "${example}"`;
  if (maxLength === undefined) return 'a text';
  return `a text of ${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`;
}

function rangeOf({ minimum, exclusiveMinimum, maximum, 'x-unit': unit }: OptionSchema): string {
  const bounds = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ];
  return `${bounds.length > 0 ? ` ${bounds.join(' ')}` : ''}${unit ? ` (${unit})` : ''}`;
}
