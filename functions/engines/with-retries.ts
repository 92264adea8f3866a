// biome-ignore lint/style/noRestrictedImports: runs in the engine function, outside of the host that decodes
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestByHttp } from 'node:http';
// biome-ignore lint/style/noRestrictedImports: runs in the engine function, outside of the host that decodes
import { request as requestByHttps } from 'node:https';
import { setTimeout } from 'node:timers/promises';

const TRIES = 3;

/** The delay before the first retry, in milliseconds, with half of it random; it grows with each retry. */
const PAUSE = 400;

/** Statuses of S3 that call for a retry. */
const RETRYABLE: readonly number[] = [408, 429, 500, 502, 503, 504];

/** An error that a retry may resolve. */
export class TransientError extends Error {}

/** How long a connection may be idle, in milliseconds. S3 has nothing to do that takes as long. */
const LONGEST_SILENCE = 15_000;

/** Begins a request to S3, or to a stand-in for it on this machine. It fails, as for a retry, when its connection is idle. */
export function beginRequest(url: string, options: RequestOptions, silence = LONGEST_SILENCE): ClientRequest {
  const request = url.startsWith('http:') ? requestByHttp(url, options) : requestByHttps(url, options);
  // Who waits for the response or reads it gets the error; without a listener it would end the process, too.
  request.on('error', () => undefined);
  return request.setTimeout(silence, () => {
    request.destroy(new TransientError('the connection to the store was idle for too long'));
  });
}

/** The error for a response of S3 that refuses a request. */
export async function responseError(response: IncomingMessage, what: string): Promise<Error> {
  const status = response.statusCode ?? 500;
  const message = `${what}: ${status} ${await beginningOf(response)}`;
  return RETRYABLE.includes(status) ? new TransientError(message) : new Error(message);
}

/** Retries after a transient error or a broken connection, unless aborted. */
export async function withRetries<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await act();
    } catch (error) {
      if (tried === TRIES || signal?.aborted || !isTransient(error)) throw error;
      await setTimeout(PAUSE * tried * (0.5 + Math.random() / 2), undefined, signal && { signal });
    }
  }
}

/** Whether an error is transient. Errors of connections have a code: ECONNRESET, EPIPE, ETIMEDOUT, ENOTFOUND and others. */
function isTransient(error: unknown): boolean {
  return error instanceof TransientError || typeof (error as { code?: unknown }).code === 'string';
}

const LONGEST = 1000;

/** The beginning of a response, for the log. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    if (text.length > LONGEST) break;
  }
  return text.slice(0, LONGEST);
}
