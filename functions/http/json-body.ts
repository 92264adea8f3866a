import type { ConversionFields } from '../conversion/command.ts';
import { ConversionError } from '../conversion/errors.ts';
import { invalidOption, refuseTwice } from '../conversion/options.ts';
import { bodyOf, type EventBody } from './request.ts';

/** The fields of a JSON request for a conversion. */
export interface JsonFields extends ConversionFields {
  readonly filename?: string | undefined;
}

/**
 * Parses the fields in the JSON object of a request. All other fields are options, as in a form.
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
 * Parses the JSON object in the body of a request.
 * @param example an object for the message
 * @throws ConversionError INVALID_REQUEST when the body is no object
 */
export function readJsonObject(event: EventBody, example: string): Record<string, unknown> {
  const body = parseObject(bodyOf(event).toString());
  if (body) return body;
  throw new ConversionError('INVALID_REQUEST', `Send the request as a JSON object, for example ${example}.`);
}

/**
 * Parses the options in the field `options` of a form.
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

/** A field that is a text, absent or null. */
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
