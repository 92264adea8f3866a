import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Delivery } from '../webhooks/delivery.ts';
import type { DeliveryQueue } from '../webhooks/stores.ts';

/** The queue of deliveries in SQS. */
export class SqsDeliveries implements DeliveryQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send(delivery: Delivery): Promise<void> {
    const command = new SendMessageCommand({
      QueueUrl: this.#queueUrl,
      MessageBody: JSON.stringify(delivery),
      // Fair among accounts: many deliveries, or slow receivers, of one do not delay the others.
      MessageGroupId: delivery.account,
    });
    await this.#client.send(command);
  }
}
