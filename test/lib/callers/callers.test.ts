import { describe, expect, it } from 'vitest';
import { CALLERS_TABLE } from '../../../functions/callers-table.ts';
import { flatten, keyedSynthesis, Synthesis, synthesis } from '../synthesis.ts';

const keyed = keyedSynthesis();
const { events, storage, usageReports, webhooks } = keyed.service;
const { callers } = storage;

const mappingOf = (from: string, within = keyed) =>
  within
    .ofType('AWS::Lambda::EventSourceMapping')
    .find(({ Properties }) => flatten(Properties.EventSourceArn) === `<${from}>`)?.Properties;

describe('where callers have keys', () => {
  it('items of the table of callers may expire, and no entry of the ledger does', () => {
    const table = keyed.resourceOf(callers?.table).Properties;
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: CALLERS_TABLE.timeToLive, Enabled: true });
    const ledger = keyed.resourceOf(callers?.ledger?.table).Properties;
    expect(ledger).not.toHaveProperty('TimeToLiveSpecification');
    expect(ledger.Replicas[0]?.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
  });

  it('the index of own conversions is without the secrets', () => {
    const [, own] = keyed.resourceOf(storage.table).Properties.GlobalSecondaryIndexes as readonly {
      Projection: { ProjectionType: string; NonKeyAttributes: readonly string[] };
    }[];
    expect(own?.Projection.ProjectionType).toBe('INCLUDE');
    expect(own?.Projection.NonKeyAttributes).toContain('original_filename');
    expect(own?.Projection.NonKeyAttributes).not.toContain('secrets');
  });

  it('the plans of the operator are checked, and have to fit into the variables of a function', () => {
    const plans = Array.from({ length: 40 }, (_, i) => [`plan-${i}`, { conversionsPerMonth: 1000 }]);
    expect(() => new Synthesis({ keys: 'required', plans: Object.fromEntries(plans) })).toThrow(/4 KB/);
    expect(() => new Synthesis({ keys: 'required', plans: { default: { atOnce: -1 } } })).toThrow(/atOnce/);
  });

  it('reports are written when the last result of the day has expired, to a private bucket from which no rule deletes them', () => {
    expect(keyed.resourceOf(usageReports?.schedule).Properties.ScheduleExpression).toBe('cron(45 0 * * ? *)');
    expect(keyed.resourceOf(usageReports?.bucket).Properties).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicPolicy: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: { Rules: [{ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }] },
    });
    expect(JSON.stringify(keyed.resourceOf(usageReports?.bucket))).not.toContain('Expiration');
  });

  it('nothing of all this is there without keys', () => {
    expect(Object.keys(synthesis().resources).join()).not.toMatch(/Ledger|Callers|UsageReports|Webhooks|Transitions/);
    expect(synthesis().resourceOf(synthesis().service.storage.table).Properties).not.toHaveProperty(
      'StreamSpecification',
    );
  });
});

describe('what happens to conversions', () => {
  it('is read from the stream of the table: in parts where one fails, with an end to trying', () => {
    const mapping = mappingOf(keyed.idOf(storage.table));
    expect(mapping).toMatchObject({
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRecordAgeInSeconds: 82800,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(JSON.stringify(mapping?.DestinationConfig)).toContain(keyed.idOf(events?.transitions.deadLetters));
    expect(keyed.resourceOf(storage.table).Properties.StreamSpecification).toEqual({
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    });
  });

  it('is told by counts alone by default, and without webhooks where only events are wanted', () => {
    const told = (synthesized: Synthesis) =>
      synthesized.resourceOf(synthesized.service.events?.transitions.function).Properties.Environment?.Variables;
    expect(told(keyed)).toMatchObject({ EVENT_DETAILS: 'counts' });
    const all = new Synthesis({ events: true, eventDetails: 'all' });
    expect(told(all)).toMatchObject({ EVENT_DETAILS: 'all' });
    expect(told(all)).not.toHaveProperty('DELIVERY_QUEUE');
    expect(all.service.webhooks).toBeUndefined();
  });
});

describe('deliveries to webhooks', () => {
  it('are tried five times, and the failed ones of a batch reported', () => {
    const queue = keyed.resourceOf(webhooks?.deliveries).Properties;
    expect(queue.RedrivePolicy).toMatchObject({ maxReceiveCount: 5 });
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(6 * keyed.resourceOf(webhooks?.function).Properties.Timeout);
    expect(mappingOf(keyed.idOf(webhooks?.deliveries))).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('are made from no network in which anything private is near, to no address that is not public', () => {
    expect(keyed.resourceOf(webhooks?.function).Properties.VpcConfig).toBeUndefined();
    for (const { Properties } of keyed.ofType('AWS::Lambda::Function'))
      expect(Object.keys(Properties.Environment?.Variables ?? {})).not.toContain('WEBHOOK_ORIGINS');
  });
});
