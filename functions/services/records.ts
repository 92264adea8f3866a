import { buildRecords } from '#aws/records.ts';
import type { RecordStores } from '../conversion/stores.ts';

let stores: RecordStores | undefined;

/** The stores of records, built on first use: those on AWS, unless this machine has said where else they are. */
export function records(): RecordStores {
  stores ??= buildRecords();
  return stores;
}

/** Has everybody in this process use other stores than DynamoDB. */
export function useRecords(other: RecordStores): void {
  stores = other;
}
