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
  /**
   * Sparse index over the conversions of accounts, newest first: an account's list without a scan. It is made only where
   * callers have keys: elsewhere no record has an account. Turning keys on adds it to the table, one index in one
   * deployment, as DynamoDB wants it.
   */
  ownConversions: {
    name: 'own-conversions',
    /** Partition key, a string. */
    partitionKey: 'account',
    /** Sort key, a number: milliseconds since the epoch. */
    sortKey: 'created_at',
    /** What a list shows; a change of anything else, as of a claim or of progress, writes nothing here. Never secrets. */
    attributes: [
      'state',
      'original_filename',
      'original_format',
      'target_format',
      'result_format',
      'options',
      'file_size',
      'conversion_time',
      'expires_at',
      'deadline',
      'failure',
    ],
  },
} as const;
