import { Duration, type SecretValue } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { CANARY_ENTRY } from '../../functions/routes.ts';
import type { DeployedEngines } from '../engines/deployed-engines.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';

export interface CanaryProps {
  /** Where clients find the service. */
  readonly baseUrl: string;
  /** Of each of these a file is converted. */
  readonly engines: DeployedEngines;
  /** How often; an hour at the least. */
  readonly interval: Duration;
  /** @default - none */
  readonly canaryKey?: SecretValue | undefined;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays | undefined;
}

/** Goes through every lane at the public address, and to each engine, as any client could: it has no permissions. */
export class Canary extends Construct {
  public readonly function: ConversionFunction;
  public readonly schedule: Rule;

  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    const { baseUrl, engines, interval, canaryKey, logRetention } = props;
    // Below that one run could meet the next, and it would cost more than all the rest of an idle service.
    if (interval.toSeconds() < 3600) throw new Error('The canary runs once an hour at most.');
    this.function = new ConversionFunction(this, 'Function', {
      entry: CANARY_ENTRY,
      description: 'Does the smoke test through the public address',
      memory: 256,
      timeout: Duration.minutes(15),
      // Sending traces needs permissions.
      tracing: Tracing.DISABLED,
      environment: {
        [ENVIRONMENT.serviceUrl]: baseUrl,
        // Whoever may read the settings of the function may as well make keys.
        ...(canaryKey && { [ENVIRONMENT.canaryKey]: canaryKey.unsafeUnwrap() }),
      },
      logRetention,
    });
    engines.announce(this.function);
    // What failed once is reported, not tried until it works.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(15) };
    this.function.configureAsyncInvoke(once);
    this.schedule = new Rule(this, 'Schedule', {
      description: 'The smoke test',
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.function, once)],
    });
  }
}
