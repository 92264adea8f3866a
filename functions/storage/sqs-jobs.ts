import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { JobQueue, QueuedJob } from '../conversion/stores.ts';

/** Job queues in SQS, each shared by engines. */
export class SqsJobs implements JobQueue {
  /** Long enough for a worker that has to be started first. */
  readonly longestTurn = 5000;
  readonly #client: SQSClient;
  readonly #queueUrl: (engine: string) => string;

  /** @param queueUrl of the queue in which the jobs of an engine wait */
  constructor(client: SQSClient, queueUrl: (engine: string) => string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async send({ id, engine, caller }: QueuedJob): Promise<void> {
    const command = new SendMessageCommand({
      QueueUrl: this.#queueUrl(engine),
      MessageBody: JSON.stringify({ conversion_id: id, engine }),
      // On a standard queue this makes it fair among callers. Records of an earlier version have none.
      ...(caller && { MessageGroupId: caller }),
    });
    await this.#client.send(command);
  }
}
