import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import type { ConversionStores } from './conversion/request-conversion.ts';
import { ENVIRONMENT, readEnvironment } from './environment.ts';
import { DynamoConversions } from './storage/dynamo-conversions.ts';
import { S3Files } from './storage/s3-files.ts';

let stores: ConversionStores | undefined;

/** The stores, built on first use. The only place that makes AWS clients. */
export function services(): ConversionStores {
  stores ??= {
    conversions: new DynamoConversions(new DynamoDBClient(), readEnvironment(ENVIRONMENT.conversionsTable)),
    files: new S3Files(
      // A stand-in on this machine is found by endpoint and knows no bucket host names.
      new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined }),
      readEnvironment(ENVIRONMENT.filesBucket),
    ),
  };
  return stores;
}
