import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { LONG_VIDEO_TIME } from '../../functions/conversion/conversion.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { LONG_VIDEO_ENTRY } from '../../functions/routes.ts';
import { VIDEO_ENGINE } from '../engines/deployed-engines.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { allow } from '../permissions/allow.ts';
import { acknowledgeWildcard } from '../permissions/wildcard.ts';
import type { Workload } from '../permissions/workload.ts';
import type { ServiceParts } from '../service-parts.ts';

/** The actions of the function on its own durable execution. */
const DURABLE_ACTIONS = ['lambda:CheckpointDurableExecution', 'lambda:GetDurableExecutionState'];

/** The largest count of chunks at once: the default quota of concurrent executions. */
const MOST_AT_ONCE = 1000;

export interface LongVideosProps extends Omit<ServiceParts, 'jobs'> {
  /**
   * How many chunks of a long video are encoded at once, 1 to 1000. Videos that take longer than one invocation at a good
   * preset are then converted in chunks of about a minute, each in its own invocation, for at most six hours. It needs
   * Lambda's durable functions, which not all regions have.
   * @default - none: such a video gets a worse preset, or is refused
   */
  readonly longVideos?: number;
}

/**
 * Converts videos that take longer than one invocation, in chunks, as durable executions. It decodes nothing: the video engine
 * encodes each chunk and joins them, with links to these files only.
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
      // Of one invocation. The execution waits for the engines in between.
      timeout: Duration.minutes(2),
      durableConfig: {
        executionTimeout: Duration.millis(LONG_VIDEO_TIME).plus(Duration.hours(1)),
        // The history of an execution holds links that are valid for 15 minutes, and no filenames.
        retentionPeriod: Duration.days(1),
      },
      // An execution continues with the version that it began with, also after a deployment.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      environment: { [ENVIRONMENT.chunksAtOnce]: String(longVideos) },
      logRetention,
    });
    storage.grantDispatch(this.function, [engine]);
    engines.grantConvert(this.function, engine);
    metrics.announce(this.function);
    this.allowCheckpoints();
  }

  /** Lets a workload start the conversion of a long video. */
  grantBegin(workload: Workload): void {
    const { functionArn } = this.function.currentVersion;
    workload.addEnvironment(ENVIRONMENT.longVideoFunction, functionArn);
    allow(workload, ['lambda:InvokeFunction'], [functionArn]);
  }

  /**
   * Allows checkpoints. In IAM, a durable execution has the ARN of its function with a qualifier.
   * https://docs.aws.amazon.com/lambda/latest/dg/durable-security.html
   */
  private allowCheckpoints(): void {
    const executions = `${this.function.functionArn}:*`;
    const statements = [new PolicyStatement({ actions: DURABLE_ACTIONS, resources: [executions] })];
    // Not an inline policy of the role, which has to exist before the function.
    const policy = new Policy(this, 'Executions', { statements });
    this.function.role?.attachInlinePolicy(policy);
    acknowledgeWildcard(policy, executions, 'The versions of this one function, and their executions.');
  }
}
