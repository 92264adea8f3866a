import { Duration, Validations } from 'aws-cdk-lib';
import { OriginProtocolPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { type IMetric, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { type IVpc, Port, SecurityGroup, type SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import { Cluster, FargateService } from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  HttpCodeElb,
  HttpCodeTarget,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroupRef } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { INGEST_HEALTH_PATH } from '../../functions/lanes.ts';
import type { LogSettings } from '../operation/logs.ts';
import { IngestNetwork } from './ingest-network.ts';
import { type IngestServer, nameInAllRegions, type OriginSettings } from './ingest-server.ts';
import { INGEST_PORT, IngestTask } from './ingest-task.ts';

/** The idle timeout of the load balancer: shorter than that of the server, which must not close a connection first. */
const IDLE_TIMEOUT = Duration.seconds(60);

export interface IngestServiceProps extends LogSettings {
  /**
   * The VPC of the ingest server on Fargate. It needs an internet gateway, and a route to S3, DynamoDB, SQS, ECR and
   * CloudWatch Logs: through a NAT if it has private subnets, else from public ones.
   * @default - a new one with public subnets
   */
  readonly ingestVpc?: IVpc;
}

/** The ingest server in containers, behind an internal load balancer. */
export class IngestService extends Construct implements IngestServer {
  public readonly role: IRole;
  public readonly logGroup: ILogGroupRef;
  public readonly loadBalancer: ApplicationLoadBalancer;
  public readonly service: FargateService;
  private readonly task: IngestTask;

  constructor(scope: Construct, id: string, { ingestVpc, ...logs }: IngestServiceProps) {
    super(scope, id);
    const vpc = ingestVpc ?? new IngestNetwork(this, 'Network', logs).vpc;
    // A task in a public subnet has a public address, by which it reaches the internet without a NAT. Its security group
    // accepts only connections of the load balancer.
    const isPublic = vpc.privateSubnets.length === 0;
    const vpcSubnets = { subnets: isPublic ? vpc.publicSubnets : vpc.privateSubnets };

    this.task = new IngestTask(this, 'Task', logs);
    this.role = this.task.taskRole;
    this.logGroup = this.task.logGroup;
    this.service = new FargateService(this, 'Tasks', {
      cluster: this.addCluster(vpc),
      taskDefinition: this.task,
      vpcSubnets,
      assignPublicIp: isPublic,
      // A new version runs before the old one stops, and a broken one does not replace it.
      minHealthyPercent: 100,
      circuitBreaker: { rollback: true },
    });
    const scaling = this.service.autoScaleTaskCount({ minCapacity: 1, maxCapacity: 4 });
    scaling.scaleOnCpuUtilization('Load', { targetUtilizationPercent: 60 });
    this.loadBalancer = this.addLoadBalancer(vpc, vpcSubnets);
  }

  addToRolePolicy(statement: PolicyStatement): void {
    this.task.addToTaskRolePolicy(statement);
  }

  addEnvironment(name: string, value: string): void {
    this.task.container.addEnvironment(name, value);
  }

  metricServerErrors(period: Duration): IMetric {
    const { metrics } = this.loadBalancer;
    const settings = { statistic: Stats.SUM, period };
    return new MathExpression({
      // The load balancer itself responds when no server does.
      expression: 'FILL(loadBalancer, 0) + FILL(servers, 0)',
      usingMetrics: {
        loadBalancer: metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, settings),
        servers: metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, settings),
      },
      period,
    });
  }

  origin(settings: OriginSettings): VpcOrigin {
    return VpcOrigin.withApplicationLoadBalancer(this.loadBalancer, {
      ...settings,
      // The CDK's default is the same in each region (aws-cdk issue 34799).
      vpcOriginName: nameInAllRegions(this),
      // Requests of a VPC origin do not leave the network of AWS; TLS would need a domain name of the load balancer.
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
    });
  }

  private addCluster(vpc: IVpc): Cluster {
    const cluster = new Cluster(this, 'Cluster', { vpc });
    Validations.of(cluster).acknowledge({
      id: 'AwsSolutions-ECS4',
      reason: 'Container Insights costs by the metric; the load of the one service here is measured without it.',
    });
    return cluster;
  }

  private addLoadBalancer(vpc: IVpc, vpcSubnets: SubnetSelection): ApplicationLoadBalancer {
    const securityGroup = new SecurityGroup(this, 'Entrance', {
      vpc,
      description: 'Load balancer of the ingest server: HTTP from within the network of AWS',
      allowAllOutbound: false,
    });
    const loadBalancer = new ApplicationLoadBalancer(this, 'LoadBalancer', {
      vpc,
      vpcSubnets,
      securityGroup,
      internetFacing: false,
      idleTimeout: IDLE_TIMEOUT,
      dropInvalidHeaderFields: true,
    });
    // From any address, since a template cannot name those of CloudFront. The load balancer is internal, so that only
    // CloudFront and the VPC reach it, and the server requires the key.
    loadBalancer.connections.allowFromAnyIpv4(Port.HTTP, 'CloudFront');
    const listener = loadBalancer.addListener('Http', { port: 80, protocol: ApplicationProtocol.HTTP, open: false });
    listener.addTargets('Servers', {
      port: INGEST_PORT,
      protocol: ApplicationProtocol.HTTP,
      targets: [this.service],
      healthCheck: { path: INGEST_HEALTH_PATH, interval: Duration.seconds(15) },
    });
    this.acknowledge(loadBalancer, securityGroup);
    return loadBalancer;
  }

  private acknowledge(loadBalancer: ApplicationLoadBalancer, securityGroup: SecurityGroup): void {
    Validations.of(loadBalancer).acknowledge({
      id: 'AwsSolutions-ELB2',
      reason: 'The server behind it logs each request; access logs would need a bucket that nobody reads.',
    });
    Validations.of(securityGroup).acknowledge({
      id: 'AwsSolutions-EC23',
      reason: 'The load balancer is internal: it has no public address that anybody could reach from elsewhere.',
    });
  }
}
