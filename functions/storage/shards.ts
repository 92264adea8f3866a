/** The first digits of identifiers: what is indexed by one of them is written to 16 partitions. */
export const SHARDS = [...'0123456789abcdef'];

/** The shard of an identifier. */
export function shardOf(id: string): string {
  return id.slice(0, 1);
}
