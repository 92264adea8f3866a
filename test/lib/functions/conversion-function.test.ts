import { describe, expect, it } from 'vitest';
import { JOB_QUEUE_NAMES } from '../../../functions/conversion/job-queues.ts';
import { LONGEST_WAIT } from '../../../functions/http/convert-answer.ts';
import { routesFor } from '../../../functions/routes.ts';
import { ALL_ENGINES, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const functions = synthesized.functions();

describe('functions', () => {
  it('are those of the routes, one for each engine and each queue, three more, and two of the CDK: one copies code, one empties the bucket', () => {
    const engines = ALL_ENGINES.map(({ name }) => `engine ${name}`);
    const dispatches = JOB_QUEUE_NAMES.map((name) => `dispatch ${name}`);
    const names = [
      ...routesFor(false).map(({ name }) => name),
      ...engines,
      ...dispatches,
      'fallback',
      'intake',
      'sweep',
    ];
    expect(Object.keys(functions).sort()).toEqual(names.sort());
    expect(synthesized.ofType('AWS::Lambda::Function')).toHaveLength(names.length + 2);
  });

  it.each(Object.entries(functions))('%s has the defaults of the house, and keeps its logs for a month', (name, fn) => {
    const { Properties: properties } = synthesized.resourceOf(fn);
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: synthesized.idOf(fn.logGroup) } },
    });
    expect(properties.Description).toBeTruthy();
    expect(properties.TracingConfig).toEqual(name.startsWith('engine ') ? undefined : { Mode: 'Active' });
    const logs = { DeletionPolicy: 'Delete', Properties: { RetentionInDays: 30 } };
    expect(synthesized.resourceOf(fn.logGroup)).toMatchObject(logs);
  });

  it('gives convert little, since it decodes nothing, and no longer than API Gateway waits', () => {
    expect(synthesized.resourceOf(functions.convert).Properties).toMatchObject({
      MemorySize: 512,
      EphemeralStorage: { Size: 512 },
      Timeout: 30,
    });
    expect(LONGEST_WAIT + 2000).toBeLessThan(29_000);
  });
});

describe('the sweep', () => {
  it('runs every minute, and is not tried again: the next one finds what it left', () => {
    const rules = synthesized.ofType('AWS::Events::Rule').map(({ Properties }) => Properties);
    expect(rules.find(({ ScheduleExpression }) => ScheduleExpression === 'rate(1 minute)')).toMatchObject({
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
