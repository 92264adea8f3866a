import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { parse } from 'lambda-multipart-parser';
import type { ConversionFields } from '../conversion/command.ts';
import type { ConversionError } from '../conversion/errors.ts';
import { checkParts, type FieldTexts, readField, toConversionFields } from './convert-parts.ts';
import { readForm, type StreamedPart } from './form-stream.ts';
import { JoinedParts, joinsFiles } from './joined-parts.ts';
import { invalidForm, readBoundary } from './multipart.ts';
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
  const fields: FieldTexts = new Map();
  let content: Buffer = Buffer.alloc(0);
  let joined: { readonly parts: JoinedParts; readonly content: Promise<Buffer> } | undefined;
  const parts = await readForm(Readable.from([bodyOf(event)]), boundary, async (part) => {
    if (part.name !== 'file') return readField(part, fields);
    if (content.length === 0 && joinsFiles(fields, part.filename ?? '')) joined ??= join();
    if (joined) await joined.parts.add(part.filename ?? '', part.content);
    else content = await collect(part.content);
  });
  const filename = checkParts(parts, joined !== undefined);
  joined?.parts.end();
  if (joined) content = await joined.content;
  const { files: _, ...decoded } = await decode(rewrite(fields, boundary), boundary);
  return { filename, content, fields: toConversionFields(new Map([...fields, ...Object.entries(decoded)])) };
}

/** The fields that the parser is given; all others are options, whose names are the client's. */
const DECODED = ['target_format', 'quality'] as const;

/**
 * The fields that are wanted, as browsers write them: the parser ends the process on some bodies, and reads others
 * otherwise than the form was read here. So it gets what was understood; the file, in which nothing is decoded, it need not copy.
 */
function rewrite(fields: FieldTexts, boundary: string): Buffer {
  const texts = DECODED.filter((name) => fields.has(name)).map(
    (name) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${fields.get(name)}\r\n`,
  );
  return Buffer.from(`${texts.join('')}--${boundary}--\r\n`);
}

async function decode(body: Buffer, boundary: string) {
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary.replace(/["\\]/g, '\\$&')}"` };
    // The parser takes the decoded bytes as well as text; with them it makes no second copy.
    return await parse({ headers, body, isBase64Encoded: false } as unknown as APIGatewayProxyEvent);
  } catch (error) {
    throw broken(error);
  }
}

function join() {
  const parts = new JoinedParts();
  const content = collect(parts.content);
  // Where the form is refused, nobody waits for it.
  content.catch(() => undefined);
  return { parts, content };
}

async function collect(content: StreamedPart['content']): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

function broken(cause?: unknown): ConversionError {
  return invalidForm('The multipart body is broken.', cause);
}
