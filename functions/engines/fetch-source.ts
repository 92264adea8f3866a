import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: runs in the engine function, outside of the host that decodes
import type { IncomingMessage } from 'node:http';
import type { ByteRange } from '../conversion/stores.ts';
import { beginRequest, responseError, TransientError, withRetries } from './with-retries.ts';

/** The bytes of one request. */
export const FETCHED_PART = 4 * 1024 * 1024;

/** How many parts are fetched or buffered at once: one connection to S3 is slower than the network. */
const PARTS_AT_ONCE = 5;

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
 * Fetches a file by a presigned URL, several parts at once, and yields them in order.
 * @param range of its bytes. @default all
 * @throws Error when a part is refused, truncated, or of another version of the file
 */
export async function fetchSource(
  url: string,
  { first, last }: ByteRange = { first: 0, last: Number.POSITIVE_INFINITY },
): Promise<AsyncIterable<Uint8Array>> {
  const stop = new AbortController();
  const part = await fetchPart(url, { first, length: Math.min(FETCHED_PART, last + 1 - first) }, stop.signal);
  return part ? allParts(url, { first, last }, part, stop) : toStream();
}

async function* toStream(): AsyncGenerator<Uint8Array> {}

async function* allParts(
  url: string,
  { first, last }: ByteRange,
  { content, size, etag }: Part,
  stop: AbortController,
) {
  const coming: Promise<Part | undefined>[] = [];
  const end = Math.min(size, last + 1);
  let next = first + content.length;
  const fetchMore = () => {
    for (; next < end && coming.length < PARTS_AT_ONCE; next += FETCHED_PART) {
      const length = Math.min(FETCHED_PART, end - next);
      const part = fetchPart(url, { first: next, length, etag }, stop.signal);
      part.catch(() => undefined); // reported when it is awaited
      coming.push(part);
    }
  };
  try {
    fetchMore();
    yield content;
    for (let part = coming.shift(); part; part = coming.shift()) {
      const arrived = await part;
      if (arrived?.size !== size) throw new Error('the source changed while it was fetched');
      fetchMore();
      yield arrived.content;
    }
  } finally {
    stop.abort(); // the remaining requests
  }
}

/** Fetches a part with its own retries, so that a large file does not start over. @returns undefined for an empty file */
function fetchPart(url: string, wanted: Wanted, signal: AbortSignal): Promise<Part | undefined> {
  return withRetries(() => tryPart(url, wanted, signal), signal);
}

async function tryPart(url: string, wanted: Wanted, signal: AbortSignal): Promise<Part | undefined> {
  const { first, length, etag } = wanted;
  const headers = { Range: `bytes=${first}-${first + length - 1}`, ...(etag !== undefined && { 'If-Match': etag }) };
  const request = beginRequest(url, { headers, signal }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode === NO_SUCH_RANGE && first === 0) {
    response.resume();
    return undefined;
  }
  if (response.statusCode !== 206) throw await responseError(response, 'the source cannot be fetched');
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
