import { Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../../functions/conversion/job-queues.ts';
import { jobQueueVariable } from '../../../functions/environment.ts';
import { INGEST_NODE_OPTIONS } from '../../../functions/lanes.ts';
import { IngestService } from '../../../lib/ingest/ingest-service.ts';
import { ALL_ENGINES, distributionOf, edgeOf, flatten, ingestOf, newApp, Synthesis, synthesis } from '../synthesis.ts';

const web = synthesis();
// Synthesized on a machine without Docker, as this may be one: only deploying needs it.
const fargate = synthesis({ ingest: 'fargate' });

function only(type: string, within: Synthesis) {
  const [[id, resource] = [], ...others] = within.entriesOf(type);
  if (!resource || others.length > 0) throw new Error(`there is not one ${type}`);
  return { ...resource, id };
}

/** What the server knows, but for the keys of the edge. */
const KNOWN = {
  ENGINES: ALL_ENGINES.map(({ name }) => name).join(','),
  NODE_OPTIONS: INGEST_NODE_OPTIONS,
  CONVERSIONS_TABLE: { Ref: web.idOf(web.service.storage.table) },
  FILES_BUCKET: { Ref: web.idOf(web.service.storage.bucket) },
  ORIGIN_KEYS: expect.anything(),
  ...Object.fromEntries(JOB_QUEUE_NAMES.map((name) => [jobQueueVariable(name), { Ref: expect.any(String) }])),
};

const originOf = (within: Synthesis) => distributionOf(within).Origins.find(({ Id }) => Id === 'ingest');

describe('the ingest server as a web function', () => {
  const revision = only('AWS::Lambda::WebFunctionRevision', web);
  const endpoint = only('AWS::Lambda::WebFunctionEndpoint', web);

  it('costs nothing without uploads, and with a flood of them no more than so much', () => {
    for (const type of ['AWS::ECS::Service', 'AWS::ElasticLoadBalancingV2::LoadBalancer'])
      expect(web.ofType(type)).toEqual([]);
    expect(endpoint.Properties.ScalingConfig).toEqual({ MaxEnvironments: 10 });
  });

  it('has a name that ends with its region, in which no name of ours is longer than Lambda takes', () => {
    const name = flatten(only('AWS::Lambda::WebFunction', web).Properties.FunctionName);
    expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*-<AWS::Region>$/);
    const long = new Synthesis({}, { within: new Stack(newApp(), `A${'very'.repeat(30)}LongName`) });
    const { FunctionName } = only('AWS::Lambda::WebFunction', long).Properties;
    expect(flatten(FunctionName).replace('<AWS::Region>', 'us-isof-south-1').length).toBe(64);
  });

  it('is public, as its endpoint has to be, without a warning at synthesis: it checks the key', () => {
    expect(endpoint.Properties).toMatchObject({ AuthType: 'ApplicationManaged', EndpointType: 'HomeRegion' });
    expect(web.ofType('AWS::Lambda::ResourcePolicy')).toEqual([]);
    expect(Annotations.fromStack(web.stack).findWarning('*', Match.anyValue())).toEqual([]);
    expect(originOf(web)).toMatchObject({ DomainName: { 'Fn::GetAtt': [endpoint.id, 'DomainName'] } });
  });

  it('knows where uploads and jobs go and which engines there are, and has its permissions before the first request', () => {
    expect(revision.Properties.ServiceConfig).toMatchObject({ EnvironmentVariables: KNOWN });
    const { role } = ingestOf(web).server;
    const policies = web
      .entriesOf('AWS::IAM::Policy')
      .filter(([, { Properties }]) => Properties.Roles.some(({ Ref }) => Ref === web.idOf(role)));
    expect(policies).toHaveLength(1);
    expect(revision.DependsOn).toContain(policies[0]?.[0]);
  });

  it('has its code in a bucket that keeps versions, as Lambda wants it, which reads it for this function alone', () => {
    const [id, bucket] =
      web.entriesOf('AWS::S3::Bucket').find(([, { Properties }]) => Properties.VersioningConfiguration) ?? [];
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toMatchObject({ RestrictPublicBuckets: true });
    expect(only('Custom::S3ObjectCopy', web).Properties.DestinationBucketName).toEqual({ Ref: id });
    const allowed = web
      .ofType('AWS::S3::BucketPolicy')
      .filter(({ Properties }) => (Properties.Bucket as { Ref: string }).Ref === id)
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toMatchObject([
      {
        Action: ['s3:GetObject', 's3:GetObjectVersion'],
        Principal: { Service: 'lambda.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
    expect(flatten(allowed[0]?.Resource)).toMatch(new RegExp(`^<${id}>/web-function/\\w+/\\*$`));
  });
});

describe('the ingest server on Fargate', () => {
  const { server } = ingestOf(fargate);
  if (!(server instanceof IngestService)) throw new Error('the ingest server is not on Fargate');
  const subnetsOf = (within: Synthesis) =>
    (only('AWS::ECS::Service', within).Properties.NetworkConfiguration as { AwsvpcConfiguration: object })
      .AwsvpcConfiguration;

  it('takes the place of the web function, knows the same, and writes nothing but logs', () => {
    expect(fargate.ofType('AWS::Lambda::WebFunction')).toEqual([]);
    const task = only('AWS::ECS::TaskDefinition', fargate).Properties;
    expect(task).toMatchObject({
      RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' },
      ContainerDefinitions: [{ ReadonlyRootFilesystem: true, PortMappings: [{ ContainerPort: 3000 }] }],
    });
    const [container] = task.ContainerDefinitions as { Environment: { Name: string; Value: unknown }[] }[];
    const environment = Object.fromEntries(container?.Environment.map(({ Name, Value }) => [Name, Value]) ?? []);
    expect(environment).toEqual({ ...KNOWN, LISTEN_ADDRESS: '0.0.0.0:3000' });
    expect(JSON.stringify(environment.ORIGIN_KEYS)).toContain('resolve:secretsmanager');
  });

  it('is reached by the edge through a load balancer without an address of the internet, and by nobody else', () => {
    const balancer = only('AWS::ElasticLoadBalancingV2::LoadBalancer', fargate);
    expect(balancer.Properties.Scheme).toBe('internal');
    const origin = only('AWS::CloudFront::VpcOrigin', fargate).Properties.VpcOriginEndpointConfig;
    expect(origin).toMatchObject({ Arn: { Ref: balancer.id }, OriginProtocolPolicy: 'http-only' });
    // All regions of an account share those names.
    expect(flatten((origin as { Name: unknown }).Name)).toMatch(/^.{1,48}-<AWS::Region>$/);
    expect(originOf(fargate)).toMatchObject({
      VpcOriginConfig: { VpcOriginId: expect.anything(), OriginReadTimeout: 60 },
      OriginCustomHeaders: [{ HeaderName: 'x-origin-key' }],
    });
    const { SecurityGroups } = subnetsOf(fargate) as { SecurityGroups: unknown[] };
    const entrance = fargate.idOf(server.node.findChild('Entrance'));
    expect(fargate.ofType('AWS::EC2::SecurityGroupIngress').map(({ Properties }) => Properties)).toMatchObject([
      { GroupId: SecurityGroups[0], FromPort: 3000, SourceSecurityGroupId: { 'Fn::GetAtt': [entrance, 'GroupId'] } },
    ]);
  });

  it('is there with its load balancer before the edge sends anything', () => {
    const { DependsOn } = fargate.resourceOf(edgeOf(fargate).distribution);
    for (const type of ['AWS::ECS::Service', 'AWS::ElasticLoadBalancingV2::Listener'])
      expect(DependsOn).toContain(only(type, fargate).id);
  });

  it('has a way out without a NAT, and to S3 and DynamoDB without leaving the network of AWS', () => {
    const [vpc] = server.node.findAll().filter((construct) => construct instanceof Vpc);
    expect(fargate.ofType('AWS::EC2::NatGateway')).toEqual([]);
    expect(subnetsOf(fargate)).toMatchObject({
      AssignPublicIp: 'ENABLED',
      Subnets: vpc?.publicSubnets.map((subnet) => ({ Ref: fargate.idOf(subnet) })),
    });
    const endpoints = fargate
      .ofType('AWS::EC2::VPCEndpoint')
      .filter(({ Properties }) => JSON.stringify(Properties.VpcId).includes(fargate.idOf(vpc)));
    expect(endpoints).toHaveLength(2);
  });

  it('can be in a network of yours, whose private subnets are taken if it has any', () => {
    const stack = new Stack(newApp(), 'Test');
    const ingestVpc = new Vpc(stack, 'Yours', {
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: 'Public', subnetType: SubnetType.PUBLIC },
        { name: 'Private', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      ],
    });
    const service = new Synthesis({ ingest: 'fargate', ingestVpc, network: false }, { within: stack });
    expect(service.ofType('AWS::EC2::VPC')).toHaveLength(1);
    expect(subnetsOf(service)).toMatchObject({
      AssignPublicIp: 'DISABLED',
      Subnets: ingestVpc.privateSubnets.map((subnet) => ({ Ref: service.idOf(subnet) })),
    });
  });
});
