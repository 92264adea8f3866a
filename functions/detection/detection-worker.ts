import { parentPort } from 'node:worker_threads';
import { ConversionError, type ErrorCode } from '../conversion/errors.ts';
import type { FormatName } from '../conversion/formats.ts';
import { detectByRules } from './detect-by-rules.ts';

/** The beginning of a file, and its name. */
export interface DetectionQuestion {
  readonly head: Uint8Array;
  readonly filename: string;
}

/** The format of a file, or why it has none. */
export type DetectionAnswer = { readonly format: FormatName } | { readonly code: ErrorCode; readonly message: string };

parentPort?.on('message', async ({ head, filename }: DetectionQuestion) => {
  parentPort?.postMessage(await answer(head, filename));
});
parentPort?.postMessage('started');

async function answer(head: Uint8Array, filename: string): Promise<DetectionAnswer> {
  try {
    return { format: await detectByRules(head, filename) };
  } catch (error) {
    // All other errors are our fault, and end the thread.
    if (!(error instanceof ConversionError)) throw error;
    return { code: error.code, message: error.message };
  }
}
