import { Lazy, RemovalPolicy } from 'aws-cdk-lib';
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
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { ConversionStorage } from '../storage/conversion-storage.ts';

/** Where the engine functions run. They need a way to S3, and no other. */
export interface FunctionNetwork extends Required<Pick<FunctionOptions, 'vpc' | 'vpcSubnets' | 'securityGroups'>> {
  /** Lets the links and forms pass that are signed with a role. @default - all pass */
  allowSigner?(role: Pick<IRole, 'roleArn'>): void;
}

export interface EngineNetworkProps {
  /** What can be reached. */
  readonly storage: Pick<ConversionStorage, 'bucket'>;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * A network from which nothing can be reached but the files that a link or form of ours names, whatever a hostile file
 * makes of an engine. It costs nothing: no NAT, no internet gateway, and gateway endpoints have no price. Calls and logs
 * need no way through it. Names are resolved, as in every VPC: what an engine has of a job, one that is taken over could
 * still carry out in the names that it asks for.
 */
export class EngineNetwork extends Construct implements FunctionNetwork {
  public readonly vpc: Vpc;
  public readonly vpcSubnets: SubnetSelection;
  public readonly securityGroups: ISecurityGroup[];
  private readonly signers: string[] = [];

  constructor(scope: Construct, id: string, { storage, logRetention = RetentionDays.ONE_MONTH }: EngineNetworkProps) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Vpc', {
      // The functions of a group share a few network interfaces: this is plenty.
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: 2,
      subnetConfiguration: [{ name: 'Engines', subnetType: SubnetType.PRIVATE_ISOLATED }],
      // Nothing is in the default group, and the CDK's way to take its rules away is one more function.
      restrictDefaultSecurityGroup: false,
    });
    this.vpcSubnets = { subnets: this.vpc.isolatedSubnets };
    this.securityGroups = [this.addSecurityGroup()];
    this.addEndpoint(storage);
    this.logRefusals(logRetention);
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
    // To any address: the prefix list of S3 takes a lookup in the account, and nothing else has a route.
    group.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'S3');
    return group;
  }

  /** Credentials that somebody brings along are of no use here: only what our own roles signed gets through. */
  private addEndpoint({ bucket }: EngineNetworkProps['storage']): void {
    const permit = (action: string, ...keys: string[]) =>
      new PolicyStatement({
        // A gateway endpoint takes no other principal; who that may be, the condition says.
        principals: [new AnyPrincipal()],
        actions: [action],
        resources: keys.map((key) => bucket.arnForObjects(key)),
        conditions: { ArnEquals: { 'aws:PrincipalArn': Lazy.list({ produce: () => this.signers }) } },
      });
    const files = this.vpc.addGatewayEndpoint('Files', { service: GatewayVpcEndpointAwsService.S3 });
    // Chunks of long videos, and files that are joined, are kept among the results until they are put together.
    files.addToPolicy(permit('s3:GetObject', 'sources/*', 'uploads/*', 'results/*'));
    files.addToPolicy(permit('s3:PutObject', 'results/*'));
  }

  /** What is refused is what an engine should not have tried: rare enough to cost nothing, and worth a look. */
  private logRefusals(retention: RetentionDays): void {
    const logs = new LogGroup(this, 'Refusals', { retention, removalPolicy: RemovalPolicy.DESTROY });
    this.vpc.addFlowLog('FlowLog', {
      trafficType: FlowLogTrafficType.REJECT,
      destination: FlowLogDestination.toCloudWatchLogs(logs),
    });
  }
}
