import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it, vi } from 'vitest';
import { FileConversion } from '../../lib/file-conversion.ts';
import { everything } from '../../lib/policies/everything.ts';
import { OLDEST_BOOTSTRAP } from '../../operate/preflight/bootstrap.ts';
import { edgeOf, flatten, independent, newApp, Synthesis, synthesis } from './synthesis.ts';

function outputsOf(synthesized: Synthesis): string[] {
  const { Outputs } = synthesized.template.toJSON();
  return Object.values(Outputs as Record<string, { Value: unknown }>).map(({ Value }) => flatten(Value));
}

describe('FileConversion', () => {
  it('names its base address, that of the edge, and nothing else', () => {
    const distribution = synthesis().idOf(edgeOf(synthesis()).distribution);
    expect(outputsOf(synthesis())).toEqual([`https://<${distribution}>/api/v1`]);
  });

  it('lets a function of others convert, with a key where callers need one, and has metrics for their dashboards', () => {
    const stack = new Stack(newApp(), 'Theirs');
    const service = new FileConversion(stack, 'Service', { ...independent(), keys: 'required' });
    const fn = new LambdaFunction(stack, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline('exports.handler = () => 1'),
    });
    expect(() => service.grantConvert(fn)).toThrow('Callers need a key here');
    service.grantConvert(fn, new Secret(stack, 'Key'));
    const template = Template.fromStack(stack);
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: {
          FILE_CONVERSION_URL: stack.resolve(service.baseUrl),
          FILE_CONVERSION_KEY_SECRET: { Ref: Match.stringLikeRegexp('^Key') },
        },
      },
    });
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: { Statement: [Match.objectLike({ Action: Match.arrayWith(['secretsmanager:GetSecretValue']) })] },
      Roles: [{ Ref: Match.stringLikeRegexp('^FunctionServiceRole') }],
    });
    expect(stack.resolve(service.metricConversions().toMetricConfig())).toMatchObject({
      mathExpression: { expression: expect.stringContaining(service.metrics.namespace) },
    });
  });

  it('can be there twice, in two stacks, and needs the bootstrap that preflight checks', () => {
    const app = newApp();
    new FileConversion(new Stack(app, 'One'), 'First', independent());
    new FileConversion(new Stack(app, 'Two'), 'First', independent());
    const { properties } = app.synth().getStackByName('One').manifest;
    expect(properties).toMatchObject({ requiresBootstrapStackVersion: OLDEST_BOOTSTRAP });
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
  });

  it('heeds its props', () => {
    const synthesized = new Synthesis({
      throttleRate: 7,
      throttleBurst: 11,
      logRetention: RetentionDays.ONE_WEEK,
      cloudWatchRole: false,
    });
    const { api } = synthesized.service;
    expect(synthesized.resourceOf(api.restApi.deploymentStage).Properties.MethodSettings).toEqual([
      expect.objectContaining({ ThrottlingRateLimit: 7, ThrottlingBurstLimit: 11 }),
    ]);
    for (const group of synthesized.ofType('AWS::Logs::LogGroup')) {
      expect(group.Properties.RetentionInDays).toBe(7);
    }
    expect(synthesized.ofType('AWS::ApiGateway::Account')).toEqual([]);
  });
});

describe('without the edge', () => {
  it('the API is the door, without CloudFront, ingest server, and a key for it, and cdk-nag finds nothing', () => {
    const synthesized = synthesis({ edge: false });
    const restApi = synthesized.idOf(synthesized.service.api.restApi);
    expect(outputsOf(synthesized)).toEqual([
      expect.stringMatching(new RegExp(`^https://<${restApi}>\\.execute-api\\..*>/<\\w+>/v1$`)),
    ]);
    for (const { Type } of Object.values(synthesized.resources))
      expect(Type).not.toMatch(
        /^AWS::(CloudFront|SecretsManager|ECS|ElasticLoadBalancingV2)::|WebFunction|^Custom::(?!S3AutoDelete)/,
      );
    for (const { Properties } of synthesized.ofType('AWS::Lambda::Function'))
      expect(Properties.Environment?.Variables ?? {}).not.toHaveProperty('ORIGIN_KEYS');
    expect(new AwsSolutionsChecks().validateScope(synthesized.app).violations).toEqual([]);
  });
});

/** Below the 500 that CloudFormation takes, so that the next addition fits. */
const MOST_RESOURCES = 430;

describe.each(['web-function', 'fargate'] as const)('the service with all that it can have, on %s', (ingest) => {
  const { stack } = everything({ ingest }, { dropFolders: 10 });
  // Throws on a finding, of CloudFormation's rules too, and on references in a circle.
  Validations.of(stack.node.root).addPlugins(new AwsSolutionsChecks(stack.node.root as App));
  vi.stubEnv('CDK_VALIDATION', 'true');
  const { directory } = (App.of(stack) as App).synth();
  vi.unstubAllEnvs();
  const templates = readdirSync(directory).filter((name) => name.endsWith('.template.json'));

  it.each(templates)('leaves room with ten drop folders, in each of its stacks: %s', (name) => {
    const { Resources, Parameters = {}, Outputs = {} } = JSON.parse(readFileSync(join(directory, name), 'utf8'));
    expect(templates).toHaveLength(3);
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(MOST_RESOURCES);
    expect(Object.keys(Parameters).length).toBeLessThan(200);
    expect(Object.keys(Outputs).length).toBeLessThan(200);
    expect(statSync(join(directory, name)).size).toBeLessThan(1_000_000);
  });
});
