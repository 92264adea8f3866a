import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { ConversionStores } from './conversion/stores.ts';
import { ENVIRONMENT, jobQueueVariable, readEnvironment } from './environment.ts';
import { DynamoConversions } from './storage/dynamo-conversions.ts';
import { S3Files } from './storage/s3-files.ts';
import { SqsJobs } from './storage/sqs-jobs.ts';

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
    // A queue's URL must not decide where its messages go: a stand-in's looks like one of AWS.
    jobs: new SqsJobs(new SQSClient({ useQueueUrlAsEndpoint: false }), (engine) =>
      readEnvironment(jobQueueVariable(engine)),
    ),
  };
  return stores;
}
