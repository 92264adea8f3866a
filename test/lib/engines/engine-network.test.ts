import { describe, expect, it } from 'vitest';
import { EngineNetwork } from '../../../lib/engines/engine-network.ts';
import { flatten, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { network, storage } = synthesized.service;
if (!(network instanceof EngineNetwork)) throw new Error('the default is no EngineNetwork');
const { vpc } = network;

const endpoints = Object.fromEntries(
  synthesized.ofType('AWS::EC2::VPCEndpoint').map(({ Properties }) => {
    const service = flatten(Properties.ServiceName).split('.').at(-1);
    return [service ?? '', Properties];
  }),
);

/** What an endpoint lets through, one line for each action on each resource. */
function letThrough(service: string): string[] {
  const statements = endpoints[service]?.PolicyDocument.Statement ?? [];
  return statements
    .flatMap(({ Effect, Action, Resource }) =>
      [Action ?? []]
        .flat()
        .flatMap((action) => [Resource].flat().map((resource) => `${Effect} ${action} ${flatten(resource)}`)),
    )
    .sort();
}

describe('the network of the engines', () => {
  it('is that of all engines, and of no other function', () => {
    for (const [name, fn] of Object.entries(synthesized.functions())) {
      const config = synthesized.resourceOf(fn).Properties.VpcConfig;
      if (!name.startsWith('engine ')) expect(config, name).toBeUndefined();
      else {
        expect(config, name).toEqual({
          SubnetIds: vpc.isolatedSubnets.map((subnet) => ({ Ref: synthesized.idOf(subnet) })),
          SecurityGroupIds: [{ 'Fn::GetAtt': [synthesized.idOf(network.securityGroups[0]), 'GroupId'] }],
        });
      }
    }
  });

  it('has no way to the internet', () => {
    const doors = ['InternetGateway', 'NatGateway', 'EgressOnlyInternetGateway', 'TransitGatewayAttachment', 'EIP'];
    for (const door of doors) expect(synthesized.ofType(`AWS::EC2::${door}`), door).toEqual([]);
    // Route tables hold the local route and those that gateway endpoints add, which no template shows.
    expect(synthesized.ofType('AWS::EC2::Route')).toEqual([]);
    for (const { Properties } of synthesized.ofType('AWS::EC2::Subnet')) {
      expect(Properties.MapPublicIpOnLaunch).toBe(false);
      expect(Properties).not.toHaveProperty('Ipv6CidrBlock');
    }
  });

  it('has two zones, and one endpoint, that of S3, in the route tables of both', () => {
    const tables = vpc.isolatedSubnets.map(({ routeTable }) =>
      flatten(synthesized.stack.resolve(routeTable.routeTableId)),
    );
    expect(new Set(tables).size).toBe(2);
    expect(Object.keys(endpoints)).toEqual(['s3']);
    expect(endpoints.s3?.VpcEndpointType).toBe('Gateway');
    expect((endpoints.s3?.RouteTableIds as unknown[] | undefined)?.map(flatten)).toEqual(tables);
    // Gateway endpoints need names.
    expect(synthesized.resourceOf(vpc).Properties).toMatchObject({ EnableDnsHostnames: true, EnableDnsSupport: true });
  });

  it('lets through reading sources and writing results of our bucket, and nothing else', () => {
    const bucket = `<${synthesized.idOf(storage.bucket)}>`;
    expect(letThrough('s3')).toEqual([
      `Allow s3:GetObject ${bucket}/results/*`,
      `Allow s3:GetObject ${bucket}/sources/*`,
      `Allow s3:GetObject ${bucket}/uploads/*`,
      `Allow s3:PutObject ${bucket}/results/*`,
    ]);
  });

  it('allows only requests that the roles of functions which invoke engines signed, and none of an engine', () => {
    const callers = Object.entries(synthesized.functions()).filter(
      ([name]) => name === 'convert' || name.startsWith('dispatch '),
    );
    const roles = callers.map(([, { role }]) => ({ 'Fn::GetAtt': [synthesized.idOf(role), 'Arn'] }));
    const statements = endpoints.s3?.PolicyDocument.Statement ?? [];
    expect(statements).toHaveLength(2);
    for (const { Condition } of statements) {
      const signers = Condition?.ArnEquals?.['aws:PrincipalArn'] as unknown[];
      expect(Object.keys(Condition ?? {})).toEqual(['ArnEquals']);
      expect(signers).toHaveLength(roles.length);
      expect(signers).toEqual(expect.arrayContaining(roles));
    }
  });

  it('lets nothing in, and nothing out but HTTPS', () => {
    const groups = synthesized.ofType('AWS::EC2::SecurityGroup').map(({ Properties }) => Properties);
    expect(groups).toHaveLength(1);
    expect(groups[0]).not.toHaveProperty('SecurityGroupIngress');
    expect(groups[0]?.SecurityGroupEgress).toEqual([
      expect.objectContaining({ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 }),
    ]);
    for (const rule of ['Ingress', 'Egress']) expect(synthesized.ofType(`AWS::EC2::SecurityGroup${rule}`)).toEqual([]);
  });
});

it('without its network no function is in a VPC, and no permission is for one', () => {
  const without = new Synthesis({ network: false });
  expect(JSON.stringify(without.resources)).not.toMatch(/"ec2:|AWS::EC2::|VpcConfig/);
});
