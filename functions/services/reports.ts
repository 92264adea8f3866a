import { buildReports } from '#aws/reports.ts';
import { provided } from './provided.ts';

/** The store of the reports of what was used. */
export const [reports] = provided(buildReports);
