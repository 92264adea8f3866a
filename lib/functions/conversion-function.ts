import { Duration, RemovalPolicy, Size, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type FunctionOptions,
  Architecture as LambdaArchitecture,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { type BundledFiles, functionBundleName, functionCode } from './function-bundling.ts';

/** Settings of Lambda's own that a function may have; without them it is as Lambda makes it. */
type LambdaSettings = Pick<
  FunctionOptions,
  | 'environment'
  | 'layers'
  | 'reservedConcurrentExecutions'
  | 'tenancyConfig'
  | 'vpc'
  | 'vpcSubnets'
  | 'securityGroups'
  | 'durableConfig'
  | 'currentVersionOptions'
>;

export interface ConversionFunctionProps extends BundledFiles, LambdaSettings {
  /** The file that exports `handler`, relative to the repository. */
  readonly entry: string;
  /** What the function is for, as the console shows it. */
  readonly description: string;
  /**
   * The processor that it runs on.
   * @default - what the service says in its context, or arm64: Graviton, a fifth cheaper
   */
  readonly architecture?: Architecture;
  /**
   * How long one call may take.
   * @default Duration.seconds(10)
   */
  readonly timeout?: Duration;
  /**
   * Memory in MB; CPU comes in proportion.
   * @default 512
   */
  readonly memory?: number;
  /**
   * Space on /tmp in MB.
   * @default 512 - the least that Lambda gives
   */
  readonly scratch?: number;
  /**
   * Whether its calls are traced.
   * @default Tracing.ACTIVE
   */
  readonly tracing?: Tracing;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/** What the service says in its context: the processor that its operator wants for all functions. */
export const ARCHITECTURE = 'file-conversion:architecture';

/** A Lambda function with the defaults of this service; every function is one. */
export class ConversionFunction extends NodejsFunction {
  /** Its entry and the files beside it: see `bundleName`. */
  public readonly bundleName: string;

  constructor(scope: Construct, id: string, props: ConversionFunctionProps) {
    const { entry, memory = 512, scratch = 512, logRetention, programs, packages, files, page, ...settings } = props;
    const wanted: Architecture | undefined = scope.node.tryGetContext(ARCHITECTURE);
    const { architecture = wanted ?? 'arm64' } = props;
    const beside = { programs, packages, files, page, architecture };
    const { tracing = Tracing.ACTIVE, timeout = Duration.seconds(10) } = props;
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: logRetention ?? RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // A role of our own, since the one made by default may write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);

    super(scope, id, {
      ...settings,
      ...functionCode(entry, beside),
      runtime: Runtime.NODEJS_24_X,
      architecture: LambdaArchitecture.custom(architecture),
      memorySize: memory,
      ephemeralStorageSize: Size.mebibytes(Math.max(512, scratch)),
      timeout,
      tracing,
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
    this.bundleName = functionBundleName(entry, beside);
    if (tracing === Tracing.DISABLED) return;
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'xray:PutTraceSegments and xray:PutTelemetryRecords, its only actions, know no resources.',
    });
  }
}
