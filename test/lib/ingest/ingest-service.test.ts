import { Stack } from 'aws-cdk-lib';
import { SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { describe, expect, it } from 'vitest';
import { IngestService } from '../../../lib/ingest/ingest-service.ts';
import { edgeOf, flatten, ingestOf, newApp, Synthesis, synthesis } from '../synthesis.ts';

// Synthesized on a machine without Docker, as this may be one: only deploying needs it.
const synthesized = synthesis({ ingest: 'fargate' });
const server = serverOf(synthesized);
const [vpc] = server.node.findAll().filter((construct) => construct instanceof Vpc);

function serverOf(service: Synthesis): IngestService {
  const { server } = ingestOf(service);
  if (!(server instanceof IngestService)) throw new Error('the ingest server is not on Fargate');
  return server;
}

const only = (type: string, within = synthesized) => {
  const [resource, ...others] = within.ofType(type);
  if (!resource || others.length > 0) throw new Error(`there is not one ${type}`);
  return resource.Properties;
};

describe('the ingest server on Fargate', () => {
  it('takes the place of the web function', () => {
    expect(synthesized.ofType('AWS::Lambda::WebFunction')).toEqual([]);
    expect(synthesized.ofType('Custom::S3ObjectCopy')).toEqual([]);
  });

  it('knows what the web function would know', () => {
    const asWebFunction = synthesis();
    const { ServiceConfig } = asWebFunction.resourceOf(ingestOf(asWebFunction).server.node.findChild('Revision'))
      .Properties as unknown as { ServiceConfig: { EnvironmentVariables: Record<string, unknown> } };
    const [container] = only('AWS::ECS::TaskDefinition').ContainerDefinitions as [
      { Environment: { Name: string; Value: unknown }[] },
    ];
    const environment = Object.fromEntries(container.Environment.map(({ Name, Value }) => [Name, Value]));
    const { LISTEN_ADDRESS, ORIGIN_KEYS, ...rest } = environment;
    const { ORIGIN_KEYS: _, ...expected } = ServiceConfig.EnvironmentVariables;
    expect(rest).toEqual(expected);
    expect(LISTEN_ADDRESS).toBe('0.0.0.0:3000');
    expect(JSON.stringify(ORIGIN_KEYS)).toContain('resolve:secretsmanager');
  });

  it('runs on Arm, writes nothing but logs, and those for a month', () => {
    const task = only('AWS::ECS::TaskDefinition');
    expect(task).toMatchObject({
      Cpu: '512',
      Memory: '1024',
      RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' },
      ContainerDefinitions: [
        {
          ReadonlyRootFilesystem: true,
          PortMappings: [{ ContainerPort: 3000 }],
          LogConfiguration: { LogDriver: 'awslogs' },
        },
      ],
    });
    for (const { Properties } of synthesized.ofType('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(30);
  });
});

describe('the load balancer', () => {
  it('is found by the edge, and has no address of the internet', () => {
    expect(only('AWS::ElasticLoadBalancingV2::LoadBalancer').Scheme).toBe('internal');
    expect(only('AWS::CloudFront::VpcOrigin').VpcOriginEndpointConfig).toMatchObject({
      Arn: { Ref: synthesized.idOf(server.loadBalancer) },
      OriginProtocolPolicy: 'http-only',
    });
    const { DistributionConfig } = synthesized.resourceOf(edgeOf(synthesized).distribution).Properties;
    const { Origins } = DistributionConfig as { Origins: { Id: string }[] };
    expect(Origins.find(({ Id }) => Id === 'ingest')).toMatchObject({
      VpcOriginConfig: { VpcOriginId: expect.anything(), OriginReadTimeout: 60 },
      OriginCustomHeaders: [{ HeaderName: 'x-origin-key' }],
    });
  });

  it('is a VPC origin with its region in its name, since all regions of an account share those names', () => {
    const { Name } = only('AWS::CloudFront::VpcOrigin').VpcOriginEndpointConfig as { Name: unknown };
    expect(flatten(Name)).toMatch(/^.{1,48}-<AWS::Region>$/);
  });

  it('is all that gets to the server', () => {
    const { NetworkConfiguration } = only('AWS::ECS::Service') as unknown as {
      NetworkConfiguration: { AwsvpcConfiguration: { SecurityGroups: unknown[] } };
    };
    const [group] = NetworkConfiguration.AwsvpcConfiguration.SecurityGroups;
    const entrance = synthesized.idOf(server.node.findChild('Entrance'));
    const doors = synthesized.ofType('AWS::EC2::SecurityGroupIngress').map(({ Properties }) => Properties);
    expect(doors).toEqual([
      expect.objectContaining({
        GroupId: group,
        FromPort: 3000,
        ToPort: 3000,
        SourceSecurityGroupId: { 'Fn::GetAtt': [entrance, 'GroupId'] },
      }),
    ]);
  });

  it('and the tasks behind it are there before the edge sends anything', () => {
    const { DependsOn } = synthesized.resourceOf(edgeOf(synthesized).distribution);
    const listener = Object.keys(synthesized.resources).find(
      (id) => synthesized.resources[id]?.Type === 'AWS::ElasticLoadBalancingV2::Listener',
    );
    expect(DependsOn).toEqual(
      expect.arrayContaining([synthesized.idOf(server.service.node.findChild('Service')), listener]),
    );
  });
});

describe('the network of the ingest server', () => {
  const subnetsOf = (service: Synthesis) =>
    (
      only('AWS::ECS::Service', service) as unknown as {
        NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: string; Subnets: unknown } };
      }
    ).NetworkConfiguration.AwsvpcConfiguration;

  it('has a way out without a NAT', () => {
    expect(synthesized.ofType('AWS::EC2::NatGateway')).toEqual([]);
    expect(subnetsOf(synthesized)).toMatchObject({
      AssignPublicIp: 'ENABLED',
      Subnets: vpc?.publicSubnets.map((subnet) => ({ Ref: synthesized.idOf(subnet) })),
    });
  });

  it('lets uploads go to S3 without leaving the network of AWS', () => {
    const own = synthesized
      .ofType('AWS::EC2::VPCEndpoint')
      .filter(({ Properties }) => JSON.stringify(Properties.VpcId).includes(synthesized.idOf(vpc)));
    expect(own).toHaveLength(2);
  });

  it('can be one of yours, whose private subnets are taken if it has any', () => {
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
