/** How it stands with the requests of a caller, as the service tells it with an answer. */
export interface Rate {
  /** How many more may be sent at once now. */
  readonly remaining: number;
  /** How many may be sent at once after a while without any. */
  readonly limit: number;
  /** Seconds until as many may be sent again. */
  readonly reset: number;
}

/** What an answer tells of it, where callers are limited (draft-ietf-httpapi-ratelimit-headers-11). */
export function rateOf(headers: Headers): Rate | undefined {
  const left = /^"requests";r=(\d{1,9});t=(\d{1,9})$/.exec(headers.get('RateLimit') ?? '');
  const policy = /^"requests";q=(\d{1,9});w=\d/.exec(headers.get('RateLimit-Policy') ?? '');
  if (!left || !policy) return undefined;
  return { remaining: Number(left[1]), limit: Number(policy[1]), reset: Number(left[2]) };
}
