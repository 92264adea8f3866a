import { ACCOUNT, REGION } from '../template/stand-in-values.ts';
import { type AwsCall, type AwsRequest, formFields } from './request.ts';

export type Service = 's3' | 'dynamodb' | 'sqs' | 'lambda';

/** What a request asks for, of each service; throws where it asks for what nobody has thought of here. */
export const READ_CALLS: Readonly<Record<Service, (request: AwsRequest) => Promise<readonly AwsCall[]>>> = {
  s3: readS3Calls,
  dynamodb: async (request) => readDynamoCalls(request),
  sqs: async (request) => readSqsCalls(request),
  lambda: async (request) => readLambdaCalls(request),
};

/** What S3 does for a request to a file, by its method and the parameter that makes it another. */
const S3_ACTIONS: Readonly<Record<string, string>> = {
  'GET ': 's3:GetObject',
  'HEAD ': 's3:GetObject',
  'PUT ': 's3:PutObject',
  'PUT uploadId': 's3:PutObject',
  'POST uploadId': 's3:PutObject',
  'POST uploads': 's3:PutObject',
  'DELETE ': 's3:DeleteObject',
  'DELETE uploadId': 's3:AbortMultipartUpload',
};

/** Parameters that make a request to a file one for something else about it. */
const S3_PARAMETERS = ['uploadId', 'uploads', 'tagging', 'acl', 'versionId', 'delete', 'list-type'];

async function readS3Calls(request: AwsRequest): Promise<AwsCall[]> {
  const { method, url } = request;
  const [bucket = '', ...path] = decodeURIComponent(url.pathname).slice(1).split('/');
  const fields = method === 'POST' ? await formFields(request) : undefined;
  const parameters = S3_PARAMETERS.filter((name) => url.searchParams.has(name));
  const action = fields ? 's3:PutObject' : S3_ACTIONS[`${method} ${parameters.join('&')}`];
  const key = fields?.key ?? path.join('/');
  if (!action || key === '') throw new Error(`Nothing is known of ${method} ${url.pathname}${url.search} in S3`);
  return [{ action, resource: `arn:aws:s3:::${bucket}/${key}` }];
}

const DYNAMO_ACTIONS = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query', 'Scan'];

function readDynamoCalls({ headers, body }: AwsRequest): AwsCall[] {
  const action = targetOf(headers);
  if (!DYNAMO_ACTIONS.includes(action)) throw new Error(`Nothing is known of ${action} in DynamoDB`);
  const { TableName, IndexName } = JSON.parse(body.toString()) as { TableName: string; IndexName?: string };
  const index = IndexName === undefined ? '' : `/index/${IndexName}`;
  return [{ action: `dynamodb:${action}`, resource: arn('dynamodb', `table/${TableName}${index}`) }];
}

function readSqsCalls({ headers, body }: AwsRequest): AwsCall[] {
  const { QueueUrl } = JSON.parse(body.toString()) as { QueueUrl: string };
  const queue = QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1);
  // A batch needs the permission of the single action.
  const action = targetOf(headers).replace(/Batch$/, '');
  return [{ action: `sqs:${action}`, resource: arn('sqs', queue) }];
}

/** The path of a call of a function that is answered as a stream. */
export const INVOCATION = /^\/[\d-]+\/functions\/([^/]+)\/response-streaming-invocations$/;

function readLambdaCalls({ url }: AwsRequest): AwsCall[] {
  const [, name = ''] = INVOCATION.exec(url.pathname) ?? [];
  if (name === '') throw new Error(`Nothing is known of ${url.pathname} in Lambda`);
  return [{ action: 'lambda:InvokeFunction', resource: arn('lambda', `function:${decodeURIComponent(name)}`) }];
}

function targetOf(headers: AwsRequest['headers']): string {
  return String(headers['x-amz-target']).replace(/^.*\./, '');
}

function arn(service: Service, resource: string): string {
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
}
