import { RemovalPolicy } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface IngestNetworkProps {
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * The network of the ingest server in containers: public subnets, since a NAT for the little traffic that does not go through
 * gateway endpoints (jobs, logs, the image) would cost more than the server.
 */
export class IngestNetwork extends Construct {
  public readonly vpc: Vpc;

  constructor(scope: Construct, id: string, { logRetention = RetentionDays.ONE_MONTH }: IngestNetworkProps = {}) {
    super(scope, id);
    this.vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/24'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Ingest', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false }],
      gatewayEndpoints: {
        Files: { service: GatewayVpcEndpointAwsService.S3 },
        Records: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
      // The default group is not used, and the CDK would need another function to remove its rules.
      restrictDefaultSecurityGroup: false,
    });
    const logs = new LogGroup(this, 'Refusals', { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY });
    this.vpc.addFlowLog('FlowLog', {
      trafficType: FlowLogTrafficType.REJECT,
      destination: FlowLogDestination.toCloudWatchLogs(logs),
    });
  }
}
