import { join } from 'node:path';
import { Duration, RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Engine } from '../../functions/engines/engine.ts';
import type { EngineLayer } from '../engines/engine-layer.ts';
import type { WorkerNetwork } from '../engines/engine-network.ts';
import { functionBundling, REPOSITORY } from './function-bundling.ts';
import { validateSize } from './unzipped-size.ts';

/** The least of /tmp that Lambda gives, in MB. */
const LEAST_SCRATCH = 512;

/** What Lambda does with the role of a function in a VPC, before the function runs. */
const NETWORK_ACTIONS = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeSubnets',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

export interface ConversionFunctionProps {
  /** The file that exports `handler`, relative to the repository. */
  readonly entry: string;
  /** What the function is for, as the console shows it. */
  readonly description: string;
  /**
   * How long one call may take.
   * @default Duration.seconds(10)
   */
  readonly timeout?: Duration;
  /**
   * Memory in MB; CPU comes in proportion.
   * @default - the most that an engine wants, at least 512
   */
  readonly memory?: number;
  /**
   * The engines that run in this function: their programs and packages are deployed with it.
   * @default - none
   */
  readonly engines?: readonly Engine[];
  /**
   * The layers of those engines.
   * @default - none
   */
  readonly layers?: readonly EngineLayer[];
  /**
   * The VPC in which the function runs.
   * @default false - none
   */
  readonly network?: WorkerNetwork | false;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/** A Lambda function with the defaults of this service; every function is one. */
export class ConversionFunction extends NodejsFunction {
  constructor(scope: Construct, id: string, props: ConversionFunctionProps) {
    const { engines = [], layers = [], network = false } = props;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // A role of our own, since the one made by default may write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    if (network) role.addToPolicy(new PolicyStatement({ actions: NETWORK_ACTIONS, resources: ['*'] }));

    super(scope, id, {
      entry: join(REPOSITORY, props.entry),
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      // The layers of the engines, and sharp's libvips, are built for x86-64.
      architecture: Architecture.X86_64,
      memorySize: props.memory ?? Math.max(512, ...engines.map(({ worker }) => worker.memory)),
      ephemeralStorageSize: Size.mebibytes(Math.max(LEAST_SCRATCH, ...engines.map(({ worker }) => worker.scratch))),
      timeout: props.timeout ?? Duration.seconds(10),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      layers: [...layers],
      // Who runs strangers' files as the same user must find no credentials in the memory or environment of this process.
      ...(layers.length > 0 && { environment: { LD_PRELOAD: '/opt/jail/lib/undumpable.so' } }),
      ...(network && { vpc: network.vpc, vpcSubnets: network.vpcSubnets, securityGroups: network.securityGroups }),
      ...functionBundling(engines),
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: network
        ? 'xray:PutTraceSegments and xray:PutTelemetryRecords know no resources. With the ec2 actions Lambda makes and ' +
          'removes the network interfaces of a function in a VPC, whose identifiers nobody knows before.'
        : 'xray:PutTraceSegments and xray:PutTelemetryRecords, its only actions, know no resources.',
    });
    this.node.addValidation({ validate: () => validateSize(this, layers) });
  }
}
