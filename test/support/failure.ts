import { expect } from 'vitest';
import type { ConversionError } from '../../functions/conversion/errors.ts';

/** The code and the message of the error with which a conversion ends; the code is `none` where it succeeds. */
export function failure(conversion: Promise<unknown>): Promise<{ readonly code: string; readonly message: string }> {
  return conversion.then(
    () => ({ code: 'none', message: 'it succeeded' }),
    (error: ConversionError) => ({ code: error.code ?? String(error), message: error.message }),
  );
}

/** Expects that a conversion ends with an error of a code, whose message has these words. */
export async function expectRefused(conversion: Promise<unknown>, code: string, words: string | RegExp): Promise<void> {
  const message = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
  expect(await failure(conversion)).toEqual({ code, message });
}

/** The code alone. */
export async function codeOf(conversion: Promise<unknown>): Promise<string> {
  return (await failure(conversion)).code;
}
