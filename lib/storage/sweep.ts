import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { SWEEP_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ConversionStorage } from './conversion-storage.ts';

export interface SweepProps {
  /** The storage that is swept. */
  readonly storage: ConversionStorage;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/** Deletes overdue files every minute. */
export class Sweep extends Construct {
  public readonly function: ConversionFunction;
  public readonly schedule: Rule;

  constructor(scope: Construct, id: string, props: SweepProps) {
    super(scope, id);
    const { storage, logRetention = RetentionDays.ONE_MONTH } = props;
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
