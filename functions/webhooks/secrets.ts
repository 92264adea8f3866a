import { createHmac, randomBytes } from 'node:crypto';

/** How secrets begin (Standard Webhooks 1.0.0). */
const PREFIX = 'whsec_';

/** Of a secret, in bytes: the standard wants 24 to 64. */
const LENGTH = 32;

/** How long a secret signs beside the one that has taken its place, in milliseconds. */
const ROTATION_TIME = 24 * 3_600_000;

/** With what deliveries to an endpoint are signed. */
export interface Secret {
  /** `whsec_` and the bytes in base64. */
  readonly value: string;
  /** Until when it signs, in milliseconds since the epoch. @default for good */
  readonly until?: number | undefined;
}

export function newSecret(): Secret {
  return { value: `${PREFIX}${randomBytes(LENGTH).toString('base64')}` };
}

/** The secrets of an endpoint once it has a new one: the last one signs a while longer, any before it no more. */
export function rotate([current]: readonly Secret[], now = Date.now()): readonly [Secret, ...Secret[]] {
  return [newSecret(), ...(current ? [{ value: current.value, until: now + ROTATION_TIME }] : [])];
}

/**
 * The header `webhook-signature` (Standard Webhooks 1.0.0): a signature by each secret that is good, blanks between.
 * @param id of the event
 * @param timestamp in seconds since the epoch
 */
export function signatures(
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
  secrets: readonly Secret[],
): string {
  return secrets
    .filter(({ until }) => until === undefined || until > timestamp * 1000)
    .map(({ value }) => {
      const key = Buffer.from(value.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
