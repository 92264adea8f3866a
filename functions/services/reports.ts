import { buildReports } from '#aws/reports.ts';
import type { FileStore } from '../conversion/stores.ts';

let store: FileStore | undefined;

/** The store of the reports of what was used, built on first use. */
export function reports(): Pick<FileStore, 'put' | 'size'> {
  store ??= buildReports();
  return store;
}
