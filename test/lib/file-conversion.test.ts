import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { FileConversion } from '../../lib/file-conversion.ts';
import { edgeOf, flatten, independent, newApp, Synthesis, synthesis } from './synthesis.ts';

/** The values of the outputs. */
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

  it('can be there twice, in two stacks: of the 500 resources of one it takes more than half', () => {
    const app = newApp();
    new FileConversion(new Stack(app, 'One'), 'First', independent());
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

describe('without the edge', () => {
  const synthesized = synthesis({ edge: false });

  it('the API is the door', () => {
    const restApi = synthesized.idOf(synthesized.service.api.restApi);
    const [baseUrl, ...others] = outputsOf(synthesized);
    expect(baseUrl).toMatch(new RegExp(`^https://<${restApi}>\\.execute-api\\..*>/<\\w+>/v1$`));
    expect(others).toEqual([]);
  });

  it('there is no CloudFront, no ingest server, and no key for it', () => {
    const types = new Set(Object.values(synthesized.resources).map(({ Type }) => Type));
    for (const type of types) {
      expect(type).not.toMatch(
        /^AWS::(CloudFront|SecretsManager|ECS|ElasticLoadBalancingV2)::|WebFunction|^Custom::(?!S3AutoDelete)/,
      );
    }
  });

  it('files can still be uploaded straight to the bucket', () => {
    const { storage, intake } = synthesized.service;
    expect(synthesized.resourceOf(storage.bucket).Properties.NotificationConfiguration).toMatchObject({
      LambdaConfigurations: [{ Function: { 'Fn::GetAtt': [synthesized.idOf(intake.function), 'Arn'] } }],
    });
  });

  it('cdk-nag finds nothing either', () => {
    expect(new AwsSolutionsChecks().validateScope(synthesized.app).violations).toEqual([]);
  });
});

describe('cdk-nag', () => {
  it('finds nothing with a certificate, whose version of TLS is ours to set, and after a change of keys', () => {
    const stack = new Stack(newApp(), 'Test');
    const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';
    const certificate = Certificate.fromCertificateArn(stack, 'Certificate', arn);
    const { app } = new Synthesis(
      { certificate, domainNames: ['files.example.com'], originKeyVersion: 2 },
      { within: stack },
    );
    expect(new AwsSolutionsChecks().validateScope(app).violations).toEqual([]);
  });

  it('would find something', () => {
    const stack = new Stack(newApp(), 'Careless');
    new Bucket(stack, 'Bucket');
    const rules = new AwsSolutionsChecks().validateScope(stack).violations.map(({ ruleName }) => ruleName);
    expect(rules).toContain('AwsSolutions-S10');
  });
});
