import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** What SQS refuses in a message, and JSON takes as it is (SendMessage, `InvalidMessageContents`); names of files may have it. */
const REFUSED = /[\ufffe\uffff]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16)}`;

/** A standard queue in SQS. */
export class SqsQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /**
   * Sends a message in JSON.
   * @param delay after which it comes, in milliseconds, a quarter of an hour at most
   * @param group in whose turn it comes: the queue is fair among groups. @default a group of its own
   */
  async send(body: string, delay?: number, group?: string): Promise<void> {
    const command = new SendMessageCommand({
      QueueUrl: this.#queueUrl,
      MessageBody: body.replace(REFUSED, escaped),
      ...(delay !== undefined && { DelaySeconds: Math.ceil(delay / 1000) }),
      ...(group && { MessageGroupId: group }),
    });
    await this.#client.send(command);
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
