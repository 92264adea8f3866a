import type { Admission } from '../callers/admit.ts';
import { lengthOfMonth, monthOf } from '../callers/months.ts';

/** The names of the policies. */
const RATE = 'requests';
const MONTH = 'month';

/**
 * The limits of a caller, and what is left of the rate, by draft-ietf-httpapi-ratelimit-headers-11: a quota of `q` in `w`
 * seconds, `r` of it left, and all of it again in `t` seconds.
 */
export function rateLimitHeaders({ caller, rate }: Admission): Record<string, string> {
  const { requestsPerSecond, burst = 1, conversionsPerMonth } = caller.plan;
  if (!rate || !requestsPerSecond) return {};
  const policies = [`"${RATE}";q=${Math.floor(burst)};w=${Math.ceil(burst / requestsPerSecond)}`];
  const month = Math.round(lengthOfMonth(monthOf(Date.now())) / 1000);
  if (conversionsPerMonth) policies.push(`"${MONTH}";q=${Math.floor(conversionsPerMonth)};w=${month}`);
  return {
    'RateLimit-Policy': policies.join(', '),
    RateLimit: `"${RATE}";r=${rate.remaining};t=${Math.ceil(rate.reset / 1000)}`,
  };
}
