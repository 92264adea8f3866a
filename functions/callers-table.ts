/** The shape of the DynamoDB table of keys and of what callers have used: for the code that reads it and the code that makes it. */
export const CALLERS_TABLE = {
  /** Partition key, a string. */
  key: 'id',
  /** When DynamoDB may drop the item, in seconds since the epoch. */
  timeToLive: 'ttl',
} as const;

/** How the keys begin of items that hold the endpoints of accounts: roles are allowed these, and no others. */
export const WEBHOOKS_PREFIX = 'webhooks#';
