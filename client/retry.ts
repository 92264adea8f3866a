import { type FileConversionError, isPassing } from './errors.ts';

/** The first and the longest pause between two attempts, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** How an operation is retried. */
export interface RetryOptions {
  /** The largest count of retries after the first attempt. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  /** Called before each retry with the pause in seconds, and the error. */
  readonly onWait?: ((seconds: number, error: FileConversionError) => void) | undefined;
}

/** Retries an operation after transient failures: after the `Retry-After`, or with exponential backoff. */
export async function withRetries<T>(
  operation: () => Promise<T>,
  { retries, signal, onWait }: RetryOptions,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await operation();
    } catch (error) {
      if (failures >= retries || signal?.aborted || !isPassing(error)) throw error;
      const backoff = Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT);
      // With jitter, so that clients that failed together do not retry together.
      const pause = error.retryAfter === undefined ? backoff * (0.5 + Math.random() / 2) : error.retryAfter * 1000;
      onWait?.(pause / 1000, error);
      await wait(pause, signal);
    }
  }
}

/** Waits. @throws the reason of the signal when that is aborted */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
