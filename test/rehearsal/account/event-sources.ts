import { setTimeout } from 'node:timers/promises';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import type { Policies } from '../policies/policies.ts';
import type { DeployedFunction } from '../template/deployed-functions.ts';
import type { Resolver } from '../template/resolver.ts';
import { REGION } from '../template/stand-in-values.ts';
import { ofType, type Template } from '../template/template.ts';
import { queueClient, type Stores } from './stand-ins.ts';

/** A queue whose messages are given to a function. */
export interface EventSource {
  readonly queue: string;
  readonly queueArn: string;
  readonly fn: DeployedFunction;
  readonly batchSize: number;
}

/** What Lambda does with a queue, by the role of the function. */
const ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** How long one request waits for a message, in seconds. */
const LONGEST_POLL = 20;

/** The event source mappings of a template. */
export function eventSources(
  template: Template,
  resolver: Resolver,
  functions: readonly DeployedFunction[],
): EventSource[] {
  return ofType(template, 'AWS::Lambda::EventSourceMapping').map(([id, { Properties }]) => {
    const [queue] = (Properties.EventSourceArn as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'];
    const name = resolver.text(Properties.FunctionName);
    const fn = functions.find((candidate) => [candidate.name, candidate.arn].includes(name));
    if (!fn) throw new Error(`${id} is for ${name}, which is no function of ours`);
    const batchSize = (Properties.BatchSize as number | undefined) ?? 10;
    return { queue: resolver.name(queue), queueArn: resolver.arn(queue), fn, batchSize };
  });
}

/** Why Lambda could not take messages for a function, if it could not. */
export function refusalOfDelivery({ queueArn, fn }: EventSource, policies: Policies): string | undefined {
  const context = { 'aws:SecureTransport': 'true' };
  const refusals = ACTIONS.map((action) => policies.refusal(fn, { action, resource: queueArn, context }));
  return refusals.find((refusal) => refusal !== undefined);
}

/** Gives the messages of queues to their functions, as Lambda does, until it is stopped. */
export function deliver(
  sources: readonly EventSource[],
  stores: Stores,
  invoke: (fn: DeployedFunction, event: object) => Promise<unknown>,
): { stop(): Promise<void> } {
  const client = queueClient(stores);
  const stopping = new AbortController();
  const { signal } = stopping;
  const poll = async ({ queue, queueArn, fn, batchSize }: EventSource) => {
    const QueueUrl = stores.queueUrls.get(queue);
    while (!signal.aborted) {
      const receive = { QueueUrl, MaxNumberOfMessages: batchSize, WaitTimeSeconds: LONGEST_POLL };
      try {
        const { Messages = [] } = await client.send(new ReceiveMessageCommand(receive), { abortSignal: signal });
        if (Messages.length === 0) continue;
        const answer = await invoke(fn, { Records: Messages.map((message) => toRecord(message, queueArn)) });
        const kept = (answer as SQSBatchResponse | null | undefined)?.batchItemFailures ?? [];
        for (const { MessageId, ReceiptHandle } of Messages) {
          if (kept.some(({ itemIdentifier }) => itemIdentifier === MessageId)) continue;
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        }
      } catch {
        // The message comes back when its time is over, or it is a dead letter then.
        await setTimeout(100, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const loops = sources.map(poll);
  const stop = async () => {
    stopping.abort();
    await Promise.all(loops);
    client.destroy();
  };
  return { stop };
}

function toRecord({ MessageId = '', ReceiptHandle = '', Body = '' }: Message, eventSourceARN: string): SQSRecord {
  const now = `${Date.now()}`;
  const attributes = {
    ApproximateReceiveCount: '1',
    SentTimestamp: now,
    SenderId: 'AROAEXAMPLE',
    ApproximateFirstReceiveTimestamp: now,
  };
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes,
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  };
}
