import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { SWEEP_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceParts } from '../service-parts.ts';

export type SweepProps = Pick<ServiceParts, 'storage' | 'logRetention'>;

/** Deletes overdue files every minute. */
export class Sweep extends Construct {
  public readonly function: ConversionFunction;
  public readonly schedule: Rule;

  constructor(scope: Construct, id: string, { storage, logRetention }: SweepProps) {
    super(scope, id);
    const minute = Duration.minutes(1);

    this.function = new ConversionFunction(this, 'Function', {
      entry: SWEEP_ENTRY,
      description: 'Deletes the files whose time is over',
      // Ends before the next one begins.
      timeout: minute,
      logRetention,
    });
    storage.grantSweep(this.function);

    // A failed sweep is not retried: the next one, a minute later, deletes the rest.
    this.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: minute });
    this.schedule = new Rule(this, 'Schedule', {
      description: 'Every minute: sweep the files whose time is over',
      schedule: Schedule.rate(minute),
      targets: [new LambdaFunction(this.function, { retryAttempts: 0, maxEventAge: minute })],
    });
  }
}
