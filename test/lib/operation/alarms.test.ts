import { readFileSync } from 'node:fs';
import { Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { IConstruct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../../functions/conversion/job-queues.ts';
import { METRICS } from '../../../functions/metrics.ts';
import { keyedSynthesis, newApp, type Resource, Synthesis, synthesis } from '../synthesis.ts';

interface Query {
  readonly Expression?: string;
  readonly MetricStat?: { readonly Metric: { readonly Dimensions: readonly { readonly Value: unknown }[] } };
}

const synthesized = synthesis();
const { metrics, jobs, operation } = synthesized.service;

const alarmsOf = (within: Synthesis): Record<string, Resource> =>
  Object.fromEntries(
    (within.service.operation.alarms?.list ?? []).map((alarm) => [alarm.node.id, within.resourceOf(alarm)]),
  );

const alarms = alarmsOf(synthesized);

const queriesOf = (alarm: Resource | undefined) => (alarm?.Properties.Metrics ?? []) as readonly Query[];

const MANUAL = readFileSync(new URL('../../../docs/how-to/operate.md', import.meta.url), 'utf8');

describe('the alarms', () => {
  it('are few, and each describes the problem', () => {
    expect(Object.keys(alarms)).toEqual([
      'EngineFails',
      'JobsWait',
      'ServerErrors',
      'IngestErrors',
      'LargeUploadsFail',
      'IntakeFails',
      'Throttled',
      'ConcurrencyUsed',
      'SweepFails',
    ]);
    for (const { Properties } of Object.values(alarms)) {
      expect(Properties.AlarmDescription).toMatch(/^[A-Z].*\.$/);
      expect(Properties.ComparisonOperator).toBe('GreaterThanThreshold');
    }
  });

  it('are four more where callers have keys', () => {
    const keyed = alarmsOf(keyedSynthesis());
    expect(Object.keys(keyed).filter((name) => !(name in alarms))).toEqual([
      'EventsLate',
      'EventsLost',
      'DeliveriesLost',
      'ReportFails',
    ]);
  });

  it.each([
    ...Object.keys(alarms),
    'EventsLate',
    'EventsLost',
    'DeliveriesLost',
    'ReportFails',
    'CanaryFails',
    'DroppedFilesLost',
    'EdgeErrors',
  ])('%s has its line in the manual, which says what to do', (name) => {
    expect(MANUAL.includes(`| \`${name}\` |`)).toBe(true);
  });

  it('go off ten minutes after events are no longer delivered, though the function does not fail', () => {
    const keyed = keyedSynthesis();
    expect(alarmsOf(keyed).EventsLate?.Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'IteratorAge',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: keyed.idOf(keyed.service.events?.transitions.function) } }],
      Statistic: 'Maximum',
      Threshold: 600_000,
    });
  });

  it('go off for faults of ours alone, by the worst engine, and cost nothing for one that is not used', () => {
    expect(queriesOf(alarms.EngineFails)).toEqual([
      expect.objectContaining({
        Expression: `SELECT AVG(${METRICS.faults}) FROM SCHEMA("${metrics.namespace}", engine) GROUP BY engine ORDER BY MAX() DESC`,
      }),
    ]);
    expect(alarms.EngineFails?.Properties).toMatchObject({ Threshold: 0.2, TreatMissingData: 'notBreaching' });
  });

  it('watch the namespace in which the functions count where jobs end, and no others count', () => {
    const counting = Object.entries(synthesized.functions()).filter(([, fn]) => {
      const { METRICS_NAMESPACE } = synthesized.resourceOf(fn).Properties.Environment?.Variables ?? {};
      if (METRICS_NAMESPACE !== undefined) expect(METRICS_NAMESPACE).toBe(metrics.namespace);
      return METRICS_NAMESPACE !== undefined;
    });
    const dispatches = JOB_QUEUE_NAMES.map((name) => `dispatch ${name}`);
    expect(counting.map(([name]) => name).sort()).toEqual(['convert', ...dispatches].sort());
    // CloudWatch takes these letters and no more than 255 of them.
    expect(metrics.namespace).toMatch(/^[\w./#:-]{1,255}$/);
  });

  it('watch the age of the jobs in every queue', () => {
    const watched = queriesOf(alarms.JobsWait).flatMap(
      ({ MetricStat }) => MetricStat?.Metric.Dimensions.map(({ Value }) => Value) ?? [],
    );
    expect(watched).toEqual(
      [...jobs.queues.values()].map((queue) => ({ 'Fn::GetAtt': [synthesized.idOf(queue.jobs), 'QueueName'] })),
    );
  });

  it('notice that the sweep is not called at all', () => {
    expect(alarms.SweepFails?.Properties).toMatchObject({
      MetricName: 'Errors',
      Statistic: 'Minimum',
      TreatMissingData: 'breaching',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: synthesized.idOf(synthesized.service.sweep.function) } }],
    });
  });

  it('need no metric that costs something without conversions, except those of AWS', () => {
    const filters = synthesized.ofType('AWS::Logs::MetricFilter');
    expect(filters).toHaveLength(1);
    // With a default value it would be counted, and paid for, with every line of the log.
    for (const { Properties } of filters) expect(JSON.stringify(Properties)).not.toContain('DefaultValue');
    // Whether or not Lambda puts the line into JSON of its own.
    expect(filters[0]?.Properties.FilterPattern).toBe('"ERROR"');
  });

  it('without an edge are those of what is there', () => {
    const { IngestErrors, LargeUploadsFail, ...others } = alarms;
    expect(Object.keys(alarmsOf(synthesis({ edge: false })))).toEqual(Object.keys(others));
    expect(IngestErrors && LargeUploadsFail).toBeDefined();
  });

  it('see 5xx of the large lane, on whatever it runs', () => {
    expect(JSON.stringify(queriesOf(alarms.LargeUploadsFail))).toContain(
      'SELECT SUM(HTTPResponseStatusClass5XX) FROM \\"AWS/Lambda/Web\\" WHERE FunctionName = ',
    );
    const fargate = alarmsOf(synthesis({ ingest: 'fargate' })).LargeUploadsFail;
    const names = JSON.stringify(queriesOf(fargate));
    for (const name of ['HTTPCode_ELB_5XX_Count', 'HTTPCode_Target_5XX_Count']) expect(names).toContain(name);
  });

  it('see what CloudFront answers where its metrics are, and in no other region', () => {
    const edgeIn = (region?: string) => {
      const within = new Stack(newApp(), 'Test', region === undefined ? {} : { env: { region } });
      const service = new Synthesis({}, { within });
      const { edge } = service.service.operation.alarms ?? {};
      return edge && service.resourceOf(edge);
    };
    const metric = {
      MetricName: '5xxErrorRate',
      Threshold: 5,
      Dimensions: [
        { Name: 'DistributionId', Value: { Ref: expect.any(String) } },
        { Name: 'Region', Value: 'Global' },
      ],
    };
    expect(edgeIn('us-east-1')?.Properties).toMatchObject(metric);
    expect(edgeIn('us-east-1')).not.toHaveProperty('Condition');
    expect(edgeIn('eu-central-1')).toBeUndefined();
    const anywhere = edgeIn();
    expect(anywhere?.Properties).toMatchObject(metric);
    const nested = Template.fromStack(Stack.of(synthesized.service.operation.alarms as IConstruct));
    const conditions = nested.toJSON().Conditions as Record<string, unknown>;
    expect(conditions[(anywhere as unknown as { Condition: string }).Condition]).toEqual({
      'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'],
    });
  });

  it('can be left out, and the dashboard too', () => {
    const none = new Synthesis({ alarms: false, dashboard: false });
    expect(none.ofType('AWS::CloudWatch::Alarm')).toEqual([]);
    expect(none.ofType('AWS::CloudWatch::Dashboard')).toEqual([]);
  });
});

