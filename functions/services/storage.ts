import { S3Client } from '@aws-sdk/client-s3';
import type { FileStore, StorageStores } from '../conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { S3Files } from '../storage/s3-files.ts';
import { records } from './records.ts';

let files: FileStore | undefined;

/** The stores of records and files, built on first use. */
export function storage(): StorageStores {
  files ??= build();
  return { ...records(), files };
}

/** Has everybody in this process use another store of files than S3. */
export function useFiles(other: FileStore): void {
  files = other;
}

function build(): FileStore {
  // A stand-in on this machine is found by endpoint and knows no bucket host names.
  const client = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
  return new S3Files(client, readEnvironment(ENVIRONMENT.filesBucket));
}
