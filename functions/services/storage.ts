import { buildFiles } from '#aws/files.ts';
import type { FileStore, StorageStores } from '../conversion/stores.ts';
import { slots } from './callers.ts';
import { records } from './records.ts';

let files: FileStore | undefined;

/** The stores of records and files, built on first use: those on AWS, unless this machine has said where else they are. */
export function storage(): StorageStores {
  files ??= buildFiles();
  return { ...records(), files, slots: slots() };
}

/** Has everybody in this process use another store of files than S3. */
export function useFiles(other: FileStore): void {
  files = other;
}
