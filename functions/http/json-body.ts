import type { ConversionFields } from '../conversion/command.ts';
import { ConversionError } from '../conversion/errors.ts';
import { invalidOption, refuseTwice } from '../conversion/options.ts';
import { bodyOf, type EventBody } from './request.ts';

/** The fields of a request for a conversion, and the name of its file. */
export interface JsonFields extends ConversionFields {
  readonly filename?: string | undefined;
}

/**
 * The fields in a JSON object that came as a request's body. Whatever else is in it are options, as in a form.
 * @throws ConversionError INVALID_REQUEST when it is no object, or a field is no text; INVALID_OPTION
 */
export function readJsonFields(event: EventBody): JsonFields {
  const body = readJsonObject(event, '{"filename": "a.mov"}');
  const { filename, target_format, quality, options, webhook_url, ...values } = body;
  return {
    filename: textOf('filename', filename),
    target_format: textOf('target_format', target_format),
    quality: textOf('quality', quality),
    webhook_url: textOf('webhook_url', webhook_url),
    options: { values: joinOptions(objectOf(options), values) },
  };
}

/**
 * The JSON object that came as a request's body.
 * @param example of one
 * @throws ConversionError INVALID_REQUEST when it is none
 */
export function readJsonObject(event: EventBody, example: string): Record<string, unknown> {
  const body = parseObject(bodyOf(event).toString());
  if (body) return body;
  throw new ConversionError('INVALID_REQUEST', `Send the request as a JSON object, for example ${example}.`);
}

/**
 * The options in the field `options` of a form.
 * @throws ConversionError INVALID_OPTION when it is no JSON object
 */
export function parseOptions(text = ''): Record<string, unknown> {
  return text.trim() === '' ? {} : objectOf(parseObject(text) ?? text);
}

function objectOf(options: unknown): Record<string, unknown> {
  if (isObject(options ?? {})) return (options ?? {}) as Record<string, unknown>;
  throw invalidOption('"options" must be a JSON object of options and their values, for example {"width": 640}.');
}

function joinOptions(options: Record<string, unknown>, others: Record<string, unknown>): Record<string, unknown> {
  refuseTwice(options, others);
  return { ...options, ...others };
}

/** A text that is absent, or null, is none. */
function textOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new ConversionError('INVALID_REQUEST', `The field "${name}" must be a text.`);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
