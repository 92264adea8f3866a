import { setTimeout } from 'node:timers/promises';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';

export interface LocalWorker {
  readonly queueUrl: string;
  readonly handler: (event: SQSEvent) => Promise<unknown>;
  /** How many messages are handled at once. */
  readonly concurrency: number;
}

/** Does what Lambda's event source mappings do: receives messages one at a time, and deletes handled ones. */
export function startWorkers(
  workers: readonly LocalWorker[],
  client = new SQSClient({ useQueueUrlAsEndpoint: false }),
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = workers.flatMap((worker) =>
    Array.from({ length: worker.concurrency }, () => poll(client, worker, stopping.signal)),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      client.destroy();
    },
  };
}

async function poll(
  client: SQSClient,
  { queueUrl: QueueUrl, handler }: LocalWorker,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 1, WaitTimeSeconds: 20 });
      const { Messages = [] } = await client.send(receive, { abortSignal: signal });
      for (const message of Messages) {
        const answer = (await handler(toEvent(message))) as SQSBatchResponse | undefined;
        if (answer?.batchItemFailures.length) continue;
        await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
      }
    } catch {
      // The handler has logged its error; the message is visible again after its timeout, as on AWS.
      await setTimeout(100, undefined, { signal }).catch(() => undefined);
    }
  }
}

function toEvent({ MessageId = '', Body = '', ReceiptHandle = '' }: Message): SQSEvent {
  return {
    Records: [{ messageId: MessageId, body: Body, receiptHandle: ReceiptHandle } as SQSEvent['Records'][number]],
  };
}
