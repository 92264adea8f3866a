import { RemovalPolicy } from 'aws-cdk-lib';
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
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type ConversionStorage, WORKER_ACTIONS } from '../storage/conversion-storage.ts';

/** Where the workers run. They need a way to S3 and one to DynamoDB, and no other. */
export type WorkerNetwork = Required<Pick<FunctionOptions, 'vpc' | 'vpcSubnets' | 'securityGroups'>>;

export interface EngineNetworkProps {
  /** What can be reached. */
  readonly storage: ConversionStorage;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * A network from which nothing can be reached but our bucket and our table, whatever a hostile file makes of an engine.
 * It costs nothing: no NAT, no internet gateway, and gateway endpoints have no price. Jobs, logs and traces need no way
 * through it, since Lambda itself fetches the ones and sends the others. Names are resolved, as in every VPC: against a
 * tunnel through DNS there is the jail, which refuses its engine every socket.
 */
export class EngineNetwork extends Construct implements WorkerNetwork {
  public readonly vpc: Vpc;
  public readonly vpcSubnets: SubnetSelection;
  public readonly securityGroups: ISecurityGroup[];

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
    this.addEndpoints(storage);
    this.logRefusals(logRetention);
  }

  private addSecurityGroup(): SecurityGroup {
    const group = new SecurityGroup(this, 'Workers', {
      vpc: this.vpc,
      description: 'Workers: HTTPS to the gateway endpoints, and nothing else',
      allowAllOutbound: false,
    });
    // To any address, since only a look into the account would tell those of S3 and DynamoDB: no others have a route.
    group.addEgressRule(Peer.anyIpv4(), Port.HTTPS, 'S3 and DynamoDB');
    return group;
  }

  /** Credentials of another account are of no use here either: the policies know our resources only. */
  private addEndpoints({ bucket, table }: ConversionStorage): void {
    const permit = (actions: readonly string[], ...resources: string[]) =>
      new PolicyStatement({ principals: [new AnyPrincipal()], actions: [...actions], resources });
    const files = this.vpc.addGatewayEndpoint('Files', { service: GatewayVpcEndpointAwsService.S3 });
    const sources = ['sources/*', 'uploads/*'].map((keys) => bucket.arnForObjects(keys));
    files.addToPolicy(permit(WORKER_ACTIONS.sources, ...sources));
    files.addToPolicy(permit(WORKER_ACTIONS.results, bucket.arnForObjects('results/*')));
    const records = this.vpc.addGatewayEndpoint('Records', { service: GatewayVpcEndpointAwsService.DYNAMODB });
    records.addToPolicy(permit(WORKER_ACTIONS.records, table.tableArn));
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
