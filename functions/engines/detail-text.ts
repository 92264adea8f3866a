import { inspect } from 'node:util';

const LONGEST = 4000;

/** A cause, as text for the log of another process. */
export function detailText(cause: unknown): string {
  return cause === undefined ? '' : inspect(cause).slice(0, LONGEST);
}
