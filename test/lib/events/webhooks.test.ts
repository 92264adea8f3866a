import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { flatten, keyedSynthesis, type Statement, Synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();
const { storage, webhooks, events, functions } = keyed.service;

const NAMES: Readonly<Record<string, string>> = {
  [keyed.idOf(storage.table)]: 'conversions',
  [keyed.idOf(storage.callers?.table)]: 'callers',
  [keyed.idOf(storage.callers?.ledger?.table)]: 'ledger',
  [keyed.idOf(webhooks?.deliveries)]: 'deliveries',
  [keyed.idOf(events?.transitions.deadLetters)]: 'lost transitions',
  [keyed.idOf(events?.bus.eventBus)]: 'bus',
};

/** What a role is allowed, one line for each action on each resource, but for logs and traces. */
function permissions(role: IConstruct | undefined): string[] {
  const policies = keyed
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }) => Ref === keyed.idOf(role)));
  return policies
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .flatMap((statement) => lines(statement))
    .filter((line) => !/^(logs|xray):/.test(line))
    .map((line) => line.replace(/<(\w+)>/, (whole, id) => (NAMES[id] ? `<${NAMES[id]}>` : whole)))
    .sort();
}

function lines({ Action, Resource, Condition }: Statement): string[] {
  const condition = Condition ? ` ${JSON.stringify(Condition)}` : '';
  return [Action ?? []]
    .flat()
    .flatMap((action) => [Resource].flat().map((on) => `${action} ${flatten(on)}${condition}`));
}

const only = (items: string) => ` {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["${items}#*"]}}`;
const WEBHOOKS_ALONE = only('webhooks');

describe('what delivers to webhooks', () => {
  it('may read its queue, and the webhooks of accounts, and nothing else', () => {
    expect(permissions(webhooks?.function.role)).toEqual([
      `dynamodb:GetItem <callers>${WEBHOOKS_ALONE}`,
      `dynamodb:UpdateItem <callers>${WEBHOOKS_ALONE}`,
      'sqs:ChangeMessageVisibility <deliveries>',
      'sqs:DeleteMessage <deliveries>',
      'sqs:GetQueueAttributes <deliveries>',
      'sqs:ReceiveMessage <deliveries>',
    ]);
  });

  it('is in no network in which anything private is near', () => {
    expect(keyed.resourceOf(webhooks?.function).Properties.VpcConfig).toBeUndefined();
  });

  it('tries five times, and says of each of a batch whether it arrived', () => {
    expect(keyed.resourceOf(webhooks?.deliveries).Properties.RedrivePolicy).toMatchObject({ maxReceiveCount: 5 });
    const [mapping] = keyed
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ Properties }) => flatten(Properties.EventSourceArn) === `<${keyed.idOf(webhooks?.deliveries)}>`);
    expect(mapping?.Properties).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 10 },
    });
    const { VisibilityTimeout } = keyed.resourceOf(webhooks?.deliveries).Properties;
    expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * keyed.resourceOf(webhooks?.function).Properties.Timeout);
  });

  it('lets no address be reached that is not public', () => {
    for (const { Properties } of keyed.ofType('AWS::Lambda::Function'))
      expect(Object.keys(Properties.Environment?.Variables ?? {})).not.toContain('WEBHOOK_ORIGINS');
  });
});

describe('what tells of transitions', () => {
  it('may read the stream, enter what is billed, put events on the bus, send them to webhooks, and nothing else', () => {
    expect(permissions(events?.transitions.function.role)).toEqual([
      'dynamodb:DescribeStream <conversions>',
      `dynamodb:GetItem <callers>${WEBHOOKS_ALONE}`,
      'dynamodb:GetItem <ledger>',
      'dynamodb:GetRecords <conversions>',
      'dynamodb:GetShardIterator <conversions>',
      'dynamodb:ListStreams <conversions>/stream/*',
      'dynamodb:PutItem <ledger>',
      `dynamodb:UpdateItem <callers>${only('use')}`,
      'events:PutEvents <bus>',
      'sqs:SendMessage <deliveries>',
      'sqs:SendMessage <lost transitions>',
    ]);
  });

  it('tells no more than counts, unless the operator wants all', () => {
    const told = (synthesized: Synthesis) =>
      synthesized.resourceOf(synthesized.service.events?.transitions.function).Properties.Environment?.Variables;
    expect(told(keyed)).toMatchObject({
      EVENT_BUS: { Ref: keyed.idOf(events?.bus.eventBus) },
      EVENT_DETAILS: 'counts',
    });
    const all = new Synthesis({ events: true, eventDetails: 'all' });
    expect(told(all)).toMatchObject({ EVENT_DETAILS: 'all' });
    expect(told(all)).not.toHaveProperty('DELIVERY_QUEUE');
    expect(all.service.webhooks).toBeUndefined();
  });
});

describe('what keeps webhooks', () => {
  it('is one function for all that can be done with them', () => {
    const { webhooks: list, addWebhook, removeWebhook, testWebhook } = functions.byRoute;
    expect(new Set([list, addWebhook, removeWebhook, testWebhook]).size).toBe(1);
    expect(permissions(list?.role)).toEqual([
      `dynamodb:GetItem <callers>${only('key')}`,
      `dynamodb:GetItem <callers>${only('rate')}`,
      `dynamodb:GetItem <callers>${WEBHOOKS_ALONE}`,
      'dynamodb:GetItem <conversions>',
      `dynamodb:PutItem <callers>${WEBHOOKS_ALONE}`,
      `dynamodb:UpdateItem <callers>${only('rate')}`,
      `dynamodb:UpdateItem <callers>${WEBHOOKS_ALONE}`,
      'sqs:SendMessage <deliveries>',
    ]);
  });
});
