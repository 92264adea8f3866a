import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** The messages of a queue in SQS from which a function is given some. */
export class SqsMessages {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /** Has a message that was received, and is not deleted, come again after a while. @param delay in milliseconds */
  async again(receiptHandle: string, delay: number): Promise<void> {
    const command = new ChangeMessageVisibilityCommand({
      QueueUrl: this.#queueUrl,
      ReceiptHandle: receiptHandle,
      VisibilityTimeout: Math.ceil(delay / 1000),
    });
    await this.#client.send(command);
  }
}
