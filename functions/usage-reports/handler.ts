import { rewriteReport, writeReports } from '../callers/write-reports.ts';
import { logger } from '../logger.ts';
import { ledger } from '../services/ledger.ts';
import { reports } from '../services/reports.ts';

/** What the function is called with: by the schedule with nothing that matters, by an operator with a day. */
export interface ReportCall {
  /** Whose report is to be written again, as in `2026-11-21`. @default those that are missing */
  readonly day?: string;
}

/** Runs every night: writes what was used on the days that are over, one file each. */
export const handler = async ({ day }: ReportCall = {}): Promise<void> => {
  const stores = { ledger: ledger(), reports: reports() };
  if (day !== undefined) await rewriteReport(day, stores, Date.now());
  const days = day !== undefined ? [day] : await writeReports(stores, Date.now());
  logger.info('Reports of what was used were written', { days });
};
