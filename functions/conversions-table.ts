/** The shape of the DynamoDB table of conversion records: one place for the code that reads it and the code that makes it. */
export const CONVERSIONS_TABLE = {
  /** Partition key, a string. */
  key: 'conversion_id',
  /** When DynamoDB may drop the record, in seconds since the epoch. */
  timeToLive: 'ttl',
  /** Sparse index over the records whose file is stored: the sweep finds what is overdue without a scan. */
  storedFiles: {
    name: 'stored-files',
    /** Partition key, a string: the first digit of the identifier, so that writes spread over 16 partitions. */
    partitionKey: 'shard',
    /** Sort key, a number: milliseconds since the epoch. */
    sortKey: 'expires_at',
  },
} as const;
