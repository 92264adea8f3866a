import { Duration, Size, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  type FunctionOptions,
  Architecture as LambdaArchitecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Architecture } from '../../functions/sandbox/architecture.ts';
import { addLogGroup, type LogSettings } from '../operation/logs.ts';
import { type BundledFiles, functionBundleName, functionCode } from './function-bundling.ts';

/** Settings of Lambda without defaults of this service. */
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
  | 'recursiveLoop'
>;

export interface ConversionFunctionProps extends BundledFiles, LambdaSettings, LogSettings {
  /** The file that exports `handler`, relative to the repository. */
  readonly entry: string;
  /** The description in the console. */
  readonly description: string;
  /**
   * The architecture.
   * @default - that in the context of the service, or arm64: Graviton, a fifth cheaper
   */
  readonly architecture?: Architecture;
  /**
   * The timeout.
   * @default Duration.seconds(10)
   */
  readonly timeout?: Duration;
  /**
   * The memory in MB, to which the processor time is proportional.
   * @default 512
   */
  readonly memory?: number;
  /**
   * The ephemeral storage in MB.
   * @default 512 - the minimum of Lambda
   */
  readonly scratch?: number;
  /**
   * Whether invocations are traced.
   * @default Tracing.ACTIVE
   */
  readonly tracing?: Tracing;
}

/** The context key of the architecture of all functions. */
export const ARCHITECTURE = 'file-conversion:architecture';

/** A Lambda function with the defaults of this service; every function is one. */
export class ConversionFunction extends LambdaFunction {
  /** The name of its bundle: see `bundleName`. */
  public readonly bundleName: string;

  constructor(scope: Construct, id: string, props: ConversionFunctionProps) {
    const { entry, memory = 512, scratch = 512, logRetention, programs, packages, files, page, ...settings } = props;
    const wanted: Architecture | undefined = scope.node.tryGetContext(ARCHITECTURE);
    const { architecture = wanted ?? 'arm64' } = props;
    const beside = { programs, packages, files, page, architecture };
    const { tracing = Tracing.ACTIVE, timeout = Duration.seconds(10) } = props;
    const logGroup = addLogGroup(scope, `${id}Logs`, { logRetention });
    // Its own role, since the default one may write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);

    super(scope, id, {
      ...settings,
      code: functionCode(entry, beside),
      handler: 'index.handler',
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
