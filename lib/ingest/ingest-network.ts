import { GatewayVpcEndpointAwsService, IpAddresses, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Construct } from 'constructs';
import { logRefusals } from '../engines/engine-network.ts';
import type { LogSettings } from '../operation/logs.ts';

/**
 * The network of the ingest server in containers: public subnets, since a NAT for the little traffic that does not go through
 * gateway endpoints (jobs, logs, the image) would cost more than the server.
 */
export class IngestNetwork extends Construct {
  public readonly vpc: Vpc;

  constructor(scope: Construct, id: string, logs: LogSettings) {
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
    logRefusals(this, this.vpc, logs);
  }
}
