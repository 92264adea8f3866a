import { buildLedger } from '#aws/ledger.ts';
import { provided } from './provided.ts';

/** What is billed: in DynamoDB, unless this machine has said where else it is. */
export const [ledger, useLedger] = provided(buildLedger);
