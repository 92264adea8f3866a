import type { SQSRecord } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/deliveries/handler.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { useMessages } from '../../functions/services/messages.ts';
import { webhookServices } from '../../functions/services/webhooks.ts';
import { SqsQueue } from '../../functions/storage/sqs-queue.ts';
import { testDelivery } from '../../functions/webhooks/announce.ts';
import { newEndpoint } from '../../functions/webhooks/endpoint.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { useReceiver } from './receiver.ts';

useStandIns();
const receiver = useReceiver();

beforeAll(() => {
  Object.assign(process.env, {
    [ENVIRONMENT.deliveryQueue]: 'https://queue',
    [ENVIRONMENT.keys]: 'required',
    [ENVIRONMENT.webhookOrigins]: receiver.origin,
  });
});

/** A message, as Lambda hands it to the function. */
function recordOf(id: string, body: string): SQSRecord {
  const attributes = { ApproximateReceiveCount: '1' };
  return { messageId: id, receiptHandle: `handle of ${id}`, body, attributes } as unknown as SQSRecord;
}

async function register(account: string): Promise<string> {
  const endpoint = newEndpoint({ url: `${receiver.origin}/${account}` });
  await webhookServices().webhooks.add(account, endpoint, 10);
  return endpoint.id;
}

describe('the queue of deliveries', () => {
  it('keeps failed deliveries with a new visibility timeout, and drops unwanted ones', async () => {
    receiver.answers((response, { url }) => response.writeHead(url === '/gone' ? 410 : 500).end());
    const [failing, gone] = [await register('failing'), await register('gone')];
    const sent = vi.spyOn(SqsQueue.prototype, 'send').mockResolvedValue();
    for (const delivery of [testDelivery('failing', failing), testDelivery('gone', gone), testDelivery('nobody', gone)])
      await webhookServices().deliveries.send(delivery);
    const Records = sent.mock.calls.map(([body, , group = '']) => recordOf(group, body));
    sent.mockRestore();
    const again = vi.fn(async () => undefined);
    useMessages({ again });
    expect(await handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: 'failing' }] });
    expect(again.mock.calls).toEqual([['handle of failing', 5000]]);
    const [known] = await webhookServices().webhooks.list('failing');
    expect(known?.health).toMatchObject({ lastError: 'it answered with status 500' });
  });

  it('groups messages, delays them in seconds, and escapes what SQS refuses', async () => {
    const sent: object[] = [];
    const client = { send: async (command: { input: object }) => void sent.push(command.input) };
    const sqs = new SqsQueue(client as never, 'url');
    await sqs.send('{}', undefined, 'acme');
    await sqs.send('{"name":"\uffff"}', 1001);
    await sqs.again('handle', 5001);
    expect(sent).toEqual([
      { QueueUrl: 'url', MessageBody: '{}', MessageGroupId: 'acme' },
      { QueueUrl: 'url', MessageBody: '{"name":"\\uffff"}', DelaySeconds: 2 },
      { QueueUrl: 'url', ReceiptHandle: 'handle', VisibilityTimeout: 6 },
    ]);
  });

  it('drops what is no delivery', async () => {
    expect(await handler({ Records: [recordOf('1', '{"account":')] })).toEqual({ batchItemFailures: [] });
  });
});
