import { createReadStream } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../refusal.ts';
import type { StoredObject } from './bucket.ts';
import { type ByteRange, readRange } from './byte-range.ts';

/** How much of a file is read at once, in bytes. */
const CHUNK = 256 * 1024;

/** Headers of an answer that a link can choose. */
const CHOSEN = ['content-type', 'content-disposition', 'cache-control'];

/**
 * Answers GET or HEAD with an object, or a range of it, and the headers that the link asks for.
 * @throws Refusal
 */
export async function sendObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  object: StoredObject,
  query: URLSearchParams,
): Promise<void> {
  const { size, etag } = object;
  if (headers['if-match'] && headers['if-match'] !== etag)
    throw new Refusal(412, 'PreconditionFailed', 'The object is another now.');
  const range = readRange(headers.range, size);
  if (!range) throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable');
  const bytes = range === 'whole' ? { first: 0, last: size - 1 } : range;
  response.writeHead(range === 'whole' ? 200 : 206, {
    ...headersOf(object, query),
    'content-length': bytes.last - bytes.first + 1,
    ...(range !== 'whole' && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
  });
  if (method === 'HEAD') response.end();
  else await pipeline(bytesOf(object, bytes), response);
}

function headersOf({ etag, mediaType }: StoredObject, query: URLSearchParams): OutgoingHttpHeaders {
  const chosen = CHOSEN.flatMap((name) => {
    const value = query.get(`response-${name}`);
    return value ? [[name, value] as const] : [];
  });
  return { etag, 'accept-ranges': 'bytes', 'content-type': mediaType, ...Object.fromEntries(chosen) };
}

async function* bytesOf({ segments }: StoredObject, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { path, size } of segments) {
    const [start, end] = [Math.max(0, first - at), Math.min(size - 1, last - at)];
    if (start <= end) yield* createReadStream(path, { start, end, highWaterMark: CHUNK });
    at += size;
  }
}
