import { inspect } from 'node:util';
import { LongVideo } from '../conversion/chunks.ts';
import type { EngineFailed } from '../conversion/engine-events.ts';
import { type ConversionError, ENGINE_CODES } from '../conversion/errors.ts';

/** The longest detail, in characters. */
const LONGEST = 4000;

/** The event of a failed job, with its cause for the log of another process. */
export function failedEvent(error: ConversionError): EngineFailed {
  const { message, cause } = error;
  const code = ENGINE_CODES.find((known) => known === error.code) ?? 'ENGINE_FAILED';
  const detail = cause === undefined ? '' : inspect(cause).slice(0, LONGEST);
  return { event: 'failed', code, message, detail, chunks: error instanceof LongVideo ? error.chunks : undefined };
}
