import { Readable } from 'node:stream';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ConversionFields } from '../conversion/command.ts';
import { checkParts, type FieldTexts, readField, toConversionFields } from './convert-parts.ts';
import { readForm, type StreamedPart } from './form-stream.ts';
import { readBoundary } from './multipart.ts';
import { bodyOf, type EventBody, headerOf } from './request.ts';

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
export async function readConvertForm(event: APIGatewayProxyEvent & EventBody): Promise<ConvertForm> {
  const boundary = readBoundary(headerOf(event, 'content-type'));
  const fields: FieldTexts = new Map();
  let file: Buffer | undefined;
  const parts = await readForm(Readable.from([bodyOf(event)]), boundary, async (part) => {
    if (part.name === 'file') file ??= await collect(part.content);
    else await readField(part, fields);
  });
  const filename = checkParts(parts);
  return { filename, content: file ?? new Uint8Array(), fields: toConversionFields(fields) };
}

async function collect(content: StreamedPart['content']): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
