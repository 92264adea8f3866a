import { type FileConversionError, isPassing } from './errors.ts';

/** The first wait between two attempts, and the longest one, in milliseconds. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** How an operation is repeated. */
export interface RetryOptions {
  /** How often at most, after the first attempt. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  /** Told how long is waited for the next attempt, in seconds, and why. */
  readonly onWait?: ((seconds: number, error: FileConversionError) => void) | undefined;
}

/** Repeats an operation that failed for a reason that may pass: after what the service asks, or ever longer. */
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
      // Spread, so that those who failed together do not come back together.
      const pause = error.retryAfter === undefined ? backoff * (0.5 + Math.random() / 2) : error.retryAfter * 1000;
      onWait?.(pause / 1000, error);
      await wait(pause, signal);
    }
  }
}

/** Waits; throws the reason of the signal when that is aborted. */
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
