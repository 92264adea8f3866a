import { describe, expect, it } from 'vitest';
import { LINK_LIFETIME } from '../../../functions/conversion/conversion.ts';
import { JOB_QUEUE_NAMES, type JobQueueName, queueOf } from '../../../functions/conversion/job-queues.ts';
import { attemptTime, jobTime, pauseBefore } from '../../../functions/conversion/job-times.ts';
import { jobQueueVariable } from '../../../functions/environment.ts';
import { ALL_ENGINES, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { jobs: parts } = synthesized.service;

const partsOf = (name: JobQueueName) => {
  const [queue, dispatch] = [parts.queues.get(name), parts.dispatches.get(name)];
  if (!queue || !dispatch) throw new Error(`the queue ${name} is not deployed`);
  const arn = (of: typeof queue.jobs) => ({ 'Fn::GetAtt': [synthesized.idOf(of), 'Arn'] });
  return { jobs: queue.jobs, fn: dispatch.function, arn };
};

const deliveriesIn = (within: Synthesis) =>
  within.ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);

const deliveries = deliveriesIn(synthesized);

/** How many jobs of a queue are done at once. */
const atOnce = (within: Synthesis, name: JobQueueName) => {
  const queue = within.service.jobs.queues.get(name)?.jobs;
  const [delivery] = deliveriesIn(within).filter(
    ({ EventSourceArn }) =>
      JSON.stringify(EventSourceArn) === JSON.stringify({ 'Fn::GetAtt': [within.idOf(queue), 'Arn'] }),
  );
  return (delivery?.ScalingConfig as { MaximumConcurrency: number } | undefined)?.MaximumConcurrency;
};

describe.each(JOB_QUEUE_NAMES)('the queue of %s jobs', (name) => {
  const { jobs, fn, arn } = partsOf(name);
  const { Properties: queue } = synthesized.resourceOf(jobs);
  const { Properties: settings } = synthesized.resourceOf(fn);

  it('is emptied by a function that is small, and may wait as long as an attempt of its slowest engine takes', () => {
    expect(settings).toMatchObject({ MemorySize: 256, EphemeralStorage: { Size: 512 } });
    const attempts = ALL_ENGINES.filter((engine) => queueOf(engine) === name).map(attemptTime);
    expect(attempts.length).toBeGreaterThan(0);
    expect(settings.Timeout).toBe(Math.max(...attempts));
    expect(settings.Timeout).toBeLessThanOrEqual(900);
  });

  it('hides messages for longer than an attempt, and keeps them for longer than a job', () => {
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(settings.Timeout + 15);
    expect(queue.MessageRetentionPeriod).toBeGreaterThan(jobTime(name));
  });

  it('has done a job before the sweep takes its source', () => {
    expect(jobTime(name) * 1000).toBeLessThanOrEqual(LINK_LIFETIME);
  });

  it('has no dead letters: a message comes back until its job has ended, and no longer than it is kept', () => {
    expect(queue.RedrivePolicy).toBeUndefined();
  });

  it('gives one job at a time to its function', () => {
    expect(deliveries).toContainEqual(
      expect.objectContaining({
        EventSourceArn: arn(jobs),
        FunctionName: { Ref: synthesized.idOf(fn) },
        BatchSize: 1,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      }),
    );
  });

  it('is known to convert, which leaves jobs in it', () => {
    const { Variables } = synthesized.resourceOf(synthesized.functions().convert).Properties.Environment ?? {};
    expect(Variables?.[jobQueueVariable(name)]).toEqual({ Ref: synthesized.idOf(jobs) });
  });
});

describe('the queues', () => {
  it('keep pictures, documents and what takes minutes apart', () => {
    const queues = Object.fromEntries(ALL_ENGINES.map((engine) => [engine.name, queueOf(engine)]));
    expect(queues).toMatchObject({
      sharp: 'quick',
      office: 'medium',
      poppler: 'medium',
      ffmpeg: 'long',
      bsdtar: 'long',
    });
  });

  it('are those of the engines that are deployed', () => {
    const pictures = ALL_ENGINES.filter(({ name }) => name === 'sharp');
    expect([...new Synthesis({ engines: pictures }).service.jobs.queues.keys()]).toEqual(['quick']);
  });
});

describe('a job that was not begun', () => {
  it('comes back after 5 to 30 seconds, no two at once, and at its deadline at the latest', () => {
    const pauses = Array.from({ length: 100 }, () => pauseBefore(Date.now() + 600_000));
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(5_000);
    for (const pause of pauses) expect(pause).toBeLessThanOrEqual(30_000);
    expect(new Set(pauses.map(Math.round)).size).toBeGreaterThan(50);
    expect(pauseBefore(Date.now() + 2_000)).toBeLessThanOrEqual(2_000);
    expect(pauseBefore(Date.now() - 2_000)).toBe(0);
  });
});

describe('the engines', () => {
  it('are invoked once a week by dispatch, so that none becomes inactive', () => {
    const rules = synthesized.ofType('AWS::Events::Rule').map(({ Properties }) => Properties);
    expect(rules).toContainEqual(
      expect.objectContaining({
        ScheduleExpression: 'rate(7 days)',
        Targets: [...parts.dispatches.values()].map(({ function: fn }) =>
          expect.objectContaining({ Arn: { 'Fn::GetAtt': [synthesized.idOf(fn), 'Arn'] }, Input: '{"wake":true}' }),
        ),
      }),
    );
  });
});

describe('reservedConcurrency', () => {
  it('sets calls aside for the routes that it names, and none by default', () => {
    const reserving = new Synthesis({ reservedConcurrency: { convert: 50 } });
    const { convert, download } = reserving.functions();
    expect(reserving.resourceOf(convert).Properties.ReservedConcurrentExecutions).toBe(50);
    expect(reserving.resourceOf(download).Properties).not.toHaveProperty('ReservedConcurrentExecutions');
    for (const fn of Object.values(synthesized.functions()))
      expect(synthesized.resourceOf(fn).Properties).not.toHaveProperty('ReservedConcurrentExecutions');
  });
});

describe('maximumConcurrency', () => {
  it('is so small by default that a new account has room for all queues at once', () => {
    const jobs = JOB_QUEUE_NAMES.map((name) => atOnce(synthesized, name) ?? 0);
    expect(jobs).toEqual([3, 3, 2]);
  });

  it('bounds the queues that it names', () => {
    const bounded = new Synthesis({ maximumConcurrency: { medium: 20 } });
    expect(JOB_QUEUE_NAMES.map((name) => atOnce(bounded, name))).toEqual([3, 20, 2]);
  });

  it('is at least two: Lambda knows nothing less', () => {
    expect(() => new Synthesis({ maximumConcurrency: 1 })).toThrow(/maxConcurrency/);
  });
});
