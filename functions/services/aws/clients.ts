import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';

/** A client of S3. A stand-in on this machine is found by endpoint and knows no bucket host names. */
export function s3Client(): S3Client {
  return new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined });
}

/** A client of SQS. A queue's URL must not decide where its messages go: a stand-in's looks like one of AWS. */
export function sqsClient(): SQSClient {
  return new SQSClient({ useQueueUrlAsEndpoint: false });
}
