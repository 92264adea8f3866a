import { readFileSync } from 'node:fs';
import { Duration, Stack } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../../functions/metrics.ts';
import { everything } from '../../../lib/policies/everything.ts';
import { LAYERED, newApp, type Resource, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { metrics, jobs } = synthesized.service;

const alarmsOf = (within: Synthesis): Record<string, Resource> =>
  Object.fromEntries(
    (within.service.operation.alarms?.list ?? []).map((alarm) => [alarm.node.id, within.resourceOf(alarm)]),
  );

const alarms = alarmsOf(synthesized);

describe('the alarms', () => {
  it('describe the problem, and have a line in the manual, which says what to do', () => {
    const manual = readFileSync(new URL('../../../docs/how-to/operate.md', import.meta.url), 'utf8');
    const all = everything().service.operation.alarms?.node.children ?? [];
    expect(all.length).toBeGreaterThan(12);
    for (const { node } of all.filter(({ node }) => /^[A-Z]\w+(-|$)/.test(node.id) && node.id !== 'InEdgeRegion'))
      expect(manual).toContain(`| \`${node.id.replace(/-.*$/, '')}\` |`);
    for (const { Properties } of Object.values(alarms)) expect(Properties.AlarmDescription).toMatch(/^[A-Z].*\.$/);
  });

  it('go off for faults of ours alone, by the worst engine, and cost nothing for one that is not used', () => {
    expect(alarms.EngineFails?.Properties).toMatchObject({
      Metrics: [
        {
          Expression: `SELECT AVG(${METRICS.faults}) FROM SCHEMA("${metrics.namespace}", engine) GROUP BY engine ORDER BY MAX() DESC`,
        },
      ],
      Threshold: 0.2,
      TreatMissingData: 'notBreaching',
    });
  });

  it('watch the age of the jobs in every queue', () => {
    const watched = JSON.stringify(alarms.JobsWait?.Properties.Metrics);
    for (const queue of jobs.queues.values())
      expect(watched).toContain(`"Fn::GetAtt":["${synthesized.idOf(queue.jobs)}","QueueName"]`);
  });

  it('notice that the sweep is not called at all', () => {
    expect(alarms.SweepFails?.Properties).toMatchObject({
      MetricName: 'Errors',
      Statistic: 'Minimum',
      TreatMissingData: 'breaching',
    });
  });

  it('need no metric that costs something without conversions, except those of AWS', () => {
    const filters = synthesized.ofType('AWS::Logs::MetricFilter');
    expect(filters).toHaveLength(1);
    // With a default value it would be counted, and paid for, with every line of the log.
    expect(JSON.stringify(filters)).not.toContain('DefaultValue');
  });

  it('see 5xx of the large lane, on whatever it runs', () => {
    expect(JSON.stringify(alarms.LargeUploadsFail?.Properties.Metrics)).toContain('HTTPResponseStatusClass5XX');
    const fargate = alarmsOf(synthesis({ ingest: 'fargate' })).LargeUploadsFail;
    const names = JSON.stringify(fargate?.Properties.Metrics);
    for (const name of ['HTTPCode_ELB_5XX_Count', 'HTTPCode_Target_5XX_Count']) expect(names).toContain(name);
  });

  it('see what CloudFront answers where its metrics are, and in no other region', () => {
    const edgeIn = (region?: string) => {
      const within = new Stack(newApp(), 'Test', region === undefined ? {} : { env: { region } });
      const service = new Synthesis({ engines: [LAYERED] }, { within });
      const { edge } = service.service.operation.alarms ?? {};
      return edge && service.resourceOf(edge);
    };
    const there = edgeIn('us-east-1');
    expect(there?.Properties).toMatchObject({ MetricName: '5xxErrorRate', Threshold: 5 });
    expect(there).not.toHaveProperty('Condition');
    expect(edgeIn('eu-central-1')).toBeUndefined();
    expect(edgeIn()).toHaveProperty('Condition');
  });

  it('can be left out, and the dashboard too, which draws every metric of ours', () => {
    const [dashboard, ...others] = synthesized.ofType('AWS::CloudWatch::Dashboard');
    expect(others).toEqual([]);
    const body = JSON.stringify(dashboard?.Properties.DashboardBody);
    for (const name of [...Object.values(METRICS), metrics.namespace]) expect(body).toContain(name);
    const none = new Synthesis({ alarms: false, dashboard: false });
    expect(none.ofType('AWS::CloudWatch::Alarm')).toEqual([]);
    expect(none.ofType('AWS::CloudWatch::Dashboard')).toEqual([]);
  });
});

describe('the action of alarms', () => {
  it('is an address, of every alarm and of its end', () => {
    const told = new Synthesis({ alarmEmail: 'operator@example.com', canary: Duration.days(1) });
    const topic = { Ref: told.idOf(told.service.operation.topic) };
    const all = alarmsOf(told);
    expect(all).toHaveProperty('CanaryFails');
    for (const { Properties } of Object.values(all))
      expect(Properties).toMatchObject({ AlarmActions: [topic], OKActions: [topic] });
    expect(told.ofType('AWS::SNS::Subscription').map(({ Properties }) => Properties)).toMatchObject([
      { Protocol: 'email', Endpoint: 'operator@example.com', TopicArn: topic },
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
    const arn = 'arn:aws:sns:eu-central-1:123456789012:mine';
    const alarmTopic = Topic.fromTopicArn(stack, 'Mine', arn);
    const told = new Synthesis({ alarmTopic }, { within: stack });
    expect(told.ofType('AWS::SNS::Topic')).toEqual([]);
    for (const { Properties } of Object.values(alarmsOf(told))) expect(Properties.AlarmActions).toEqual([arn]);
    expect(() => new Synthesis({ alarmTopic, alarmEmail: 'a@example.com' }, { within: new Stack(stack, 'B') })).toThrow(
      /alarmTopic is yours/,
    );
  });
});

const limited = (amount: number) =>
  new Synthesis({ engines: [LAYERED], monthlyBudget: { amount, email: 'operator@example.com' } });

it('monthlyBudget has AWS write at four fifths of it, at all of it, and when all of it is in sight', () => {
  const [budget, ...others] = limited(50).ofType('AWS::Budgets::Budget');
  expect(others).toEqual([]);
  const at = (NotificationType: string, Threshold: number) => ({
    Notification: { NotificationType, Threshold },
    Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'operator@example.com' }],
  });
  expect(budget?.Properties).toMatchObject({
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
    NotificationsWithSubscribers: [at('ACTUAL', 80), at('ACTUAL', 100), at('FORECASTED', 100)],
  });
  expect(synthesis().ofType('AWS::Budgets::Budget')).toEqual([]);
  for (const amount of [0, -1, Number.NaN]) expect(() => limited(amount)).toThrow(/US dollars/);
});
