import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { parse } from 'lambda-multipart-parser';
import type { ConversionFields } from '../conversion/command.ts';
import type { ConversionError } from '../conversion/errors.ts';
import { checkParts, FIELDS } from './convert-parts.ts';
import { readForm, type StreamedPart } from './form-stream.ts';
import { invalidForm, type Part, readBoundary } from './multipart.ts';
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
  const contents = new Map<string, Buffer>();
  const parts = await readForm(Readable.from([bodyOf(event)]), boundary, async ({ name, content }) => {
    if (isWanted(name)) contents.set(name, await collect(content));
  });
  const filename = checkParts(parts);
  const { files, ...fields } = await decode(rewrite(parts, contents, boundary), boundary);
  const content = files[0]?.content;
  if (content?.length !== contents.get('file')?.length || !content) throw broken();
  return { filename, content, fields };
}

const isWanted = (name: string) => name === 'file' || FIELDS.some((field) => field === name);

/**
 * The parts that are wanted, as browsers write them: the parser ends the process on some bodies, and reads others
 * otherwise than the form was read here. So it gets what was understood.
 */
function rewrite(parts: readonly Part[], contents: ReadonlyMap<string, Buffer>, boundary: string): Buffer {
  const written = parts
    .filter(({ name }) => isWanted(name))
    .flatMap(({ name }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
      Buffer.from(`${name === 'file' ? '; filename="file"' : ''}\r\n\r\n`),
      contents.get(name) ?? Buffer.alloc(0),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
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

async function collect(content: StreamedPart['content']): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

function broken(cause?: unknown): ConversionError {
  return invalidForm('The multipart body is broken.', cause);
}
