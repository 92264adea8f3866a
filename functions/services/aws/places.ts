import type { Places } from '../../conversion/places.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { S3Places } from '../../storage/s3-places.ts';
import { s3Client } from './clients.ts';

/** The ways to the buckets of others in S3. */
export function buildPlaces(): Places {
  return new S3Places(s3Client(), readEnvironment(ENVIRONMENT.filesBucket));
}
