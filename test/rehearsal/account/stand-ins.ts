import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Credentials } from '../../../local/signature.ts';
import { type StandIns, startStandIns } from '../../stand-ins/stand-ins.ts';
import { Resolver } from '../template/resolver.ts';
import { REGION } from '../template/stand-in-values.ts';
import { ofType, type Resource, type Template } from '../template/template.ts';

/** What stands in for the stateful services of AWS, with the table and the queues of a template in them. */
export interface Stores {
  /** The addresses of the services. */
  readonly s3: string;
  readonly dynamodb: string;
  readonly sqs: string;
  /** The name of the bucket of files. */
  readonly bucket: string;
  readonly credentials: Credentials;
  /** The addresses of the queues, by their names. */
  readonly queueUrls: ReadonlyMap<string, string>;
  /** What is in the buckets, by their names. */
  readonly buckets: StandIns['buckets'];
  stop(): Promise<void>;
}

/** Starts the stand-ins, and makes what the template says. */
export async function startStores(
  template: Template,
  folder: string,
  onUpload: (key: string) => void,
): Promise<Stores> {
  const bucket = bucketOf(template);
  const names = otherBuckets(template).filter((name) => name !== bucket);
  const others = { names, onPut: () => undefined };
  const { environment, buckets, stop } = await startStandIns(folder, onUpload, bucket, others, REGION);
  const read = (name: string) => environment[name] ?? '';
  const [s3, dynamodb, sqs] = ['S3', 'DYNAMODB', 'SQS'].map((name) => read(`AWS_ENDPOINT_URL_${name}`)) as [
    string,
    string,
    string,
  ];
  const credentials = {
    accessKeyId: read('AWS_ACCESS_KEY_ID'),
    secretAccessKey: read('AWS_SECRET_ACCESS_KEY'),
    region: REGION,
  };
  await makeTables(template, { dynamodb, credentials });
  const queueUrls = await makeQueues(template, { sqs, credentials });
  return { s3, dynamodb, sqs, bucket, credentials, queueUrls, buckets, stop };
}

/** The one bucket to which clients and engines send forms. */
function bucketOf(template: Template): string {
  const [[id] = ['']] = ofType(template, 'AWS::S3::Bucket').filter(
    ([, { Properties }]) => Properties.CorsConfiguration,
  );
  return new Resolver(template).name(id);
}

/** The buckets that are no part of the service. */
function otherBuckets(template: Template): string[] {
  const resolver = new Resolver(template);
  return ofType(template, 'AWS::S3::Bucket').map(([id]) => resolver.name(id));
}

async function makeTables(template: Template, stores: Pick<Stores, 'dynamodb' | 'credentials'>): Promise<void> {
  const client = tableClient(stores);
  const resolver = new Resolver(template);
  for (const [id, { Properties }] of ofType(template, 'AWS::DynamoDB::GlobalTable')) {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } =
      Properties as unknown as CreateTableCommandInput;
    const indexes = GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    }));
    await client.send(
      new CreateTableCommand({
        TableName: resolver.name(id),
        AttributeDefinitions,
        KeySchema,
        GlobalSecondaryIndexes: indexes,
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
  }
  client.destroy();
}

/** A client of the table. */
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
  // Dead letters first: the other queues name them.
  const queues = ofType(template, 'AWS::SQS::Queue').sort(([, a], [, b]) => redrives(a) - redrives(b));
  for (const [id, { Properties }] of queues) {
    const name = resolver.name(id);
    const attributes: Record<string, string> = { VisibilityTimeout: `${Properties.VisibilityTimeout ?? 30}` };
    const { RedrivePolicy: redrive } = Properties as { RedrivePolicy?: Redrive };
    if (redrive) {
      const [dead] = redrive.deadLetterTargetArn['Fn::GetAtt'];
      const target = await arnInStandIn(client, urls.get(resolver.name(dead)));
      attributes.RedrivePolicy = JSON.stringify({ ...redrive, deadLetterTargetArn: target });
    }
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    urls.set(name, QueueUrl);
  }
  client.destroy();
  return urls;
}

interface Redrive {
  readonly deadLetterTargetArn: { readonly 'Fn::GetAtt': readonly [string, string] };
  readonly maxReceiveCount: number;
}

function redrives({ Properties }: Resource): number {
  return Properties.RedrivePolicy ? 1 : 0;
}

/** The ARN that the stand-in has for a queue: its account is another. */
async function arnInStandIn(client: SQSClient, QueueUrl: string | undefined): Promise<string | undefined> {
  const ask = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] });
  return (await client.send(ask)).Attributes?.QueueArn;
}
