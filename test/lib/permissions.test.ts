import { describe, expect, it } from 'vitest';
import { jobQueueVariable } from '../../functions/environment.ts';
import { ALL_ENGINES, flatten, type Resource, type Statement, synthesis } from './synthesis.ts';

const synthesized = synthesis();
const { storage, workers } = synthesized.service;
const engines = ALL_ENGINES.map(({ name }) => name);

const NAMES: Readonly<Record<string, string>> = {
  [synthesized.idOf(storage.table)]: 'table',
  [synthesized.idOf(storage.bucket)]: 'bucket',
  ...Object.fromEntries([...workers.queues].map(([name, { jobs }]) => [synthesized.idOf(jobs), `jobs ${name}`])),
  ...Object.fromEntries(
    [...workers.queues].map(([name, queue]) => [synthesized.idOf(queue.deadLetters), `dead ${name}`]),
  ),
};

const consume = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map((action) => `sqs:${action} <${queue}>`);

/** What Lambda does with a worker's role to attach it to the network. */
const NETWORK = [
  'ec2:AssignPrivateIpAddresses *',
  'ec2:CreateNetworkInterface *',
  'ec2:DeleteNetworkInterface *',
  'ec2:DescribeNetworkInterfaces *',
  'ec2:DescribeSubnets *',
  'ec2:UnassignPrivateIpAddresses *',
];

const worker = (engine: string) => [
  'dynamodb:GetItem <table>',
  'dynamodb:UpdateItem <table>',
  `s3:GetObject <bucket>/sources/${engine}/*`,
  `s3:DeleteObject <bucket>/sources/${engine}/*`,
  's3:AbortMultipartUpload <bucket>/results/*',
  's3:DeleteObject <bucket>/results/*',
  's3:PutObject <bucket>/results/*',
  ...consume(`jobs ${engine}`),
  ...NETWORK,
];

/** Beside these, every function may write to its own log group and send traces, and nothing else. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  health: [],
  formats: [],
  convert: [
    'dynamodb:GetItem <table>',
    'dynamodb:PutItem <table>',
    's3:AbortMultipartUpload <bucket>/results/*',
    's3:DeleteObject <bucket>/results/*',
    's3:PutObject <bucket>/results/*',
    's3:AbortMultipartUpload <bucket>/sources/*',
    's3:PutObject <bucket>/sources/*',
    ...engines.map((name) => `sqs:SendMessage <jobs ${name}>`),
  ],
  status: ['dynamodb:GetItem <table>'],
  download: [
    'dynamodb:GetItem <table>',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/results/*',
    's3:GetObject <bucket>/results/*',
  ],
  ...Object.fromEntries(engines.map((name) => [`worker ${name}`, worker(name)])),
  giveUp: [
    'dynamodb:GetItem <table>',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/sources/*',
    ...engines.flatMap((name) => consume(`dead ${name}`)),
  ],
  sweep: [
    'dynamodb:Query <table>/index/stored-files',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/results/*',
    's3:DeleteObject <bucket>/sources/*',
  ],
  fallback: [],
};

function expected(name: string): readonly string[] {
  const lines = EXPECTED[name];
  if (!lines) throw new Error(`nothing is said of what ${name} may do`);
  return lines;
}

const TRACING = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];

function statements(policies: readonly Resource[]): Statement[] {
  return policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

function list<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}

/** What a role is allowed, one line for each action on each resource. */
function permissions(role: string): string[] {
  const policies = synthesized
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role));
  return statements(policies)
    .flatMap(({ Action, Resource }) =>
      list(Action).flatMap((action) => list(Resource).map((resource) => `${action} ${flatten(resource)}`)),
    )
    .map((line) => line.replace(/<(\w+)>/, (whole, id) => (NAMES[id] ? `<${NAMES[id]}>` : whole)))
    .sort();
}

describe('permissions', () => {
  it.each(Object.entries(synthesized.functions()))('%s may do what it does and no more', (name, fn) => {
    const logs = synthesized.idOf(fn.logGroup);
    const own = [`logs:CreateLogStream <${logs}>`, `logs:PutLogEvents <${logs}>`];
    expect(permissions(synthesized.idOf(fn.role))).toEqual([...expected(name), ...own, ...TRACING].sort());
  });

  it('has no action with a wildcard, and no resource `*` but for traces and the network interfaces of workers', () => {
    const allowed = statements(
      Object.values(synthesized.resources).filter(({ Properties }) => Properties?.PolicyDocument),
    ).filter(({ Effect }) => Effect === 'Allow');
    const unnamed = [...TRACING, ...NETWORK].map((line) => line.replace(' *', ''));
    for (const { Action, Resource } of allowed) {
      expect(list(Action).filter((action) => action.includes('*'))).toEqual([]);
      if (list(Resource).includes('*')) {
        expect(unnamed).toEqual(expect.arrayContaining([...list(Action)]));
      }
    }
  });

  it("leaves a managed policy to none but the account's role for API Gateway", () => {
    const managed = synthesized.ofType('AWS::IAM::Role').filter(({ Properties }) => Properties.ManagedPolicyArns);
    expect(managed).toHaveLength(1);
    expect(JSON.stringify(managed[0])).toContain('AmazonAPIGatewayPushToCloudWatchLogs');
  });

  it('tells each function the names of what it may reach, and of nothing else', () => {
    for (const [name, fn] of Object.entries(synthesized.functions())) {
      const variables = Object.keys(synthesized.resourceOf(fn).Properties.Environment?.Variables ?? {});
      const reached = expected(name).join();
      expect(variables.includes('CONVERSIONS_TABLE'), name).toBe(reached.includes('<table>'));
      expect(variables.includes('FILES_BUCKET'), name).toBe(reached.includes('<bucket>'));
      const queues = variables.filter((variable) => variable.startsWith('JOB_QUEUE_'));
      expect(queues, name).toEqual(name === 'convert' ? engines.map(jobQueueVariable) : []);
    }
  });

  it('lets API Gateway and the schedule alone call the functions, each from its own ARN', () => {
    const callers = synthesized.ofType('AWS::Lambda::Permission').map(({ Properties }) => {
      expect(Properties.Action).toBe('lambda:InvokeFunction');
      expect(Properties.SourceArn).toBeDefined();
      return Properties.Principal as string;
    });
    expect(new Set(callers)).toEqual(new Set(['apigateway.amazonaws.com', 'events.amazonaws.com']));
  });
});
