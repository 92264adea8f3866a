import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES, type JobQueueName, queueOf } from '../../functions/conversion/job-queues.ts';
import { engineFunctionVariable, jobQueueVariable } from '../../functions/environment.ts';
import { IngestFunction } from '../../lib/ingest/ingest-function.ts';
import { ALL_ENGINES, flatten, ingestOf, type Resource, type Statement, Synthesis, synthesis } from './synthesis.ts';

const synthesized = synthesis();
const { storage, jobs } = synthesized.service;
const engines = ALL_ENGINES.map(({ name }) => name);

const NAMES: Readonly<Record<string, string>> = {
  [synthesized.idOf(storage.table)]: 'table',
  [synthesized.idOf(storage.bucket)]: 'bucket',
  ...Object.fromEntries([...jobs.queues].map(([name, queue]) => [synthesized.idOf(queue.jobs), `jobs ${name}`])),
  ...Object.fromEntries(
    Object.entries(synthesized.engineFunctions()).map(([name, fn]) => [synthesized.idOf(fn), name]),
  ),
};

const consume = (queue: string) =>
  ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map((action) => `sqs:${action} <${queue}>`);

/** What Lambda does with the role of an engine function to attach it to the network; its code is denied it. */
const NETWORK = [
  'ec2:AssignPrivateIpAddresses *',
  'ec2:CreateNetworkInterface *',
  'ec2:DeleteNetworkInterface *',
  'ec2:DescribeNetworkInterfaces *',
  'ec2:DescribeSubnets *',
  'ec2:UnassignPrivateIpAddresses *',
];

/** The engines whose jobs wait in a queue. */
const enginesOf = (queue: JobQueueName) => ALL_ENGINES.filter((engine) => queueOf(engine) === queue);

/** Those, the ones that take over what they find nothing in, and those that make PDF of what one of them joins. */
const callable = (queue: JobQueueName) => {
  const own = enginesOf(queue);
  const called = own.flatMap(({ name, successor }) => [name, ...(successor ? [successor.name] : [])]);
  if (own.some(({ joins }) => joins === 'pdf'))
    called.push(
      ...ALL_ENGINES.filter((engine) => Object.values(engine.conversions).flat().includes('pdf')).map(
        ({ name }) => name,
      ),
    );
  return [...new Set(called)].map((name) => `lambda:InvokeFunction <engine ${name}>`);
};

const dispatch = (queue: JobQueueName) => [
  'dynamodb:GetItem <table>',
  'dynamodb:UpdateItem <table>',
  ...enginesOf(queue).flatMap(({ name }) => [
    `s3:GetObject <bucket>/sources/${name}/*`,
    `s3:DeleteObject <bucket>/sources/${name}/*`,
  ]),
  's3:GetObject <bucket>/uploads/*',
  's3:DeleteObject <bucket>/uploads/*',
  's3:DeleteObject <bucket>/results/*',
  's3:GetObject <bucket>/results/*',
  's3:PutObject <bucket>/results/*',
  ...consume(`jobs ${queue}`),
  `sqs:ChangeMessageVisibility <jobs ${queue}>`,
  ...callable(queue),
];

/** The engines that convert calls itself. */
const QUICK = ALL_ENGINES.filter(({ worker }) => worker.lane === 'request').map(({ name }) => name);

