import type { FileStore } from '../../conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { S3Files } from '../../storage/s3-files.ts';
import { s3Client } from './clients.ts';

/** The store of reports, in a bucket of their own. */
export function buildReports(): FileStore {
  return new S3Files(s3Client(), readEnvironment(ENVIRONMENT.reportsBucket));
}
