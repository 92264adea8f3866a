import { S3Client } from '@aws-sdk/client-s3';
import type { Places } from '../../conversion/places.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { S3Places } from '../../storage/s3-places.ts';

/** The ways to the buckets of others in S3. */
export function buildPlaces(): Places {
  const client = new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
  return new S3Places(client, readEnvironment(ENVIRONMENT.filesBucket));
}