/** Beside these, every function may write to its own log group, and all but the engines may send traces. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  health: [],
  openapi: [],
  docs: [],
  page: [],
  formats: [],
  convert: [
    'dynamodb:GetItem <table>',
    'dynamodb:PutItem <table>',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/results/*',
    's3:GetObject <bucket>/results/*',
    's3:PutObject <bucket>/results/*',
    's3:DeleteObject <bucket>/sources/*',
    's3:PutObject <bucket>/sources/*',
    ...QUICK.map((name) => `lambda:InvokeFunction <engine ${name}>`),
    ...JOB_QUEUE_NAMES.map((name) => `sqs:SendMessage <jobs ${name}>`),
  ],
  uploads: ['dynamodb:GetItem <table>', 'dynamodb:PutItem <table>', 's3:PutObject <bucket>/uploads/*'],
  status: ['dynamodb:GetItem <table>'],
  download: [
    'dynamodb:GetItem <table>',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/results/*',
    's3:GetObject <bucket>/results/*',
  ],
  ...Object.fromEntries(JOB_QUEUE_NAMES.map((name) => [`dispatch ${name}`, dispatch(name)])),
  ...Object.fromEntries(engines.map((name) => [`engine ${name}`, NETWORK])),
  intake: [
    'dynamodb:GetItem <table>',
    'dynamodb:PutItem <table>',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/uploads/*',
    's3:GetObject <bucket>/uploads/*',
    ...JOB_QUEUE_NAMES.map((name) => `sqs:SendMessage <jobs ${name}>`),
  ],
  sweep: [
    'dynamodb:Query <table>/index/stored-files',
    'dynamodb:UpdateItem <table>',
    's3:DeleteObject <bucket>/results/*',
    's3:DeleteObject <bucket>/sources/*',
    's3:DeleteObject <bucket>/uploads/*',
  ],
  fallback: [],
};

/** The same, of the ingest server, wherever it runs. */
const INGEST = [
  'dynamodb:GetItem <table>',
  'dynamodb:PutItem <table>',
  's3:AbortMultipartUpload <bucket>/uploads/*',
  's3:DeleteObject <bucket>/uploads/*',
  's3:PutObject <bucket>/uploads/*',
  ...JOB_QUEUE_NAMES.map((name) => `sqs:SendMessage <jobs ${name}>`),
];

/** The functions that leave jobs. */
const SENDERS = ['convert', 'intake'];

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

/** The bucket as that function knows it which must be there before the bucket is. */
const NAMED_BUCKET = flatten(synthesized.stack.resolve(storage.bucket.named.bucketArn));

/** What a role is allowed, one line for each action on each resource. */
function permissions(role: IConstruct | undefined, within = synthesized): string[] {
  const policies = within
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === within.idOf(role)));
  return statements(policies)
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource }) =>
      list(Action ?? []).flatMap((action) => list(Resource).map((resource) => `${action} ${flatten(resource)}`)),
    )
    .map((line) => line.replace(NAMED_BUCKET, '<bucket>'))
    .map((line) => line.replace(/<(\w+)>/, (whole, id) => (NAMES[id] ? `<${NAMES[id]}>` : whole)))
    .sort();
}

