import { describe, expect, it } from 'vitest';
import { PATIENCE } from '../../../functions/conversion/request-conversion.ts';
import { LONGEST_WAIT } from '../../../functions/http/convert-answer.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { ALL_ENGINES, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const functions = synthesized.functions();

describe('functions', () => {
  it('are those of the routes, a worker for each engine, four more, and one of the CDK that copies code', () => {
    const workers = ALL_ENGINES.map(({ name }) => `worker ${name}`);
    const names = [...ROUTES.map(({ name }) => name), ...workers, 'fallback', 'giveUp', 'intake', 'sweep'];
    expect(Object.keys(functions).sort()).toEqual(names.sort());
    expect(synthesized.ofType('AWS::Lambda::Function')).toHaveLength(names.length + 1);
  });

  it.each(Object.entries(functions))('%s has the defaults of the house', (_, fn) => {
    const { Properties: properties } = synthesized.resourceOf(fn);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['x86_64'],
      TracingConfig: { Mode: 'Active' },
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: synthesized.idOf(fn.logGroup) } },
    });
    expect(properties.Description).toBeTruthy();
  });

  it.each(Object.entries(functions))('%s keeps its logs for a month, in a group that goes with the stack', (_, fn) => {
    const group = synthesized.resourceOf(fn.logGroup);
    expect(group.Properties.RetentionInDays).toBe(30);
    expect(group.DeletionPolicy).toBe('Delete');
  });

  it('gives convert what the most demanding of its engines wants', () => {
    const workers = ALL_ENGINES.map(({ worker }) => worker).filter(({ lane }) => lane === 'request');
    expect(synthesized.resourceOf(functions.convert).Properties).toMatchObject({
      MemorySize: Math.max(...workers.map(({ memory }) => memory)),
      EphemeralStorage: { Size: Math.max(512, ...workers.map(({ scratch }) => scratch)) },
      Timeout: 29,
    });
  });

  it('leaves convert time to hand to a worker what takes long, and to wait for it', () => {
    expect(PATIENCE + 5000).toBeLessThan(LONGEST_WAIT);
    expect(LONGEST_WAIT + 2000).toBeLessThan(29_000);
  });
});

describe('the sweep', () => {
  it('runs every minute, and is not tried again: the next one finds what it left', () => {
    const [rule] = synthesized.ofType('AWS::Events::Rule');
    expect(rule?.Properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [synthesized.idOf(functions.sweep), 'Arn'] },
          RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
        },
      ],
    });
    expect(synthesized.ofType('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => Properties)).toContainEqual(
      expect.objectContaining({
        FunctionName: { Ref: synthesized.idOf(functions.sweep) },
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
      }),
    );
  });
});
