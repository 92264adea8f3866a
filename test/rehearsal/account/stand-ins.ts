import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Credentials } from '../../../local/signature.ts';
import { startStandIns } from '../../stand-ins/stand-ins.ts';
import { Resolver } from '../template/resolver.ts';
import { REGION } from '../template/stand-in-values.ts';
import { ofType, type Template } from '../template/template.ts';

/** What stands in for the stateful services of AWS, with the table and the queues of a template in them. */
export interface Stores {
  /** The addresses of the services. */
  readonly s3: string;
  readonly dynamodb: string;
  readonly sqs: string;
  readonly bucket: string;
  readonly credentials: Credentials;
  /** The addresses of the queues, by their names. */
  readonly queueUrls: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Starts the stand-ins, and makes what the template says. */
export async function startStores(
  template: Template,
  folder: string,
  onUpload: (key: string) => void,
): Promise<Stores> {
  const bucket = bucketOf(template);
  const { environment, stop } = await startStandIns(folder, onUpload, bucket, undefined, REGION);
  const read = (name: string) => environment[name] ?? '';
  const [s3, dynamodb, sqs] = [
    read('AWS_ENDPOINT_URL_S3'),
    read('AWS_ENDPOINT_URL_DYNAMODB'),
    read('AWS_ENDPOINT_URL_SQS'),
  ];
  const credentials = {
    accessKeyId: read('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY'),
    region: REGION,
  };
  await makeTables(template, { dynamodb, credentials });
  const queueUrls = await makeQueues(template, { sqs, credentials });
  return { s3, dynamodb, sqs, bucket, credentials, queueUrls, stop };
}

/** The one bucket to which clients and engines send forms. */
function bucketOf(template: Template): string {
  const [[id] = ['']] = ofType(template, 'AWS::S3::Bucket').filter(
    ([, { Properties }]) => Properties.CorsConfiguration,
  );
  return new Resolver(template).name(id);
}

async function makeTables(template: Template, stores: Pick<Stores, 'dynamodb' | 'credentials'>): Promise<void> {
  const client = tableClient(stores);
  const resolver = new Resolver(template);
  for (const [id, { Properties }] of ofType(template, 'AWS::DynamoDB::GlobalTable')) {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } =
      Properties as unknown as CreateTableCommandInput;
    const table = { TableName: resolver.name(id), AttributeDefinitions, KeySchema, GlobalSecondaryIndexes };
    await client.send(new CreateTableCommand({ ...table, BillingMode: 'PAY_PER_REQUEST' }));
  }
  client.destroy();
}

export function tableClient({ dynamodb, credentials }: Pick<Stores, 'dynamodb' | 'credentials'>): DynamoDBClient {
  return new DynamoDBClient({ endpoint: dynamodb, region: REGION, credentials });
}

/** A client of the queues that goes where the stand-in is, whatever their addresses look like. */
export function queueClient({ sqs, credentials }: Pick<Stores, 'sqs' | 'credentials'>): SQSClient {
  return new SQSClient({ endpoint: sqs, region: REGION, credentials, useQueueUrlAsEndpoint: false });
}

async function makeQueues(
  template: Template,
  stores: Pick<Stores, 'sqs' | 'credentials'>,
): Promise<Map<string, string>> {
  const client = queueClient(stores);
  const resolver = new Resolver(template);
  const urls = new Map<string, string>();
  for (const [id, { Properties }] of ofType(template, 'AWS::SQS::Queue')) {
    const QueueName = resolver.name(id);
    const Attributes = { VisibilityTimeout: `${Properties.VisibilityTimeout ?? 30}` };
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    urls.set(QueueName, QueueUrl);
  }
  client.destroy();
  return urls;
}