describe('the action of alarms', () => {
  it('is none by default', () => {
    for (const { Properties } of Object.values(alarms)) expect(Properties).not.toHaveProperty('AlarmActions');
    expect(synthesized.ofType('AWS::SNS::Topic')).toEqual([]);
  });

  it('is an address, of every alarm and of its end', () => {
    const told = new Synthesis({ alarmEmail: 'operator@example.com', canary: Duration.days(1) });
    const topic = { Ref: told.idOf(told.service.operation.topic) };
    for (const { Properties } of Object.values(alarmsOf(told))) {
      expect(Properties).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
    }
    expect(alarmsOf(told)).toHaveProperty('CanaryFails');
    expect(told.ofType('AWS::SNS::Subscription').map(({ Properties }) => Properties)).toEqual([
      expect.objectContaining({ Protocol: 'email', Endpoint: 'operator@example.com', TopicArn: topic }),
    ]);
    const [policy] = told.ofType('AWS::SNS::TopicPolicy');
    expect(policy?.Properties.PolicyDocument.Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
  });

  it('is a topic of yours', () => {
    const stack = new Stack(newApp(), 'Test');
    const alarmTopic = Topic.fromTopicArn(stack, 'Mine', 'arn:aws:sns:eu-central-1:123456789012:mine');
    const told = new Synthesis({ alarmTopic }, { within: stack });
    expect(told.ofType('AWS::SNS::Topic')).toEqual([]);
    for (const { Properties } of Object.values(alarmsOf(told)))
      expect(Properties.AlarmActions).toEqual(['arn:aws:sns:eu-central-1:123456789012:mine']);
    expect(() => new Synthesis({ alarmTopic, alarmEmail: 'a@example.com' }, { within: new Stack(stack, 'B') })).toThrow(
      /alarmTopic is yours/,
    );
  });
});

describe('the dashboard', () => {
  const [dashboard, ...others] = synthesized.ofType('AWS::CloudWatch::Dashboard');

  it('is one, and draws every metric of ours', () => {
    expect(others).toEqual([]);
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    for (const name of Object.values(METRICS)) expect(body).toContain(name);
    for (const name of Object.keys(alarms)) {
      const alarm = operation.alarms?.list.find(({ node }) => node.id === name);
      expect(body).toContain(synthesized.idOf(alarm));
    }
    expect(body).toContain(metrics.namespace);
  });
});
