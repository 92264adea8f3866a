import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { flatten, newApp, type Resource, Synthesis, synthesis } from '../synthesis.ts';

/** The stack of bin/file-conversion.ts, in a region. */
function deployed(region?: string): Synthesis {
  const env = region ? { env: { region, account: '123456789012' } } : {};
  return new Synthesis({}, { within: new Stack(newApp(), 'FileConversion', env) });
}

/**
 * What must outlive a deployment, by type, and what of it makes CloudFormation put another in its place (the properties
 * whose "Update requires" is "Replacement" in the template reference).
 */
const LASTING: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::CloudFront::Distribution': [],
};

type Lasting = Readonly<
  Record<string, { readonly Type: string; readonly Properties: Readonly<Record<string, unknown>> }>
>;

function lasting({ resources }: Synthesis): Lasting {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
      const names = LASTING[Type];
      if (!names) return [];
      const known = names.filter((name) => Properties[name] !== undefined).map((name) => [name, Properties[name]]);
      return [[id, { Type, Properties: Object.fromEntries(known) as Record<string, unknown> }]];
    }),
  );
}

/** As it was deployed before: changes when somebody has to move records or files, or clients get another address. */
const BEFORE = JSON.parse(readFileSync(new URL('lasting-resources.json', import.meta.url), 'utf8')) as Lasting;

describe('an upgrade, and the way back', () => {
  it('leave the records, the files, the key and the address where they are', () => {
    const now = lasting(deployed());
    expect(now).toMatchObject(BEFORE);
  });
});

/** Types whose names an account has once, in all regions together. */
const GLOBAL = /^AWS::(CloudFront|IAM|S3|Lambda::WebFunction)/;

/** Names of resources, by the types of which an account has a name once. */
function globalNames(synthesized: Synthesis, region: string): string[] {
  return Object.values(synthesized.resources)
    .filter(({ Type }) => GLOBAL.test(Type) && Type !== 'AWS::IAM::Policy')
    .flatMap(({ Type, Properties }) => namesIn(Properties).map((name) => `${Type} ${spell(name, region)}`))
    .filter((name) => !name.includes('WebFunctionEndpoint'));
}

/** What a resource is called, and not what it calls others. */
function namesIn(properties: Resource['Properties']): unknown[] {
  const { Name, BucketName, RoleName, WebFunctionName, FunctionName, CachePolicyConfig } = properties;
  const { Name: policyName } = (CachePolicyConfig ?? {}) as { Name?: unknown };
  return [Name, BucketName, RoleName, WebFunctionName, FunctionName, policyName].filter(
    (name) => name !== undefined && !JSON.stringify(name).startsWith('{"Ref":"Service'),
  );
}

function spell(name: unknown, region: string): string {
  return flatten(name).replaceAll('<AWS::Region>', region).replaceAll('<AWS::StackId>', `stack-of-${region}`);
}

describe('a second region', () => {
  const regions = ['us-east-1', 'eu-central-1'];

  it('has no name that the first has taken, whatever stack it is deployed from', () => {
    for (const stacks of [regions.map((region) => deployed(region)), regions.map(() => deployed())]) {
      const [first = [], second = []] = stacks.map((stack, index) => globalNames(stack, regions[index] ?? ''));
      // Three functions and a policy of CloudFront, the bucket of files, the web function.
      expect(first).toHaveLength(6);
      expect(second.filter((name) => first.includes(name))).toEqual([]);
      for (const name of first) expect(name).toMatch(/us-east-1/);
    }
  });
});

describe('destroying the stack', () => {
  const synthesized = synthesis();

  it('leaves nothing but what other APIs of the account may use', () => {
    const kept = Object.values(synthesized.resources).filter(
      ({ DeletionPolicy }) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete',
    );
    expect(kept.map(({ Type }) => Type).sort()).toEqual(['AWS::ApiGateway::Account', 'AWS::IAM::Role']);
  });

  it('fails on no bucket that has something in it: each is emptied before', () => {
    const emptied = ['Custom::S3AutoDeleteObjects', 'Custom::S3ObjectCopy']
      .flatMap((type) => synthesized.ofType(type))
      .map(({ Properties }) => flatten(Properties.BucketName ?? Properties.DestinationBucketName));
    const buckets = Object.keys(synthesized.resources).filter(
      (id) => synthesized.resources[id]?.Type === 'AWS::S3::Bucket',
    );
    expect(emptied.sort()).toEqual(buckets.map((id) => `<${id}>`).sort());
  });
});
