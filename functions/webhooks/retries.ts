const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** After how long a delivery is tried again, in milliseconds: results live for 30 minutes. */
export const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const;

/** How often a delivery is tried. */
export const TRIES = DELAYS.length + 1;

/** The longest `Retry-After` that is honoured, in milliseconds: the longest visibility timeout of SQS is 12 hours. */
export const LONGEST_DELAY = 6 * 60 * MINUTE;

/**
 * How long to wait until the next try, in milliseconds.
 * @param tried how often it was
 * @param retryAfter how long the endpoint asks to be left alone, in milliseconds
 * @returns undefined when it was tried often enough
 */
export function delayAfter(tried: number, retryAfter = 0): number | undefined {
  const delay = DELAYS[tried - 1];
  return delay === undefined ? undefined : Math.min(Math.max(delay, retryAfter), LONGEST_DELAY);
}

/**
 * What the header `Retry-After` says, in milliseconds from now (RFC 9110, 10.2.3: seconds, or a date).
 * @returns undefined when it cannot be parsed
 */
export function readRetryAfter(text: string | undefined, now = Date.now()): number | undefined {
  if (text === undefined || text.length > 40) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now);
}
