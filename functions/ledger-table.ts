/** The shape of the DynamoDB table of what is billed: for the code that reads it and the code that makes it. */
export const LEDGER_TABLE = {
  /** Partition key, a string. */
  key: 'conversion_id',
  /** Index over the entries of each day. */
  days: {
    name: 'days',
    /**
     * Partition key, a string: the day and the first digit of the identifier, as in `2026-11-21#a`. A day alone would be
     * one partition, which takes a thousand writes a second and would hold up the table; 16 take as many conversions as
     * there are.
     */
    partitionKey: 'day_shard',
    /** Sort key, a string: the partition key of the table. */
    sortKey: 'conversion_id',
  },
} as const;