describe('permissions', () => {
  it.each(Object.entries(synthesized.functions()))('%s may do what it does and no more', (name, fn) => {
    const logs = synthesized.idOf(fn.logGroup);
    const own = [`logs:CreateLogStream <${logs}>`, `logs:PutLogEvents <${logs}>`];
    const traces = name.startsWith('engine ') ? [] : TRACING;
    expect(permissions(fn.role)).toEqual([...expected(name), ...own, ...traces].sort());
  });

  it('the ingest server may do what it does and no more, in a web function', () => {
    const { server } = ingestOf(synthesized);
    if (!(server instanceof IngestFunction)) throw new Error('the default is no web function');
    const logs = synthesized.idOf(server.node.scope?.node.findChild('FunctionLogs'));
    const own = [`logs:CreateLogStream <${logs}>`, `logs:PutLogEvents <${logs}>`];
    expect(permissions(server.role)).toEqual([...INGEST, ...own].sort());
  });

  it('the ingest server may do the same in a container, where who starts it writes its logs', () => {
    const onFargate = new Synthesis({ ingest: 'fargate' });
    const { server } = ingestOf(onFargate);
    expect(permissions(server.role, onFargate)).toEqual([...INGEST].sort());
    const starter = server.node.findChild('Task').node.findChild('ExecutionRole');
    const logs = onFargate.idOf(server.node.findChild('Task').node.findChild('Logs'));
    expect(permissions(starter, onFargate).filter((line) => !line.startsWith('ecr:'))).toEqual([
      `logs:CreateLogStream <${logs}>`,
      `logs:PutLogEvents <${logs}>`,
    ]);
  });

  it('has no action with a wildcard, and no resource `*` but for traces and network interfaces', () => {
    // The CDK's function that copies code has the rights that the CDK gives it, on copies of code.
    const { CopyRole } = Object.fromEntries(
      ingestOf(synthesized)
        .node.findAll()
        .map((construct) => [construct.node.id, construct]),
    );
    const copying = synthesized.idOf(CopyRole);
    const allowed = statements(
      Object.values(synthesized.resources).filter(
        ({ Properties }) => Properties?.PolicyDocument && !Properties.Roles?.some(({ Ref }) => Ref === copying),
      ),
    ).filter(({ Effect }) => Effect === 'Allow');
    // The same holds for the function that empties the bucket when the stack is deleted: it may, in this bucket, what the
    // policy of the bucket says, and its role write logs.
    const emptying = allowed.filter(({ Principal }) => JSON.stringify(Principal ?? '').includes('AutoDeleteObjects'));
    expect(emptying).toHaveLength(1);
    const unnamed = [...TRACING, ...NETWORK].map((line) => line.replace(' *', ''));
    for (const { Action, Resource } of allowed.filter((statement) => !emptying.includes(statement))) {
      expect(list(Action ?? []).filter((action) => action.includes('*'))).toEqual([]);
      if (list(Resource).includes('*')) {
        expect(unnamed).toEqual(expect.arrayContaining([...list(Action ?? [])]));
      }
    }
  });

  it.each(Object.entries(synthesized.engineFunctions()))(
    '%s: its code can write its own log and nothing else, whoever carries its credentials where',
    (_, fn) => {
      const role = synthesized.idOf(fn.role);
      const policies = synthesized
        .ofType('AWS::IAM::Policy')
        .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === role));
      expect(statements(policies).filter(({ Effect }) => Effect === 'Deny')).toEqual([
        {
          Effect: 'Deny',
          NotAction: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: '*',
          Condition: { ArnEquals: { 'lambda:SourceFunctionArn': { 'Fn::GetAtt': [synthesized.idOf(fn), 'Arn'] } } },
        },
      ]);
      expect(synthesized.resourceOf(fn.role).Properties).not.toHaveProperty('Policies');
      expect(permissions(fn.role).join()).not.toMatch(/s3:|dynamodb:|sqs:|secretsmanager:|lambda:|xray:/);
    },
  );

  it.each(Object.entries(synthesized.engineFunctions()))('%s has its permissions before it is made', (_, fn) => {
    const { DependsOn } = synthesized.resourceOf(fn);
    expect(DependsOn).toEqual(expect.arrayContaining([synthesized.idOf(fn.role?.node.findChild('DefaultPolicy'))]));
  });

  it("leaves a managed policy to none but the account's role for API Gateway, and the CDK's own that empties buckets", () => {
    const managed = synthesized.ofType('AWS::IAM::Role').filter(({ Properties }) => Properties.ManagedPolicyArns);
    expect(managed.map(({ Properties }) => JSON.stringify(Properties.ManagedPolicyArns))).toEqual([
      expect.stringContaining('AmazonAPIGatewayPushToCloudWatchLogs'),
      expect.stringContaining('AWSLambdaBasicExecutionRole'),
    ]);
  });

  it('tells each function the names of what it may reach, and of nothing else', () => {
    for (const [name, fn] of Object.entries(synthesized.functions())) {
      const variables = Object.keys(synthesized.resourceOf(fn).Properties.Environment?.Variables ?? {});
      const reached = expected(name).join();
      expect(variables.includes('CONVERSIONS_TABLE'), name).toBe(reached.includes('<table>'));
      expect(variables.includes('FILES_BUCKET'), name).toBe(reached.includes('<bucket>'));
      const queues = variables.filter((variable) => variable.startsWith('JOB_QUEUE_'));
      expect(queues, name).toEqual(SENDERS.includes(name) ? JOB_QUEUE_NAMES.map(jobQueueVariable) : []);
      const called = engines.filter((engine) => reached.includes(`<engine ${engine}>`));
      expect(variables.filter((variable) => variable.startsWith('ENGINE_FUNCTION_'))).toEqual(
        called.map(engineFunctionVariable),
      );
    }
  });

  it('lets API Gateway, the schedule and the bucket alone call the functions, each from its own ARN', () => {
    const callers = synthesized.ofType('AWS::Lambda::Permission').map(({ Properties }) => {
      expect(Properties.Action).toBe('lambda:InvokeFunction');
      expect(Properties.SourceArn).toBeDefined();
      return Properties.Principal as string;
    });
    const known = ['apigateway.amazonaws.com', 'events.amazonaws.com', 's3.amazonaws.com'];
    expect([...new Set(callers)].sort()).toEqual(known);
  });
});
