import { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../../functions/conversion/job-queues.ts';
import { jobQueueVariable } from '../../../functions/environment.ts';
import { INGEST_NODE_OPTIONS } from '../../../functions/lanes.ts';
import { ALL_ENGINES, edgeOf, flatten, ingestOf, newApp, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { server } = ingestOf(synthesized);
const revision = synthesized.resourceOf(server.node.findChild('Revision'));
const { ServiceConfig: config, BuildConfig: build } = revision.Properties as unknown as {
  ServiceConfig: {
    EnvironmentVariables: Record<string, unknown>;
    TelemetryConfig: { LoggingConfig: { LogGroup: { Ref: string } } };
    [name: string]: unknown;
  };
  BuildConfig: { CodeConfig: { S3Object: Record<string, unknown> }; RuntimeConfig: unknown };
};

describe('the ingest server as a web function', () => {
  it('is a web function, and nothing runs without uploads', () => {
    expect(synthesized.ofType('AWS::Lambda::WebFunction')).toHaveLength(1);
    for (const type of ['AWS::ECS::Service', 'AWS::ElasticLoadBalancingV2::LoadBalancer']) {
      expect(synthesized.ofType(type)).toEqual([]);
    }
  });

  it('has a name that ends with its region, in which no name of ours is longer than Lambda takes', () => {
    const [fn] = synthesized.ofType('AWS::Lambda::WebFunction');
    const name = flatten(fn?.Properties.FunctionName);
    expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*-<AWS::Region>$/);
    expect(name.replace('<AWS::Region>', 'ap-southeast-123').length).toBeLessThanOrEqual(64);
    const long = new Synthesis({}, { within: new Stack(newApp(), `A${'very'.repeat(30)}LongName`) });
    const [other] = long.ofType('AWS::Lambda::WebFunction');
    expect(flatten(other?.Properties.FunctionName).replace('<AWS::Region>', 'us-isof-south-1').length).toBe(64);
  });

  it('is public, as its endpoint has to be, without a warning at synthesis: it checks the key', () => {
    expect(synthesized.ofType('AWS::Lambda::WebFunctionEndpoint').map(({ Properties }) => Properties)).toEqual([
      expect.objectContaining({ AuthType: 'ApplicationManaged', EndpointType: 'HomeRegion' }),
    ]);
    expect(synthesized.ofType('AWS::Lambda::ResourcePolicy')).toEqual([]);
    expect(Annotations.fromStack(synthesized.stack).findWarning('*', Match.anyValue())).toEqual([]);
  });

  it('cannot grow without bounds: no flood of uploads costs more than so much', () => {
    const [endpoint] = synthesized.ofType('AWS::Lambda::WebFunctionEndpoint');
    expect(endpoint?.Properties.ScalingConfig).toEqual({ MaxEnvironments: 10 });
  });

  it('knows where uploads and jobs go, and which engines there are', () => {
    const { storage } = synthesized.service;
    expect(config.EnvironmentVariables).toEqual({
      CONVERSIONS_TABLE: { Ref: synthesized.idOf(storage.table) },
      FILES_BUCKET: { Ref: synthesized.idOf(storage.bucket) },
      ENGINES: ALL_ENGINES.map(({ name }) => name).join(','),
      NODE_OPTIONS: INGEST_NODE_OPTIONS,
      ORIGIN_KEYS: expect.anything(),
      ...Object.fromEntries(JOB_QUEUE_NAMES.map((name) => [jobQueueVariable(name), { Ref: expect.any(String) }])),
    });
  });

  it('has its permissions before the first request', () => {
    const policies = Object.keys(synthesized.resources).filter((id) => {
      const { Type, Properties } = synthesized.resources[id] ?? {};
      return Type === 'AWS::IAM::Policy' && Properties?.Roles.some(({ Ref }) => Ref === synthesized.idOf(server.role));
    });
    expect(policies).toHaveLength(1);
    expect(revision.DependsOn).toEqual(expect.arrayContaining(policies));
  });

  it('is where the edge finds it', () => {
    const { DistributionConfig } = synthesized.resourceOf(edgeOf(synthesized).distribution).Properties;
    const [endpoint] = Object.keys(synthesized.resources).filter(
      (id) => synthesized.resources[id]?.Type === 'AWS::Lambda::WebFunctionEndpoint',
    );
    expect((DistributionConfig as { Origins: unknown[] }).Origins).toContainEqual(
      expect.objectContaining({ Id: 'ingest', DomainName: { 'Fn::GetAtt': [endpoint, 'DomainName'] } }),
    );
  });
});

describe('the code of the web function', () => {
  const [bucketId, bucket] =
    Object.entries(synthesized.resources).find(([, { Type, Properties }]) => {
      return Type === 'AWS::S3::Bucket' && Properties.VersioningConfiguration;
    }) ?? [];

  it('lies in a bucket that keeps versions, as Lambda wants it, and that goes with the stack', () => {
    expect(bucket).toMatchObject({
      DeletionPolicy: 'Delete',
      Properties: {
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      },
    });
    const emptied = synthesized.ofType('Custom::S3AutoDeleteObjects').map(({ Properties }) => Properties.BucketName);
    expect(emptied).not.toContainEqual({ Ref: bucketId });
  });

  it('is a version of its own', () => {
    const [copy, ...others] = synthesized.ofType('Custom::S3ObjectCopy');
    expect(others).toEqual([]);
    expect(copy?.Properties.DestinationBucketName).toEqual({ Ref: bucketId });
    expect(Object.keys(build.CodeConfig.S3Object).sort()).toEqual(['Bucket', 'Key', 'VersionId']);
  });

  it('is read by Lambda for this function alone', () => {
    const policies = synthesized.ofType('AWS::S3::BucketPolicy').map(({ Properties }) => Properties);
    const own = policies.filter(({ Bucket }) => (Bucket as { Ref: string }).Ref === bucketId);
    const allowed = own.flatMap(({ PolicyDocument: { Statement } }) =>
      Statement.filter(({ Effect }) => Effect === 'Allow'),
    );
    expect(allowed).toEqual([
      expect.objectContaining({
        Action: ['s3:GetObject', 's3:GetObjectVersion'],
        Principal: { Service: 'lambda.amazonaws.com' },
        Condition: expect.objectContaining({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } }),
      }),
    ]);
    expect(flatten(allowed[0]?.Resource)).toMatch(new RegExp(`^<${bucketId}>/web-function/\\w+/\\*$`));
  });
});
