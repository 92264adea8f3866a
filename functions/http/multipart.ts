import { MIMEType } from 'node:util';
import { parse as parseDisposition } from 'content-disposition';
import { ConversionError } from '../conversion/errors.ts';

/** One part of a multipart body, not yet decoded. */
export interface Part {
  readonly name: string;
  /** Absent when the part is a field and not a file. */
  readonly filename: string | undefined;
  /** Length of the content in bytes. */
  readonly size: number;
}

/** More parts, or longer part headers, than any honest client sends. */
export const MOST_PARTS = 50;
export const LONGEST_PART_HEADERS = 16 * 1024;

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');

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

/**
 * Walks a multipart body from its opening to its closing boundary (RFC 2046, 5.1) without decoding it, so that
 * what a parser may choke on is refused before the parser sees it.
 * @throws ConversionError INVALID_REQUEST when the body is broken
 */
export function listParts(body: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`--${boundary}`);
  const separator = Buffer.concat([CRLF, delimiter]);
  const parts: Part[] = [];
  let at = findOpening(body, delimiter, separator);
  while (!isClosing(body, at)) {
    const { headers, contentStart } = readPartHeaders(body, at);
    const contentEnd = body.indexOf(separator, contentStart - CRLF.length);
    if (contentEnd < 0) throw invalidForm('The multipart body is cut off: its closing boundary is missing.');
    parts.push({ ...readDisposition(headers), size: Math.max(0, contentEnd - contentStart) });
    if (parts.length > MOST_PARTS) throw invalidForm(`The multipart body has more than ${MOST_PARTS} parts.`);
    at = contentEnd + separator.length;
  }
  return parts;
}

/** The position after the first boundary. */
function findOpening(body: Buffer, delimiter: Buffer, separator: Buffer): number {
  if (body.subarray(0, delimiter.length).equals(delimiter)) return delimiter.length;
  const preamble = body.indexOf(separator);
  if (preamble >= 0) return preamble + separator.length;
  throw invalidForm('The multipart body does not contain the boundary that its Content-Type names.');
}

function isClosing(body: Buffer, at: number): boolean {
  return body[at] === 0x2d && body[at + 1] === 0x2d;
}

function readPartHeaders(body: Buffer, at: number): { headers: string; contentStart: number } {
  const lineEnd = body.subarray(at, at + 200).indexOf(CRLF);
  if (lineEnd < 0 || body.toString('latin1', at, at + lineEnd).trim() !== '') {
    throw invalidForm('The multipart body is broken: a boundary is not followed by a new line.');
  }
  const start = at + lineEnd;
  const length = body.subarray(start, start + LONGEST_PART_HEADERS).indexOf(BLANK_LINE);
  if (length < 0) throw invalidForm('The multipart body is broken: the headers of a part do not end.');
  return {
    headers: body.toString('utf8', start, start + length),
    contentStart: start + length + BLANK_LINE.length,
  };
}

function readDisposition(headers: string): Pick<Part, 'name' | 'filename'> {
  const unfolded = headers.replace(/\r\n(?=[ \t])/g, '');
  const line = unfolded.split('\r\n').find((header) => /^content-disposition\s*:/i.test(header)) ?? '';
  return parsePartName(line.slice(line.indexOf(':') + 1));
}

/**
 * The names in the `Content-Disposition` of a part.
 * @throws ConversionError INVALID_REQUEST
 */
export function parsePartName(disposition: string): Pick<Part, 'name' | 'filename'> {
  // Browsers escape a quote in a name as %22, as the parser expects; older clients as \", unless it ends the name.
  const escaped = disposition.replace(/\\"(?!\s*(?:;|$))/g, '%22');
  const { type, parameters } = parseDisposition(escaped.trim(), { multipart: true });
  const { name, filename } = parameters as { name?: string; filename?: string };
  if (type.toLowerCase() === 'form-data' && name !== undefined) return { name, filename };
  throw invalidForm('The multipart body is broken: a part has no Content-Disposition: form-data with a name.');
}

/** What is told of a body that is no form, or not the one that was asked for. */
export function invalidForm(message: string, cause?: unknown): ConversionError {
  return new ConversionError('INVALID_REQUEST', message, { cause });
}
