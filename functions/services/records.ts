import { buildRecords } from '#aws/records.ts';
import { provided } from './provided.ts';

/** The stores of records: DynamoDB, unless this process has set others. */
export const [records, useRecords] = provided(buildRecords);
