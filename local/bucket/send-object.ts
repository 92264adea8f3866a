import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../refusal.ts';
import type { StoredObject } from './bucket.ts';
import { readRange } from './byte-range.ts';
import { readBytes } from './read-bytes.ts';

/** The response headers that a link can choose. */
const CHOSEN = ['content-type', 'content-disposition', 'cache-control'];

/**
 * Responds to GET or HEAD with an object, or a range of it, and the headers that the link chose.
 * @throws Refusal
 */
export async function sendObject(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  object: StoredObject,
  parameters: ReadonlyMap<string, string>,
): Promise<void> {
  const { size, etag } = object;
  if (headers['if-match'] && headers['if-match'] !== etag)
    throw new Refusal(412, 'PreconditionFailed', 'The object is another now.');
  const range = readRange(headers.range, size);
  if (!range) throw new Refusal(416, 'InvalidRange', 'The requested range is not satisfiable');
  const bytes = range === 'whole' ? { first: 0, last: size - 1 } : range;
  response.writeHead(range === 'whole' ? 200 : 206, {
    ...headersOf(object, parameters),
    'content-length': bytes.last - bytes.first + 1,
    ...(range !== 'whole' && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
  });
  if (method === 'HEAD') response.end();
  else await pipeline(readBytes(object, bytes), response);
}

function headersOf({ etag, mediaType }: StoredObject, parameters: ReadonlyMap<string, string>): OutgoingHttpHeaders {
  const chosen = CHOSEN.flatMap((name) => {
    const value = parameters.get(`response-${name}`);
    return value ? [[name, value] as const] : [];
  });
  return { etag, 'accept-ranges': 'bytes', 'content-type': mediaType, ...Object.fromEntries(chosen) };
}
