import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { LONG_VIDEO_TIME } from '../../functions/conversion/conversion.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { LONG_VIDEO_ENTRY } from '../../functions/routes.ts';
import { type DeployedEngines, VIDEO_ENGINE } from '../engines/deployed-engines.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceMetrics } from '../operation/service-metrics.ts';
import { allow } from '../permissions/allow.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';
import type { Workload } from '../permissions/workload.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';

/** What the function does with the durable execution that it is a part of. */
const DURABLE_ACTIONS = ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'];

/** The most chunks that may be encoded at once: as many calls as an account may have under way unless it asks for more. */
const MOST_AT_ONCE = 1000;

export interface LongVideosProps {
  /** What encodes the chunks. */
  readonly engines: DeployedEngines;
  /** Under what name videos are counted. */
  readonly metrics: ServiceMetrics;
  /** Where sources, chunks, results and records are kept. */
  readonly storage: ConversionStorage;
  /**
   * How many chunks of a long video are encoded at once, 1 to 1000. Videos that take longer than one call may, at a good
   * preset, are then converted in chunks of about a minute, each in a call of its own, for six hours at most. It takes
   * Lambda's durable functions, which not every region has.
   * @default - none: such a video gets a lesser preset, or is refused
   */
  readonly longVideos?: number;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/**
 * Converts videos that take longer than one call may, in chunks, as durable executions. It decodes nothing: it has the
 * video engine encode each chunk and join them, with links to these files alone.
 */
export class LongVideos extends Construct {
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, props: LongVideosProps) {
    super(scope, id);
    const { engines, metrics, storage, longVideos = 1, logRetention } = props;
    if (!Number.isInteger(longVideos) || longVideos < 1 || longVideos > MOST_AT_ONCE)
      throw new Error(`longVideos is a number of chunks from 1 to ${MOST_AT_ONCE}; it cannot be ${longVideos}.`);
    const engine = { name: VIDEO_ENGINE };

    this.function = new ConversionFunction(this, 'Function', {
      entry: LONG_VIDEO_ENTRY,
      description: 'Has long videos converted in chunks',
      memory: 256,
      // Of one call. The execution waits for the engines between calls.
      timeout: Duration.minutes(2),
      durableConfig: {
        executionTimeout: Duration.millis(LONG_VIDEO_TIME).plus(Duration.hours(1)),
        // What is remembered of an execution holds links that are good for 15 minutes, and no names.
        retentionPeriod: Duration.days(1),
      },
      // An execution goes on with the version that it was begun with, whatever is deployed meanwhile.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      environment: { [ENVIRONMENT.chunksAtOnce]: String(longVideos) },
      logRetention,
    });
    storage.grantDispatch(this.function, [engine]);
    engines.grantConvert(this.function, engine);
    metrics.announce(this.function);
    this.allowCheckpoints();
  }

  /** Lets a function hand over the jobs of long videos. */
  grantBegin(workload: Workload): void {
    const { functionArn } = this.function.currentVersion;
    workload.addEnvironment(ENVIRONMENT.longVideoFunction, functionArn);
    allow(workload, ['lambda:InvokeFunction'], [functionArn]);
  }

  /**
   * Durable executions are parts of a version: IAM knows them by the ARN of the function with a qualifier.
   * https://docs.aws.amazon.com/lambda/latest/dg/durable-security.html
   */
  private allowCheckpoints(): void {
    const executions = `${this.function.functionArn}:*`;
    const statements = [new PolicyStatement({ actions: DURABLE_ACTIONS, resources: [executions] })];
    // Not a part of the role, which must be there before the function is.
    const policy = new Policy(this, 'Executions', { statements });
    this.function.role?.attachInlinePolicy(policy);
    acknowledgeWildcard(policy, executions, 'The versions of this one function, and their executions.');
  }
}
