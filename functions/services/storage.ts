import { buildFiles } from '#aws/files.ts';
import type { StorageStores } from '../conversion/stores.ts';
import { slots } from './callers.ts';
import { provided } from './provided.ts';
import { records } from './records.ts';

/** The store of files: S3, unless this process has set another. */
const [files, useFiles] = provided(buildFiles);

export { useFiles };

/** The stores of records and files. */
export function storage(): StorageStores {
  return { ...records(), files: files(), slots: slots() };
}
