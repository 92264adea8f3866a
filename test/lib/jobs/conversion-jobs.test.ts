import { describe, expect, it } from 'vitest';
import { LINK_LIFETIME } from '../../../functions/conversion/conversion.ts';
import { JOB_QUEUE_NAMES, queueOf } from '../../../functions/conversion/job-queues.ts';
import { attemptTime, jobTime, pauseBefore } from '../../../functions/conversion/job-times.ts';
import { ALL_ENGINES, flatten, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { intake, jobs, storage } = synthesized.service;

describe.each(JOB_QUEUE_NAMES)('the queue of %s jobs', (name) => {
  const { Properties: queue } = synthesized.resourceOf(jobs.queues.get(name)?.jobs);
  const { Properties: settings } = synthesized.resourceOf(jobs.dispatches.get(name)?.function);

  it('has times in order: its slowest engine, its function, the message hidden, a job, the source swept, the message dropped', () => {
    const attempts = ALL_ENGINES.filter((engine) => queueOf(engine) === name).map(attemptTime);
    expect(attempts.length).toBeGreaterThan(0);
    expect(settings.Timeout).toBe(Math.max(...attempts));
    expect(settings.Timeout).toBeLessThanOrEqual(900);
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(settings.Timeout + 15);
    expect(queue.MessageRetentionPeriod).toBeGreaterThan(jobTime(name));
    expect(jobTime(name) * 1000).toBeLessThanOrEqual(LINK_LIFETIME);
  });

  it('has no dead letters: a message comes back until its job has ended, and no longer than it is kept', () => {
    expect(queue.RedrivePolicy).toBeUndefined();
  });
});

describe('dispatch', () => {
  const deliveriesIn = (within: Synthesis) =>
    within.ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);
  const atOnce = (within: Synthesis) =>
    deliveriesIn(within).map(
      ({ ScalingConfig }) => (ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
    );

  it('gets one job at a time, and reports whether it failed', () => {
    const one = { BatchSize: 1, FunctionResponseTypes: ['ReportBatchItemFailures'] };
    expect(deliveriesIn(synthesized)).toMatchObject(JOB_QUEUE_NAMES.map(() => one));
  });

  it('leaves room for all queues in a new account by default, and has the concurrency that is set', () => {
    expect(atOnce(synthesized)).toEqual([3, 3, 2]);
    expect(atOnce(new Synthesis({ maximumConcurrency: { medium: 20 } }))).toEqual([3, 20, 2]);
    expect(() => new Synthesis({ maximumConcurrency: 1 })).toThrow(/maxConcurrency/);
  });

  it('invokes all engines once a week, so that none becomes inactive', () => {
    const rules = synthesized.ofType('AWS::Events::Rule').map(({ Properties }) => Properties);
    const targets = [...jobs.dispatches.values()].map(({ function: fn }) =>
      expect.objectContaining({ Arn: { 'Fn::GetAtt': [synthesized.idOf(fn), 'Arn'] }, Input: '{"wake":true}' }),
    );
    expect(rules).toContainEqual(expect.objectContaining({ ScheduleExpression: 'rate(7 days)', Targets: targets }));
  });

  it('puts a job that was not begun off by 5 to 30 seconds, no two at once, and to its deadline at the latest', () => {
    const pauses = Array.from({ length: 100 }, () => pauseBefore(Date.now() + 600_000));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000);
    expect(new Set(pauses.map(Math.round)).size).toBeGreaterThan(50);
    expect(pauseBefore(Date.now() + 2_000)).toBeLessThanOrEqual(2_000);
    expect(pauseBefore(Date.now() - 2_000)).toBe(0);
  });

  it('and all routes have the concurrency that is reserved for them', () => {
    const reserving = new Synthesis({ reservedConcurrency: { convert: 50 } });
    const reserved = Object.entries(reserving.functions()).flatMap(([name, fn]) => {
      const { ReservedConcurrentExecutions: calls } = reserving.resourceOf(fn).Properties;
      return calls === undefined ? [] : [[name, calls]];
    });
    expect(reserved).toEqual([['convert', 50]]);
  });
});

describe('the intake of uploads', () => {
  const bucket = synthesized.resourceOf(storage.bucket);
  const fn = synthesized.idOf(intake.function);

  it('may be called by the bucket of files of this account, and could be before that was made', () => {
    const [id, permission] =
      synthesized
        .entriesOf('AWS::Lambda::Permission')
        .find(([, { Properties }]) => Properties.Principal === 's3.amazonaws.com') ?? [];
    expect(permission?.Properties).toMatchObject({
      FunctionName: { 'Fn::GetAtt': [fn, 'Arn'] },
      SourceAccount: { Ref: 'AWS::AccountId' },
    });
    expect(flatten(permission?.Properties.SourceArn)).toBe(
      `arn:<AWS::Partition>:s3:::${flatten(bucket.Properties.BucketName)}`,
    );
    expect(bucket.DependsOn).toEqual([id]);
  });
});

describe('long videos', () => {
  const within = new Synthesis({ longVideos: 5 });
  const { longVideos } = within.service;

  it('are converted by a durable function that outlives the longest of them, in a version that stays', () => {
    expect(synthesized.service.longVideos).toBeUndefined();
    const { DurableConfig, Environment } = within.resourceOf(longVideos?.function).Properties;
    expect(DurableConfig).toEqual({ ExecutionTimeout: 7 * 3600, RetentionPeriodInDays: 1 });
    expect(Environment?.Variables).toMatchObject({ CHUNKS_AT_ONCE: '5' });
    const version = within
      .ofType('AWS::Lambda::Version')
      .find(({ Properties }) => JSON.stringify(Properties.FunctionName).includes(within.idOf(longVideos?.function)));
    expect(version).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  it('refuse a number of chunks that cannot be', () => {
    for (const chunks of [0, 1.5, 1001])
      expect(() => new Synthesis({ longVideos: chunks })).toThrow(/a number of chunks from 1 to 1000/);
  });
});
