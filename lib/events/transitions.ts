import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { TRANSITIONS_ENTRY } from '../../functions/routes.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { DeadLetterQueue } from '../jobs/dead-letter-queue.ts';
import { allow } from '../permissions/allow.ts';
import type { ServiceParts } from '../service-parts.ts';

export type TransitionsProps = Pick<ServiceParts, 'storage' | 'logRetention'>;

/** States with an event. Writes of progress do not invoke the function. */
const ENDED = { dynamodb: { NewImage: { state: { S: ['ready', 'failed', 'spent', 'refused'] } } } };

/** A job that was never ended, and whose files the sweep has deleted. */
const SWEPT = { dynamodb: { NewImage: { state: { S: ['processing'] }, shard: { S: [{ exists: false }] } } } };

/** Reads from the stream of the table what happens to conversions, and notifies listeners. */
export class Transitions extends Construct {
  public readonly function: ConversionFunction;
  /** Positions in the stream, for a day, of what could not be delivered: it holds no records. */
  public readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { storage, logRetention }: TransitionsProps) {
    super(scope, id);
    this.function = new ConversionFunction(this, 'Function', {
      entry: TRANSITIONS_ENTRY,
      description: 'Tells who listens what happens to conversions',
      timeout: Duration.seconds(30),
      logRetention,
    });
    storage.callers?.grantRecordUse(this.function);
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    allow(this.function, ['sqs:SendMessage'], [this.deadLetters.queueArn]);
    new EventSourceMapping(this, 'Stream', {
      target: this.function,
      eventSourceArn: storage.grantStream(this.function),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      // As long as the stream keeps it, since an undelivered conversion is not billed. Later records wait, but a listener
      // that fails for one record fails for all.
      maxRecordAge: Duration.hours(23),
      onFailure: { bind: () => ({ destination: this.deadLetters.queueArn }) },
      filters: [ENDED, SWEPT].map((pattern) => ({ pattern: JSON.stringify(pattern) })),
    });
  }
}
