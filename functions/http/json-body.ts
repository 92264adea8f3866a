import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ConversionError } from '../conversion/errors.ts';
import { bodyOf } from './request.ts';

/**
 * The texts in a JSON object that came as a request's body; fields that are absent, or null, are left out.
 * @throws ConversionError INVALID_REQUEST when it is no object, or a field is no text
 */
export function readFieldsOfJson<Name extends string>(
  event: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const body = parse(bodyOf(event).toString());
  const fields = names
    .map((name) => [name, body[name] ?? undefined] as const)
    .filter(([, value]) => value !== undefined);
  for (const [name, value] of fields) {
    if (typeof value !== 'string') throw new ConversionError('INVALID_REQUEST', `The field "${name}" must be a text.`);
  }
  return Object.fromEntries(fields) as Partial<Record<Name, string>>;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below, in the same words.
  }
  throw new ConversionError('INVALID_REQUEST', 'Send the request as a JSON object, for example {"filename": "a.mov"}.');
}
