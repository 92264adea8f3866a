import { buildRecords } from '#aws/records.ts';
import { provided } from './provided.ts';

/** The stores of records: those on AWS, unless this machine has said where else they are. */
export const [records, useRecords] = provided(buildRecords);
