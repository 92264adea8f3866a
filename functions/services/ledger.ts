import { buildLedger } from '#aws/ledger.ts';
import type { LedgerStore } from '../callers/ledger.ts';

let store: LedgerStore | undefined;

/** What is billed, built on first use: on AWS, unless this machine has said where else it is. */
export function ledger(): LedgerStore {
  store ??= buildLedger();
  return store;
}

/** Has everybody in this process use another ledger than the one in DynamoDB. */
export function useLedger(other: LedgerStore): void {
  store = other;
}
