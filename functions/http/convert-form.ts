import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type MultipartFile, parse } from 'lambda-multipart-parser';
import type { ConversionFields } from '../conversion/command.ts';
import { ConversionError } from '../conversion/errors.ts';
import { listParts, type Part, readBoundary } from './multipart.ts';
import { bodyOf, headerOf } from './request.ts';

/** The largest file that may be uploaded, in bytes: 100 MB (interface.md, section 8). */
export const LARGEST_UPLOAD = 100 * 1024 * 1024;

/** What came with a convert request. */
export interface ConvertForm {
  /** As sent, without any path in front of it. */
  readonly filename: string;
  readonly content: Uint8Array;
  readonly fields: ConversionFields;
}

const FIELDS = ['target_format', 'quality'] as const;

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

/** Refuses what is missing or ambiguous before anything is decoded; gives the name of the file. */
function checkParts(parts: readonly Part[]): string {
  const files = parts.filter(({ name }) => name === 'file');
  const [file] = files;
  if (!file) throw new ConversionError('MISSING_FILE', 'The part "file" is missing: send the file to convert in it.');
  if (files.length > 1) throw invalid('The part "file" was sent more than once. Send one file a request.');
  for (const field of FIELDS) {
    const same = parts.filter(({ name }) => name === field);
    if (same.length > 1) throw invalid(`The part "${field}" was sent more than once.`);
    if (same.some(({ filename }) => filename !== undefined)) throw invalid(`The part "${field}" must not be a file.`);
  }
  // The parser keeps its list of files under this name, and a field would take its place.
  if (parts.some(({ name }) => name === 'files')) throw invalid('There is no part "files". Send one file as "file".');
  return checkFile(file);
}

function checkFile({ filename, size }: Part): string {
  const name = filename?.replace(/^.*[/\\]/s, '');
  if (!name) throw new ConversionError('MISSING_FILE', 'The part "file" must be a file with a filename, not a field.');
  if (size === 0) throw new ConversionError('EMPTY_FILE', 'The file is empty: there is nothing to convert.');
  if (size > LARGEST_UPLOAD) throw new ConversionError('FILE_TOO_LARGE', 'The file is larger than 100 MB.');
  return name;
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
  throw invalid('The multipart body is broken: the file in it does not end where it should.');
}

function fieldOf(form: object, name: (typeof FIELDS)[number]): string | undefined {
  const value: unknown = Object.hasOwn(form, name) ? (form as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function invalid(message: string): ConversionError {
  return new ConversionError('INVALID_REQUEST', message);
}
