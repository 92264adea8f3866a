import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: runs in the engine function, outside of the host that decodes
import { request as httpRequest, type IncomingMessage } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: runs in the engine function, outside of the host that decodes
import { request as httpsRequest } from 'node:https';
import type { ByteRange } from '../conversion/stores.ts';
import { beginningOfResponse, responseError, TransientError, withRetries } from './with-retries.ts';

/** The bytes of one request. */
export const FETCHED_PART = 4 * 1024 * 1024;

/** The status of S3 for a range of an empty file. */
const NO_SUCH_RANGE = 416;

/** A part, and what its response says about the whole file. */
interface Part {
  readonly content: Buffer;
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly etag: string | undefined;
}

/** The requested range of a file. */
interface Wanted {
  readonly first: number;
  /** The most bytes. */
  readonly length: number;
  /** The version of the file that the other parts are from. */
  readonly etag?: string | undefined;
}

/**
 * Fetches a file by a presigned URL, part by part, each with its own retries, so that a large file does not start over.
 * @param range of its bytes. @default all
 * @throws Error when a part is refused, truncated, or of another version of the file
 */
export async function fetchSource(
  url: string,
  { first, last }: ByteRange = { first: 0, last: Number.POSITIVE_INFINITY },
): Promise<AsyncIterable<Uint8Array>> {
  const wanted = { first, length: Math.min(FETCHED_PART, last + 1 - first) };
  return allParts(url, last, wanted, await withRetries(() => tryPart(url, wanted)));
}

async function* allParts(url: string, last: number, { first }: Wanted, part: Part | undefined) {
  if (!part) return;
  yield part.content;
  const { size, etag } = part;
  const end = Math.min(size, last + 1);
  for (let next = first + part.content.length; next < end; next += FETCHED_PART) {
    const wanted = { first: next, length: Math.min(FETCHED_PART, end - next), etag };
    const arrived = await withRetries(() => tryPart(url, wanted));
    if (arrived?.size !== size) throw new Error('the source changed while it was fetched');
    yield arrived.content;
  }
}

/** @returns undefined for an empty file */
async function tryPart(url: string, wanted: Wanted): Promise<Part | undefined> {
  const { first, length, etag } = wanted;
  const headers = { Range: `bytes=${first}-${first + length - 1}`, ...(etag !== undefined && { 'If-Match': etag }) };
  const request = (url.startsWith('http:') ? httpRequest : httpsRequest)(url, { headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode === NO_SUCH_RANGE && first === 0) {
    response.resume();
    return undefined;
  }
  if (response.statusCode !== 206)
    throw responseError(
      response.statusCode,
      `the source cannot be fetched: ${response.statusCode} ${await beginningOfResponse(response)}`,
    );
  return readPart(response, wanted);
}

/** Reads a part, and trusts neither its announced length nor its range. */
async function readPart(response: IncomingMessage, { first, length }: Wanted): Promise<Part> {
  const [, from, to, size] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(response.headers['content-range'] ?? '') ?? [];
  const expected = Math.min(length, Number(size) - first);
  if (Number(from) !== first || Number(to) !== first + expected - 1) {
    response.destroy();
    throw new Error('the response has another range than requested');
  }
  const content = Buffer.allocUnsafeSlow(expected);
  let filled = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (filled + chunk.length > expected) throw new Error('the response has more bytes than requested');
    content.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled !== expected) throw new TransientError('a part of the source was truncated');
  return { content, size: Number(size), etag: response.headers.etag };
}
