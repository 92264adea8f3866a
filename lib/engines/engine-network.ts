import { Lazy } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type ISecurityGroup,
  Peer,
  Port,
  SecurityGroup,
  type SubnetSelection,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { addLogGroup, type LogSettings } from '../operation/logs.ts';
import type { ServiceParts } from '../service-parts.ts';

/** The network of the engine functions. They need only S3. */
export interface FunctionNetwork extends Required<Pick<FunctionOptions, 'vpc' | 'vpcSubnets' | 'securityGroups'>> {
  /** Allows links and forms that are signed with a role. @default - all are allowed */
  allowSigner?(role: Pick<IRole, 'roleArn'>): void;
}

export interface EngineNetworkProps extends LogSettings {
  /** The only reachable storage. */
  readonly storage: Pick<ServiceParts['storage'], 'bucket'>;
}

/**
 * A network that reaches only the files of links and forms of the service, even if a hostile file controls an engine. It
 * costs nothing: no NAT, no internet gateway, and gateway endpoints are free. Invocations and logs do not go through it. DNS
 * works, as in every VPC: a compromised engine could leak the data of its job in names that it resolves.
 */
export class EngineNetwork extends Construct implements FunctionNetwork {
  public readonly vpc: Vpc;
  public readonly vpcSubnets: SubnetSelection;
  public readonly securityGroups: ISecurityGroup[];
  private readonly signers: string[] = [];

  constructor(scope: Construct, id: string, { storage, ...logs }: EngineNetworkProps) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Vpc', {
      // Large enough, since functions share a few network interfaces.
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: 2,
      subnetConfiguration: [{ name: 'Engines', subnetType: SubnetType.PRIVATE_ISOLATED }],
      // The default group is not used, and the CDK would need another function to remove its rules.
      restrictDefaultSecurityGroup: false,
    });
    this.vpcSubnets = { subnets: this.vpc.isolatedSubnets };
    this.securityGroups = [this.addSecurityGroup()];
    this.addEndpoint(storage);
    logRefusals(this, this.vpc, logs);
  }

  allowSigner({ roleArn }: Pick<IRole, 'roleArn'>): void {
    if (!this.signers.includes(roleArn)) this.signers.push(roleArn);
  }

  private addSecurityGroup(): SecurityGroup {
    const group = new SecurityGroup(this, 'Group', {
      vpc: this.vpc,
      description: 'Engines: HTTPS to the gateway endpoint, and nothing else',
      allowAllOutbound: false,
    });
    // To any address: the prefix list of S3 needs a lookup in the account, and only S3 has a route.
    group.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'S3');
    return group;
  }

  /** Allows only requests that roles of the service signed, so that foreign credentials are of no use. */
  private addEndpoint({ bucket }: EngineNetworkProps['storage']): void {
    const permit = (action: string, ...keys: string[]) =>
      new PolicyStatement({
        // A gateway endpoint accepts no other principal; the condition names the roles.
        principals: [new AnyPrincipal()],
        actions: [action],
        resources: keys.map((key) => bucket.arnForObjects(key)),
        conditions: { ArnEquals: { 'aws:PrincipalArn': Lazy.list({ produce: () => this.signers }) } },
      });
    const files = this.vpc.addGatewayEndpoint('Files', { service: GatewayVpcEndpointAwsService.S3 });
    // Chunks of long videos and files to be joined are below results/ until they are joined.
    files.addToPolicy(permit('s3:GetObject', 'sources/*', 'uploads/*', 'results/*'));
    files.addToPolicy(permit('s3:PutObject', 'results/*'));
  }
}

/** Logs the refused connections of a network, which none of our code should try: they are rare, and worth a look. */
export function logRefusals(scope: Construct, vpc: Vpc, settings: LogSettings): void {
  vpc.addFlowLog('FlowLog', {
    trafficType: FlowLogTrafficType.REJECT,
    destination: FlowLogDestination.toCloudWatchLogs(addLogGroup(scope, 'Refusals', settings)),
  });
}
