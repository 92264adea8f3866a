import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type MultipartFile, parse } from 'lambda-multipart-parser';
import type { ConversionFields } from '../conversion/command.ts';
import { ConversionError } from '../conversion/errors.ts';
import { checkParts, type Field } from './convert-parts.ts';
import { invalidForm, listParts, type Part, readBoundary } from './multipart.ts';
import { bodyOf, headerOf } from './request.ts';

/** What came with a convert request. */
export interface ConvertForm {
  /** As sent, without any path in front of it. */
  readonly filename: string;
  readonly content: Uint8Array;
  readonly fields: ConversionFields;
}

/**
 * Reads the multipart body of a convert request.
 * @throws ConversionError INVALID_REQUEST, MISSING_FILE, EMPTY_FILE or FILE_TOO_LARGE
 */
export async function readConvertForm(event: APIGatewayProxyEvent): Promise<ConvertForm> {
  const boundary = readBoundary(headerOf(event, 'content-type'));
  const body = bodyOf(event);
  const parts = listParts(body, boundary);
  const filename = checkParts(parts);
  const form = await decode(body, boundary);
  return {
    filename,
    content: contentOf(form.files, parts),
    fields: { target_format: fieldOf(form, 'target_format'), quality: fieldOf(form, 'quality') },
  };
}

/** Decodes a body that `listParts` found whole. */
async function decode(body: Buffer, boundary: string) {
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary.replace(/["\\]/g, '\\$&')}"` };
    // The parser takes the decoded bytes as well as text; with them it makes no second copy.
    return await parse({ headers, body, isBase64Encoded: false } as unknown as APIGatewayProxyEvent);
  } catch (error) {
    throw new ConversionError('INVALID_REQUEST', 'The multipart body is broken.', { cause: error });
  }
}

function contentOf(files: readonly MultipartFile[], parts: readonly Part[]): Uint8Array {
  const content = files.find(({ fieldname }) => fieldname === 'file')?.content;
  const expected = parts.find(({ name }) => name === 'file')?.size;
  if (content && content.length === expected) return content;
  throw invalidForm('The multipart body is broken: the file in it does not end where it should.');
}

function fieldOf(form: object, name: Field): string | undefined {
  const value: unknown = Object.hasOwn(form, name) ? (form as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
