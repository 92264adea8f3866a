import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { GIVE_UP_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import type { ConversionStorage } from '../storage/conversion-storage.ts';
import type { ConversionQueue } from './conversion-queue.ts';

export interface GiveUpProps {
  /** The queues whose dead letters it takes. */
  readonly queues: readonly ConversionQueue[];
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

  constructor(scope: Construct, id: string, { queues, storage, logRetention }: GiveUpProps) {
    super(scope, id);
    this.function = new ConversionFunction(this, 'Function', {
      entry: GIVE_UP_ENTRY,
      description: 'Ends the jobs that failed at every attempt',
      logRetention,
    });
    storage.grantGiveUp(this.function);
    for (const queue of queues) queue.deliverDeadLetters(this.function);
  }
}
