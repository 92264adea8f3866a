import { Duration, SecretValue } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { edgeOf, flatten, SOME_ENGINES, Synthesis, synthesis } from '../synthesis.ts';

const CANARY = { canary: Duration.hours(6) };

describe('the canary', () => {
  const synthesized = new Synthesis(CANARY);
  const { canary, alarms } = synthesized.service.operation;
  if (!canary) throw new Error('there is no canary');

  it('is none by default, since it costs more than all the rest of an idle service, nor more often than once an hour', () => {
    expect(synthesis().service.operation.canary).toBeUndefined();
    expect(() => new Synthesis({ canary: Duration.minutes(59) })).toThrow(/once an hour at most/);
  });

  it('knows the public address and the engines that are there, and nothing else', () => {
    const { Variables } = synthesized.resourceOf(canary.function).Properties.Environment ?? {};
    expect({ ...Variables, SERVICE_URL: flatten(Variables?.SERVICE_URL) }).toEqual({
      SERVICE_URL: `https://<${synthesized.idOf(edgeOf(synthesized).distribution)}>/api/v1`,
      ENGINES: SOME_ENGINES.map(({ name }) => name).join(','),
    });
  });

  it('has a key where callers need one, which the template does not hold', () => {
    const withKey = new Synthesis({ ...CANARY, keys: 'required', canaryKey: SecretValue.secretsManager('canary') });
    const { Environment } = withKey.resourceOf(withKey.service.operation.canary?.function).Properties;
    expect(flatten(Environment?.Variables.CANARY_KEY)).toMatch(/^\{\{resolve:secretsmanager:/);
    expect(() => new Synthesis({ ...CANARY, keys: 'required' })).toThrow(/canaryKey/);
  });

  it('runs at its interval, without retries, and its alarm lasts until it goes well again', () => {
    expect(synthesized.resourceOf(canary.schedule).Properties).toMatchObject({
      ScheduleExpression: 'rate(6 hours)',
      Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    const alarm = alarms?.list.find(({ node }) => node.id === 'CanaryFails');
    expect(synthesized.resourceOf(alarm).Properties).toMatchObject({
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: synthesized.idOf(canary.function) } }],
      TreatMissingData: 'ignore',
    });
  });
});
