import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../functions/conversion/job-queues.ts';
import { engineFunctionVariable, jobQueueVariable } from '../../functions/environment.ts';
import { ALL_ENGINES, flatten, ingestOf, type Resource, type Statement, synthesis } from './synthesis.ts';

const synthesized = synthesis();
const { storage } = synthesized.service;
const engines = ALL_ENGINES.map(({ name }) => name);

const NAMES: Readonly<Record<string, string>> = {
  [synthesized.idOf(storage.table)]: 'table',
  [synthesized.idOf(storage.bucket)]: 'bucket',
  ...Object.fromEntries(
    Object.entries(synthesized.engineFunctions()).map(([name, fn]) => [synthesized.idOf(fn), name]),
  ),
};

/** The functions that leave jobs. */
const SENDERS = ['convert', 'intake'];

function statements(policies: readonly Resource[]): Statement[] {
  return policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
}

function list<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T];
}

/** The bucket as that function knows it which must be there before the bucket is. */
const NAMED_BUCKET = flatten(synthesized.stack.resolve(storage.bucket.named.bucketArn));

/** The policies of a role. */
const policiesOf = (role: IConstruct | undefined) =>
  synthesized
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === synthesized.idOf(role)));

/** What a role is allowed, one line for each action on each resource. */
function permissions(role: IConstruct | undefined): string[] {
  return statements(policiesOf(role))
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource }) =>
      list(Action ?? []).flatMap((action) => list(Resource).map((resource) => `${action} ${flatten(resource)}`)),
    )
    .map((line) => line.replace(NAMED_BUCKET, '<bucket>'))
    .map((line) => line.replace(/<(\w+)>/, (whole, id) => (NAMES[id] ? `<${NAMES[id]}>` : whole)))
    .sort();
}

/** Which role may what in detail, policies.test.ts evaluates, and docs/reference/policies.md lists. */
describe('permissions', () => {
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
    for (const { Action, Resource } of allowed.filter((statement) => !emptying.includes(statement))) {
      expect(list(Action ?? []).filter((action) => action.includes('*'))).toEqual([]);
      if (list(Resource).includes('*')) {
        for (const action of list(Action ?? []))
          expect(action).toMatch(/^(xray:Put|ec2:\w+(NetworkInterfaces?|PrivateIpAddresses|Subnets)$)/);
      }
    }
  });

  it.each(Object.entries(synthesized.engineFunctions()))(
    '%s: its code can write its own log and nothing else, whoever carries its credentials where',
    (_, fn) => {
      expect(statements(policiesOf(fn.role)).filter(({ Effect }) => Effect === 'Deny')).toEqual([
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

  it('sets in the environment of each function the resources that it may use, and no others', () => {
    for (const [name, fn] of Object.entries(synthesized.functions())) {
      const variables = Object.keys(synthesized.resourceOf(fn).Properties.Environment?.Variables ?? {});
      const reached = permissions(fn.role).join();
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
