import { MIMEType } from 'node:util';
import { parse as parseDisposition } from 'content-disposition';
import { ConversionError } from '../conversion/errors.ts';

/** One part of a multipart body. */
export interface Part {
  readonly name: string;
  /** Absent when the part is a field and not a file. */
  readonly filename: string | undefined;
  /** Length of the content in bytes. */
  readonly size: number;
}

/** More parts and longer part headers than real clients send, including files to be joined. */
export const MOST_PARTS = 250;
export const LONGEST_PART_HEADERS = 16 * 1024;

/**
 * The boundary in a `Content-Type` header.
 * @throws ConversionError INVALID_REQUEST when it is not multipart/form-data with a boundary
 */
export function readBoundary(contentType: string | undefined): string {
  const boundary = parseMediaType(contentType)?.params.get('boundary');
  if (boundary && /^[\x20-\x7e]{1,200}$/.test(boundary)) return boundary;
  throw invalidForm('Send the request as multipart/form-data with a boundary, as curl -F and browsers do.');
}

function parseMediaType(contentType = ''): MIMEType | undefined {
  try {
    const type = new MIMEType(contentType);
    return type.essence === 'multipart/form-data' ? type : undefined;
  } catch {
    return undefined;
  }
}

/** The names in the headers of a part. @throws ConversionError INVALID_REQUEST */
export function readPartNames(headers: string): Pick<Part, 'name' | 'filename'> {
  const unfolded = headers.replace(/\r\n(?=[ \t])/g, '');
  const line = unfolded.split('\r\n').find((header) => /^content-disposition\s*:/i.test(header)) ?? '';
  return parsePartName(line.slice(line.indexOf(':') + 1));
}

function parsePartName(disposition: string): Pick<Part, 'name' | 'filename'> {
  // Browsers escape a quote in a name as %22, which the parser expects; older clients as \", unless it ends the name.
  const escaped = disposition.replace(/\\"(?!\s*(?:;|$))/g, '%22');
  const { type, parameters } = parseDisposition(escaped.trim(), { multipart: true });
  const { name, filename } = parameters as { name?: string; filename?: string };
  if (type.toLowerCase() === 'form-data' && name !== undefined) return { name, filename };
  throw invalidForm('The multipart body is broken: a part has no Content-Disposition: form-data with a name.');
}

/** The error of a malformed form. */
export function invalidForm(message: string, cause?: unknown): ConversionError {
  return new ConversionError('INVALID_REQUEST', message, { cause });
}
