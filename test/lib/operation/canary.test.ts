import { Duration, SecretValue } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { ALL_ENGINES, edgeOf, flatten, type Resource, Synthesis, synthesis } from '../synthesis.ts';

describe('the canary', () => {
  const synthesized = new Synthesis({ canary: Duration.hours(6), alarms: true });
  const { canary, alarms } = synthesized.service.operation;
  if (!canary) throw new Error('there is no canary');
  const { Properties: properties } = synthesized.resourceOf(canary.function);

  it('is none by default: it costs more than all the rest of an idle service', () => {
    expect(synthesis().service.operation.canary).toBeUndefined();
  });

  it('knows the public address and the engines that are there, and nothing else', () => {
    const { Variables } = properties.Environment ?? {};
    expect(flatten(Variables?.SERVICE_URL)).toBe(
      `https://<${synthesized.idOf(edgeOf(synthesized).distribution)}>/api/v1`,
    );
    expect(Variables?.ENGINES).toBe(ALL_ENGINES.map(({ name }) => name).join(','));
    expect(Object.keys(Variables ?? {}).sort()).toEqual(['ENGINES', 'SERVICE_URL']);
    expect(properties.Timeout).toBe(900);
  });

  it('has a key where callers need one, which the template does not hold', () => {
    const canaryKey = SecretValue.secretsManager('canary');
    const withKey = new Synthesis({ canary: Duration.hours(6), keys: 'required', canaryKey });
    const { Environment } = withKey.resourceOf(withKey.service.operation.canary?.function).Properties;
    expect(flatten(Environment?.Variables.CANARY_KEY)).toMatch(/^\{\{resolve:secretsmanager:/);
    expect(() => new Synthesis({ canary: Duration.hours(6), keys: 'required' })).toThrow(/canaryKey/);
  });

  it('runs at its interval, without retries', () => {
    const { ScheduleExpression, Targets } = synthesized.resourceOf(canary.schedule).Properties;
    expect(ScheduleExpression).toBe('rate(6 hours)');
    expect(Targets).toEqual([
      expect.objectContaining({ RetryPolicy: expect.objectContaining({ MaximumRetryAttempts: 0 }) }),
    ]);
    const [config] = synthesized
      .ofType('AWS::Lambda::EventInvokeConfig')
      .filter(
        ({ Properties }) => (Properties.FunctionName as { Ref: string }).Ref === synthesized.idOf(canary.function),
      );
    expect(config?.Properties.MaximumRetryAttempts).toBe(0);
  });

  it('has its failure an alarm, that lasts until it goes well again', () => {
    const alarm = alarms?.list.find(({ node }) => node.id === 'CanaryFails');
    const { Properties }: Resource = synthesized.resourceOf(alarm);
    expect(Properties).toMatchObject({
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: synthesized.idOf(canary.function) } }],
      Threshold: 0,
      TreatMissingData: 'ignore',
    });
  });

  it('does not run more often than once an hour', () => {
    expect(() => new Synthesis({ canary: Duration.minutes(59) })).toThrow(/once an hour at most/);
  });
});
