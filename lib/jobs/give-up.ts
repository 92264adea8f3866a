import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { GIVE_UP_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ServiceMetrics } from '../operation/service-metrics.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';
import type { DeadLetters } from './dead-letters.ts';

export interface GiveUpProps {
  /** The jobs that it ends. */
  readonly deadLetters: DeadLetters;
  /** Under what name it counts them. */
  readonly metrics: ServiceMetrics;
  /** Where sources and records are kept. */
  readonly storage: ConversionStorage;
  /**
   * How long logs are kept.
   * @default RetentionDays.ONE_MONTH
   */
  readonly logRetention?: RetentionDays;
}

/** Ends the jobs that failed at every attempt. */
export class GiveUp extends Construct {
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, { deadLetters, metrics, storage, logRetention }: GiveUpProps) {
    super(scope, id);
    this.function = new ConversionFunction(this, 'Function', {
      entry: GIVE_UP_ENTRY,
      description: 'Ends the jobs that failed at every attempt',
      logRetention,
    });
    storage.grantGiveUp(this.function);
    metrics.announce(this.function);
    deadLetters.deliverTo(this.function);
  }
}
