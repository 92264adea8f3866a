import { buildLedger } from '#aws/ledger.ts';
import { provided } from './provided.ts';

/** The ledger: in DynamoDB, unless this process has set another. */
export const [ledger, useLedger] = provided(buildLedger);
