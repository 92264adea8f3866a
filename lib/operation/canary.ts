import { Duration, type SecretValue } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { CANARY_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export interface CanaryProps extends Pick<ServiceParts, 'engines' | 'logRetention'> {
  /** The address of the service. */
  readonly baseUrl: string;
  /** The interval of runs, at least an hour. */
  readonly interval: Duration;
  /** @default - none */
  readonly canaryKey?: SecretValue | undefined;
}

/** Runs the smoke test at the public address, like any client: it has no permissions. */
export class Canary extends Construct {
  public readonly function: ConversionFunction;
  public readonly schedule: Rule;

  constructor(scope: Construct, id: string, props: CanaryProps) {
    super(scope, id);
    const { baseUrl, engines, interval, canaryKey, logRetention } = props;
    // In shorter intervals runs could overlap, and cost more than all the rest of an idle service.
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
        // Whoever may read the settings of the function may also make keys.
        ...(canaryKey && { [ENVIRONMENT.canaryKey]: canaryKey.unsafeUnwrap() }),
      },
      logRetention,
    });
    engines.announce(this.function);
    // A failure is reported, and not retried.
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(15) };
    this.function.configureAsyncInvoke(once);
    this.schedule = new Rule(this, 'Schedule', {
      description: 'The smoke test',
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.function, once)],
    });
  }
}
