import { S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from '../../conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { S3Files } from '../../storage/s3-files.ts';

/** The store of reports, in a bucket of their own. */
export function buildReports(): FileStore {
  const client = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
  return new S3Files(client, readEnvironment(ENVIRONMENT.reportsBucket));
}
