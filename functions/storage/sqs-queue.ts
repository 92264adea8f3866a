import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A queue in SQS into which messages are put. */
export class SqsQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /** Has a message come after a while. @param delay in milliseconds, a quarter of an hour at most */
  async send(body: string, delay: number): Promise<void> {
    const DelaySeconds = Math.ceil(delay / 1000);
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, MessageBody: body, DelaySeconds }));
  }
}
