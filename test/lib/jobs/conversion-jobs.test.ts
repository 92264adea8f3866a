import { describe, expect, it } from 'vitest';
import { LINK_LIFETIME } from '../../../functions/conversion/conversion.ts';
import { attemptTime, jobTime } from '../../../functions/conversion/job-times.ts';
import { jobQueueVariable } from '../../../functions/environment.ts';
import { ALL_ENGINES, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const { jobs: parts } = synthesized.service;

const partsOf = (name: string) => {
  const [queue, dispatch] = [parts.queues.get(name), parts.dispatches.get(name)];
  if (!queue || !dispatch) throw new Error(`the engine ${name} is not deployed`);
  const arn = (of: typeof queue.jobs) => ({ 'Fn::GetAtt': [synthesized.idOf(of), 'Arn'] });
  return { jobs: queue.jobs, deadLetters: parts.deadLetters.queue, fn: dispatch.function, arn };
};

const deliveries = synthesized.ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties);

describe.each(ALL_ENGINES)('the engine $name', (engine) => {
  const { jobs, deadLetters, fn, arn } = partsOf(engine.name);
  const { Properties: queue } = synthesized.resourceOf(jobs);
  const { Properties: settings } = synthesized.resourceOf(fn);

  it('has its jobs dispatched by a function that is small, for as long as an attempt may take', () => {
    expect(settings).toMatchObject({
      MemorySize: 256,
      EphemeralStorage: { Size: 512 },
      Timeout: attemptTime(engine),
    });
    expect(settings.Timeout).toBeLessThanOrEqual(900);
  });

  it('has a queue whose messages stay hidden for longer than an attempt, and are kept for longer than a job', () => {
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(settings.Timeout + 15);
    expect(queue.MessageRetentionPeriod).toBeGreaterThan(jobTime(engine));
  });

  it('has done a job before the sweep takes its source', () => {
    expect(jobTime(engine) * 1000).toBeLessThanOrEqual(LINK_LIFETIME);
  });

  it('gives up a message that nobody could deal with, and not for a delivery that came to nothing', () => {
    expect(queue.RedrivePolicy).toEqual({ deadLetterTargetArn: arn(deadLetters), maxReceiveCount: 5 });
    expect(synthesized.resourceOf(deadLetters).Properties).toMatchObject({ MessageRetentionPeriod: 14 * 24 * 3600 });
  });

  it('is given one job at a time, and so many at once that a burst cannot cost too much', () => {
    expect(deliveries).toContainEqual({
      EventSourceArn: arn(jobs),
      FunctionName: { Ref: synthesized.idOf(fn) },
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 10 },
    });
  });

  it('has its dead letters taken by give-up', () => {
    const { Timeout } = synthesized.resourceOf(parts.giveUp.function).Properties;
    expect(synthesized.resourceOf(deadLetters).Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
    expect(deliveries).toContainEqual(
      expect.objectContaining({
        EventSourceArn: arn(deadLetters),
        FunctionName: { Ref: synthesized.idOf(parts.giveUp.function) },
      }),
    );
  });

  it('has a name of which a variable can be made', () => {
    expect(jobQueueVariable(engine.name)).toMatch(/^[A-Z][A-Z0-9_]*$/);
  });
});

describe('the queues', () => {
  it('are encrypted, and closed to whoever does not use TLS', () => {
    const queues = synthesized.ofType('AWS::SQS::Queue');
    expect(queues).toHaveLength(ALL_ENGINES.length + 1);
    for (const { Properties } of queues) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = synthesized.ofType('AWS::SQS::QueuePolicy');
    expect(policies).toHaveLength(queues.length);
    for (const { Properties } of policies) {
      expect(Properties.PolicyDocument.Statement).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      ]);
    }
  });

  it('are known to convert, which leaves jobs in them', () => {
    const { Variables } = synthesized.resourceOf(synthesized.functions().convert).Properties.Environment ?? {};
    for (const { name } of ALL_ENGINES) {
      expect(Variables?.[jobQueueVariable(name)]).toEqual({ Ref: synthesized.idOf(partsOf(name).jobs) });
    }
  });
});

describe('maximumConcurrency', () => {
  it('bounds every engine', () => {
    const bounded = new Synthesis({ maximumConcurrency: 3 }).ofType('AWS::Lambda::EventSourceMapping');
    const jobs = bounded.filter(({ Properties }) => Properties.BatchSize === 1);
    expect(jobs).toHaveLength(ALL_ENGINES.length);
    for (const { Properties } of jobs) expect(Properties.ScalingConfig).toEqual({ MaximumConcurrency: 3 });
  });

  it('is at least two: Lambda knows nothing less', () => {
    expect(() => new Synthesis({ maximumConcurrency: 1 })).toThrow(/maxConcurrency/);
  });
});
