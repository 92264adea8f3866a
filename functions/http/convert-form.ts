import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { parse } from 'lambda-multipart-parser';
import type { ConversionFields } from '../conversion/command.ts';
import { checkParts, type FieldTexts, readField, toConversionFields } from './convert-parts.ts';
import { readForm, type StreamedPart } from './form-stream.ts';
import { JoinedParts, joinsFiles } from './joined-parts.ts';
import { invalidForm, readBoundary } from './multipart.ts';
import { bodyOf, headerOf } from './request.ts';

/** The file and fields of a convert request. */
export interface ConvertForm {
  /** Without its path. */
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

/** The fields that the parser gets; all others are options, whose names the client chooses. */
const DECODED = ['target_format', 'quality'] as const;

/**
 * Writes the fields as browsers do. The parser throws outside of its promise on some malformed bodies, and reads others
 * differently: so it gets a body that was parsed here already, without the file.
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
    // The parser takes bytes as well as text, and makes no second copy of them.
    return await parse({ headers, body, isBase64Encoded: false } as unknown as APIGatewayProxyEvent);
  } catch (error) {
    throw invalidForm('The multipart body is broken.', error);
  }
}

function join() {
  const parts = new JoinedParts();
  const content = collect(parts.content);
  // Nobody awaits it when the form is refused.
  content.catch(() => undefined);
  return { parts, content };
}

async function collect(content: StreamedPart['content']): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
