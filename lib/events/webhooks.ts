import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { DELIVERIES_ENTRY } from '../../functions/routes.ts';
import { TRIES } from '../../functions/webhooks/retries.ts';
import type { Callers } from '../callers/callers.ts';
import { ConversionFunction } from '../functions/conversion-function.ts';
import { DeadLetterQueue } from '../jobs/dead-letter-queue.ts';
import { deliver, letPutOff } from '../jobs/deliver.ts';
import type { LogSettings } from '../operation/logs.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';

export interface WebhooksProps extends LogSettings {
  /** The callers with their webhooks. */
  readonly callers: Callers;
}

/** The timeout of an invocation: the endpoints of a batch are called in parallel, each for at most 20 s. */
const CALL = Duration.seconds(60);

/**
 * Delivers events to the webhooks of accounts. The function requests addresses that clients choose: so it has access only to
 * its queue, and to the webhooks with their secrets, and is in no VPC, where it could reach private addresses.
 */
export class Webhooks extends Construct {
  public readonly deliveries: Queue;
  /** Deliveries that failed at every attempt. */
  public readonly deadLetters: Queue;
  public readonly function: ConversionFunction;

  constructor(scope: Construct, id: string, { callers, logRetention }: WebhooksProps) {
    super(scope, id);
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    this.deliveries = new Queue(this, 'Deliveries', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // The function changes it for the next attempt; after the last one the message goes to the dead letter queue.
      visibilityTimeout: Duration.seconds(CALL.toSeconds() * 6),
      retentionPeriod: Duration.days(2),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: TRIES },
    });
    this.function = new ConversionFunction(this, 'Function', {
      entry: DELIVERIES_ENTRY,
      description: 'Delivers events to webhooks',
      timeout: CALL,
      logRetention,
    });
    callers.grantWebhooks(this.function, ['dynamodb:GetItem', 'dynamodb:UpdateItem']);
    deliver(this, this.function, this.deliveries, { batchSize: 10, maxConcurrency: 10 });
    letPutOff(this.function, this.deliveries);
  }

  /** Lets a workload queue deliveries. */
  grantSend(workload: Workload): void {
    workload.addEnvironment(ENVIRONMENT.deliveryQueue, this.deliveries.queueUrl);
    allow(workload, ['sqs:SendMessage'], [this.deliveries.queueArn]);
  }
}
