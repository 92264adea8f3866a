/** The shape of the DynamoDB table of keys and of what callers have used: for the code that reads it and the code that makes it. */
export const CALLERS_TABLE = {
  /** Partition key, a string. */
  key: 'id',
  /** When DynamoDB may drop the item, in seconds since the epoch. */
  timeToLive: 'ttl',
} as const;

/**
 * How the keys of its items begin, by what they hold: a role is allowed the items that it works with, and no others. Who
 * reads what strangers send may count callers, and neither make keys nor change a webhook.
 */
export const CALLER_ITEMS = {
  /** The API keys, by their digests. */
  keys: 'key#',
  /** How fast callers send requests. */
  rates: 'rate#',
  /** What callers have used in a month. */
  use: 'use#',
  /** The endpoints of accounts, with their secrets. */
  webhooks: 'webhooks#',
} as const;

export type CallerItems = keyof typeof CALLER_ITEMS;
