import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/deliveries/handler.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { webhookServices } from '../../functions/services/webhooks.ts';
import { SqsQueue } from '../../functions/storage/sqs-queue.ts';
import { testDelivery } from '../../functions/webhooks/announce.ts';
import { newEndpoint } from '../../functions/webhooks/endpoint.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { useReceiver } from './receiver.ts';

useStandIns();
const receiver = useReceiver();
const queue = { url: '', client: new SQSClient({ region: 'us-east-1' }) };

beforeAll(async () => {
  queue.client = new SQSClient({ useQueueUrlAsEndpoint: false });
  const { QueueUrl = '' } = await queue.client.send(new CreateQueueCommand({ QueueName: 'deliveries' }));
  queue.url = QueueUrl;
  Object.assign(process.env, {
    [ENVIRONMENT.deliveryQueue]: QueueUrl,
    [ENVIRONMENT.keys]: 'required',
    [ENVIRONMENT.webhookOrigins]: receiver.origin,
  });
});

/** What waits in the queue, as Lambda hands it to the function. */
async function receive(): Promise<SQSRecord[]> {
  const { Messages = [] } = await queue.client.send(
    new ReceiveMessageCommand({
      QueueUrl: queue.url,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
  );
  return Messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => {
    const record = { messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: Attributes };
    return record as unknown as SQSRecord;
  });
}

/** Does what Lambda does with a batch. @returns those that stay in the queue */
async function work(Records: SQSRecord[]): Promise<readonly string[]> {
  const failures = (await handler({ Records })).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
  for (const { messageId, receiptHandle } of Records)
    if (!failures.includes(messageId))
      await queue.client.send(new DeleteMessageCommand({ QueueUrl: queue.url, ReceiptHandle: receiptHandle }));
  return failures;
}

async function register(account: string) {
  const endpoint = newEndpoint({ url: `${receiver.origin}/${account}` });
  await webhookServices().webhooks.add(account, endpoint, 10);
  return endpoint;
}

describe('the queue of deliveries', () => {
  it('keeps failed deliveries with a new visibility timeout, and drops unwanted ones', async () => {
    receiver.answers((response, { url }) => response.writeHead(url === '/gone' ? 410 : 500).end());
    const [failing, gone] = [await register('failing'), await register('gone')];
    const sent = vi.spyOn(SqsQueue.prototype, 'send');
    await webhookServices().deliveries.send(testDelivery('failing', failing.id));
    await webhookServices().deliveries.send(testDelivery('gone', gone.id));
    await webhookServices().deliveries.send(testDelivery('nobody', gone.id));
    const records: SQSRecord[] = [];
    while (records.length < 3) records.push(...(await receive()));
    expect(sent.mock.calls.map(([, , group]) => group)).toEqual(['failing', 'gone', 'nobody']);
    const kept = await work(records);
    expect(records.filter(({ messageId }) => kept.includes(messageId)).map(({ body }) => JSON.parse(body))).toEqual([
      expect.objectContaining({ account: 'failing' }),
    ]);
    expect(await receive()).toEqual([]);
    const [known] = await webhookServices().webhooks.list('failing');
    expect(known?.health).toMatchObject({ lastError: 'it answered with status 500' });
  });

  it('groups messages, and delays them in seconds', async () => {
    const sent: object[] = [];
    const client = { send: async (command: { input: object }) => void sent.push(command.input) };
    const sqs = new SqsQueue(client as never, 'url');
    await sqs.send('{}', undefined, 'acme');
    await sqs.send('{}', 1001);
    await sqs.again('handle', 5001);
    expect(sent).toEqual([
      { QueueUrl: 'url', MessageBody: '{}', MessageGroupId: 'acme' },
      { QueueUrl: 'url', MessageBody: '{}', DelaySeconds: 2 },
      { QueueUrl: 'url', ReceiptHandle: 'handle', VisibilityTimeout: 6 },
    ]);
  });

  it('drops what is no delivery', async () => {
    const attributes = { ApproximateReceiveCount: '1' };
    const record = { messageId: '1', receiptHandle: '1', body: '{"account":', attributes } as unknown as SQSRecord;
    expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] });
  });
});
