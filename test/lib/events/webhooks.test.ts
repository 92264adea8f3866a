import { describe, expect, it } from 'vitest';
import { flatten, keyedSynthesis, Synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();
const { webhooks, events, functions } = keyed.service;

describe('what delivers to webhooks', () => {
  it('is in no network in which anything private is near', () => {
    expect(keyed.resourceOf(webhooks?.function).Properties.VpcConfig).toBeUndefined();
  });

  it('tries five times, and reports which deliveries of a batch failed', () => {
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

describe('the function of transitions', () => {
  it('sends only counts by default', () => {
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
  });
});
