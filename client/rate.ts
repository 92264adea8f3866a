/** The rate limit of a caller. */
export interface Rate {
  /** How many requests may be sent at once now. */
  readonly remaining: number;
  /** The burst: how many requests may be sent at once at most. */
  readonly limit: number;
  /** Seconds until the whole burst is available again. */
  readonly reset: number;
}

/** The rate limit in the headers of a response (draft-ietf-httpapi-ratelimit-headers-11), if there is one. */
export function rateOf(headers: Headers): Rate | undefined {
  const left = /^"requests";r=(\d{1,9});t=(\d{1,9})$/.exec(headers.get('RateLimit') ?? '');
  const policy = /^"requests";q=(\d{1,9});w=\d/.exec(headers.get('RateLimit-Policy') ?? '');
  if (!left || !policy) return undefined;
  return { remaining: Number(left[1]), limit: Number(policy[1]), reset: Number(left[2]) };
}
