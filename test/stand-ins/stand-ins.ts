import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import dynalite from 'dynalite';
import type { FauxqsServer } from 'fauxqs';
import { CALLERS_TABLE } from '../../functions/callers-table.ts';
import { JOB_QUEUE_NAMES } from '../../functions/conversion/job-queues.ts';
import { visibilityTimeout } from '../../functions/conversion/job-times.ts';
import { CONVERSIONS_TABLE } from '../../functions/conversions-table.ts';
import { ENVIRONMENT, jobQueueVariable } from '../../functions/environment.ts';
import { LEDGER_TABLE } from '../../functions/ledger-table.ts';
import type { Bucket } from '../../local/bucket/bucket.ts';
import type { OnUpload } from '../../local/s3-store.ts';
import type { Credentials } from '../../local/signature.ts';
import { guard, startGuardedFauxqs } from './guard.ts';
import { type OtherBuckets, openS3Door } from './s3-door.ts';

const TABLE = 'conversions';
const CALLERS = 'callers';
const LEDGER = 'ledger';
const BUCKET = 'files';

/** The stand-ins for AWS on this machine. */
export interface StandIns {
  /** The environment variables with which the functions, and the SDK in them, find the stand-ins. */
  readonly environment: Readonly<Record<string, string>>;
  readonly bucket: Bucket;
  readonly buckets: ReadonlyMap<string, Bucket>;
  /** Creates a queue. @returns its URL */
  createQueue(name: string): string;
  stop(): Promise<void>;
}

/**
 * Starts S3, SQS and DynamoDB on their own loopback ports. Files are kept in `s3` below `folder`, and records in `records`: in
 * memory each would retain the 64 KB chunk of which its key is a slice.
 * @param onUpload called for each file that was uploaded by a form
 * @param bucket the name of the bucket
 * @param others buckets that are not the service's
 * @param region the only one for which a request may be signed
 */
export async function startStandIns(
  folder: string,
  onUpload: OnUpload = () => undefined,
  bucket = BUCKET,
  others?: OtherBuckets,
  region = 'us-east-1',
): Promise<StandIns> {
  // Random credentials, which no other user of this machine knows.
  const credentials = { accessKeyId: 'local', secretAccessKey: randomUUID(), region };
  const [files, records] = [join(folder, 's3'), join(folder, 'records')];
  for (const path of [files, records]) await mkdir(path, { recursive: true, mode: 0o700 });
  const sqs = await startGuardedFauxqs({ port: 0, logger: false }, credentials);
  const door = await openS3Door({ bucket, folder: files, credentials }, onUpload, others);
  const jobs = createQueues(sqs);
  const dynamo = dynalite({ path: records, createTableMs: 0 });
  guard(dynamo, credentials);
  await new Promise<void>((resolve) => dynamo.listen(0, '127.0.0.1', resolve));
  const environment = {
    [ENVIRONMENT.conversionsTable]: TABLE,
    [ENVIRONMENT.callersTable]: CALLERS,
    [ENVIRONMENT.ledgerTable]: LEDGER,
    [ENVIRONMENT.reportsBucket]: bucket,
    [ENVIRONMENT.filesBucket]: bucket,
    ...jobs,
    AWS_ENDPOINT_URL_S3: door.address,
    AWS_ENDPOINT_URL_SQS: sqs.address,
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(dynamo.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_REGION: region,
  };
  await createTables(environment.AWS_ENDPOINT_URL_DYNAMODB, credentials);
  const stop = async () => {
    await new Promise((resolve) => dynamo.close(resolve));
    await door.close();
    await sqs.stop();
  };
  const createQueue = (name: string) => sqs.createQueue(name, { attributes: { VisibilityTimeout: '2' } }).queueUrl;
  return { environment, bucket: door.bucket, buckets: door.buckets, createQueue, stop };
}

/** The URLs of the job queues, by their environment variables. */
function createQueues(sqs: FauxqsServer): Record<string, string> {
  const jobs = JOB_QUEUE_NAMES.map((name) => {
    const attributes = { VisibilityTimeout: String(visibilityTimeout(name)) };
    return [jobQueueVariable(name), sqs.createQueue(`jobs-${name}`, { attributes }).queueUrl];
  });
  return Object.fromEntries(jobs);
}

/** An index of a table, by the names of the service. */
interface Index {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey: string;
  /** The projected attributes besides the keys. @default all */
  readonly attributes?: readonly string[];
}

async function createTables(endpoint: string, { region, ...credentials }: Credentials): Promise<void> {
  const { key, storedFiles, ownConversions } = CONVERSIONS_TABLE;
  const numbers: readonly string[] = [storedFiles.sortKey, ownConversions.sortKey];
  const client = new DynamoDBClient({ endpoint, region, credentials });
  const create = async (TableName: string, hash: string, indexes: readonly Index[] = []) => {
    const keys = [hash, ...indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])];
    const GlobalSecondaryIndexes = indexes.map(({ name, partitionKey, sortKey, attributes }) => ({
      IndexName: name,
      KeySchema: [
        { AttributeName: partitionKey, KeyType: 'HASH' as const },
        { AttributeName: sortKey, KeyType: 'RANGE' as const },
      ],
      Projection: attributes
        ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...attributes] }
        : { ProjectionType: 'ALL' as const },
    }));
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [...new Set(keys)].map((AttributeName) => ({
          AttributeName,
          AttributeType: numbers.includes(AttributeName) ? 'N' : 'S',
        })),
        KeySchema: [{ AttributeName: hash, KeyType: 'HASH' }],
        ...(indexes.length > 0 && { GlobalSecondaryIndexes }),
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName });
  };
  await Promise.all([
    create(TABLE, key, [storedFiles, ownConversions]),
    create(CALLERS, CALLERS_TABLE.key),
    create(LEDGER, LEDGER_TABLE.key, [LEDGER_TABLE.days]),
  ]);
  client.destroy();
}
