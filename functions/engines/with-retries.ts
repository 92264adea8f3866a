import { setTimeout } from 'node:timers/promises';

const TRIES = 3;

/** How long before the second try, in milliseconds; before each other twice as long. Half of it is left to chance. */
const PAUSE = 400;

/** Statuses with which S3 asks to be asked again. */
const RETRYABLE: readonly number[] = [408, 429, 500, 502, 503, 504];

/** An answer that may be another when it is asked for again. */
export class TransientError extends Error {}

/** That a server refused something. */
export function responseError(status: number | undefined, message: string): Error {
  return RETRYABLE.includes(status ?? 500) ? new TransientError(message) : new Error(message);
}

/** Does something again that failed by a passing responseError or a broken connection, unless it is aborted. */
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

/** Errors of connections have a code: ECONNRESET, EPIPE, ETIMEDOUT, ENOTFOUND and others. */
function isTransient(error: unknown): boolean {
  return error instanceof TransientError || typeof (error as { code?: unknown }).code === 'string';
}
