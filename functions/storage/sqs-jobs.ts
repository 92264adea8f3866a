import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { JobQueue } from '../conversion/stores.ts';

/** Job queues in SQS, one for each engine. */
export class SqsJobs implements JobQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: (engine: string) => string;

  constructor(client: SQSClient, queueUrl: (engine: string) => string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send(engine: string, id: string): Promise<void> {
    const MessageBody = JSON.stringify({ conversion_id: id });
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl(engine), MessageBody }));
  }
}
