import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { FileConversion } from '../../lib/file-conversion.ts';
import { independent, newApp, Synthesis, synthesis } from './synthesis.ts';

describe('FileConversion', () => {
  it('names its base address, and nothing else', () => {
    const { Outputs } = synthesis().template.toJSON();
    const outputs = Object.values(Outputs as Record<string, { Value: unknown }>);
    expect(outputs).toHaveLength(1);
    expect(JSON.stringify(outputs[0]?.Value)).toMatch(/execute-api.*"\/v1"\]\]\}$/);
  });

  it('can be there twice: in one stack, and in two', () => {
    const app = newApp();
    const stack = new Stack(app, 'One');
    new FileConversion(stack, 'First', independent());
    new FileConversion(stack, 'Second', independent());
    new FileConversion(new Stack(app, 'Two'), 'First', independent());
    expect(() => app.synth()).not.toThrow();
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
  });

  it('heeds its props', () => {
    const synthesized = new Synthesis({
      throttleRate: 7,
      throttleBurst: 11,
      logRetention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.RETAIN,
      cloudWatchRole: false,
    });
    const { storage, api } = synthesized.service;
    expect(synthesized.resourceOf(api.restApi.deploymentStage).Properties.MethodSettings).toEqual([
      expect.objectContaining({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 11 }),
    ]);
    for (const group of synthesized.ofType('AWS::Logs::LogGroup')) {
      expect(group.Properties.RetentionInDays).toBe(7);
    }
    for (const store of [storage.table, storage.bucket]) {
      expect(synthesized.resourceOf(store).DeletionPolicy).toBe('Retain');
    }
    expect(synthesized.ofType('AWS::ApiGateway::Account')).toEqual([]);
  });
});

describe('cdk-nag', () => {
  it('finds nothing that is neither fixed nor acknowledged with a reason', () => {
    expect(new AwsSolutionsChecks().validateScope(synthesis().app).violations).toEqual([]);
  });

  it('would find something', () => {
    const stack = new Stack(newApp(), 'Careless');
    new Bucket(stack, 'Bucket');
    const rules = new AwsSolutionsChecks().validateScope(stack).violations.map(({ ruleName }) => ruleName);
    expect(rules).toContain('AwsSolutions-S10');
  });
});
