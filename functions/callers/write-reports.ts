import type { FileStore } from '../conversion/stores.ts';
import { dayOf, daysBefore, isDay } from './days.ts';
import type { LedgerStore } from './ledger.ts';
import { usageCsv } from './usage-csv.ts';

/** How many days back a report is looked for: as long as Stripe takes what was used. */
const DAYS = 35;

/** Where entries come from, and where the reports go. */
export interface ReportStores {
  readonly ledger: Pick<LedgerStore, 'of'>;
  readonly reports: Pick<FileStore, 'put' | 'size'>;
}

/** The storage key of the report of a day. */
export function reportKey(day: string): string {
  return `usage/${day}.csv`;
}

/**
 * Writes the report of each day that is over and has none, also those that were missed, the earliest first; on the first
 * day of a service those before it too, with nothing in them. A day that is over does not change: written again, a report
 * is the same.
 * @param now milliseconds since the epoch
 * @returns the days of which reports were written
 */
export async function writeReports(stores: ReportStores, now: number): Promise<readonly string[]> {
  const written: string[] = [];
  for (const day of daysBefore(now, DAYS)) {
    if ((await stores.reports.size(reportKey(day))) !== undefined) continue;
    await writeReport(day, stores);
    written.push(day);
  }
  return written;
}

/** Writes the report of one day again. @throws Error when it is no day that is over */
export async function rewriteReport(day: string, stores: ReportStores, now: number): Promise<void> {
  if (!isDay(day) || day >= dayOf(now)) throw new Error(`${JSON.stringify(day)} is no day that is over`);
  await writeReport(day, stores);
}

function writeReport(day: string, { ledger, reports }: ReportStores): Promise<void> {
  return reports.put(reportKey(day), usageCsv(ledger.of(day)), 'text/csv; charset=utf-8; header=present');
}
