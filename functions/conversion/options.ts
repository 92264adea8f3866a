import { Check } from 'typebox/schema';
import { ConversionError } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { Quality } from './quality.ts';
import { quote } from './quote.ts';

/** The value of an option. */
export type OptionValue = string | number | boolean;

/** The values of options, by their names. */
export type Options = Readonly<Record<string, OptionValue>>;

/**
 * One option, as JSON Schema (2020-12) with annotations of our own in `x-` keywords. All of it is published by the
 * formats endpoint.
 */
export interface OptionSchema {
  /** A few words for a label. */
  readonly title: string;
  /** Its effect, in a sentence. */
  readonly description: string;
  readonly type: 'integer' | 'number' | 'string' | 'boolean';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly (string | number)[];
  /** An anchored, linear pattern; the first of `examples` shows in messages what it accepts. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Set for a text of several lines. @default one line */
  readonly contentMediaType?: 'text/html';
  readonly examples?: readonly OptionValue[];
  /** The default at medium quality. Left out where it depends on the file. */
  readonly default?: OptionValue;
  /** The default at each quality, where they differ. */
  readonly 'x-defaults'?: Readonly<Record<Quality, OptionValue>>;
  /** The unit of the number: px, s, kbit/s ... */
  readonly 'x-unit'?: string;
  /** The sources that have it. @default all that can become the target */
  readonly 'x-sources'?: readonly FormatName[];
  /** One of these options has to be given too. */
  readonly 'x-needs'?: readonly string[];
  /** None of these options may be given too. */
  readonly 'x-excludes'?: readonly string[];
  /** A secret: no response shows it, and it is deleted when the job ends. */
  readonly writeOnly?: true;
}

/** The options of a target, a pair or an engine, by their names. */
export type OptionSchemas = Readonly<Record<string, OptionSchema>>;

/** Options as the client sent them: typed values of a JSON object, and texts of form fields. */
export interface GivenOptions {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly texts?: Readonly<Record<string, string>>;
}

/** Whether no option was given. */
export function isEmpty({ values = {}, texts = {} }: GivenOptions): boolean {
  return Object.keys(values).length + Object.keys(texts).length === 0;
}

/**
 * Parses and checks the options of a request against those of its target.
 * @throws ConversionError INVALID_OPTION, naming the option and what is accepted
 */
export function readOptions(
  { values = {}, texts = {} }: GivenOptions,
  target: FormatName,
  known: OptionSchemas,
): Options {
  refuseTwice(values, texts);
  const typed = Object.entries(texts).map(
    ([name, text]) => [name, parseValue(text, schemaOf(name, target, known))] as const,
  );
  const options = [...Object.entries(values), ...typed].map(
    ([name, value]) => [name, checkedValue(name, value, schemaOf(name, target, known))] as const,
  );
  return Object.fromEntries(options);
}

/** @throws ConversionError INVALID_OPTION when an option is in the field `options` and in a field of its own */
export function refuseTwice(
  options: Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>>,
): void {
  const twice = Object.keys(others).find((name) => Object.hasOwn(options, name));
  if (twice) throw invalidOption(`The option ${quote(twice)} was given twice, in "options" and by itself.`);
}

/**
 * Checks that a pair of formats has all the options, and that they do not contradict each other.
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

/** Separates secrets, which are deleted when the job ends, from options that responses show. */
export function separateSecrets(options: Options, known: OptionSchemas): { options: Options; secrets: Options } {
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

/** Parses the text of a form field as the type of its option; one that is no such value is refused by `checkValue`. */
function parseValue(text: string, { type }: OptionSchema): OptionValue {
  const trimmed = text.trim();
  if (type === 'string') return text;
  if (type === 'boolean') return BOOLEANS.get(trimmed.toLowerCase()) ?? text;
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(trimmed) ? Number(trimmed) : text;
}

/** Control characters and lone surrogates. Other invisible characters are allowed, since they join letters and emoji. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** Whether a text has control characters other than those that its option allows. JSON Schema has no keyword for that. */
export function hasControl(text: string, { contentMediaType }: Pick<OptionSchema, 'contentMediaType'>): boolean {
  return CONTROL.test(contentMediaType ? text.replace(/[\t\n\r]/g, '') : text);
}

function checkedValue(name: string, given: unknown, schema: OptionSchema): OptionValue {
  const value = typeof given === 'string' ? spelledAsIn(schema, given) : given;
  if (isValue(value, schema)) return value;
  const shown =
    typeof given === 'object' && given !== null ? 'that' : schema.writeOnly ? 'what was given' : quote(`${given}`);
  throw invalidOption(`The option "${name}" must be ${acceptedBy(schema)}, not ${shown}.`);
}

/** The word of an enum that is meant, whatever its case: "a4" is A4. */
function spelledAsIn({ enum: words = [] }: OptionSchema, given: string): string | number {
  return words.find((word) => typeof word === 'string' && word.toLowerCase() === given.toLowerCase()) ?? given;
}

function isValue(value: unknown, schema: OptionSchema): value is OptionValue {
  return Check(schema, value) && !(typeof value === 'string' && hasControl(value, schema));
}

/** The accepted values of an option, for a message. */
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
