import { describe, expect, it } from 'vitest';
import { LARGEST_STREAM } from '../../../functions/conversion/conversion.ts';
import { LONGEST_WAIT } from '../../../functions/http/convert-answer.ts';
import { methodsOf, ROUTES } from '../../../functions/routes.ts';
import { flatten, keyedSynthesis, LAYERED, type Resource, Synthesis, synthesis } from '../synthesis.ts';

/** With all routes: some are there only where callers have keys. */
const synthesized = keyedSynthesis();
const { api, functions } = synthesized.service;

function pathOf(reference: unknown): string {
  const id = flatten(reference).slice(1, -1);
  const { Type, Properties } = synthesized.resources[id] as Resource;
  return Type === 'AWS::ApiGateway::Resource' ? `${pathOf(Properties.ParentId)}/${Properties.PathPart}` : '';
}

const methods = new Map(
  synthesized
    .ofType('AWS::ApiGateway::Method')
    .map(({ Properties }) => [`${Properties.HttpMethod} ${pathOf(Properties.ResourceId) || '/'}`, Properties]),
);

const invocationOf = (key: string): string => flatten(methods.get(key)?.Integration.Uri);

describe('the API', () => {
  it('calls the function of each route, and streams the download alone, for as long as its function runs', () => {
    for (const route of ROUTES) {
      const fn = synthesized.idOf(functions.byRoute[route.name]);
      const invocation = 'streams' in route ? 'response-streaming-invocations' : 'invocations';
      for (const method of methodsOf(route))
        expect(invocationOf(`${method} ${route.path.replace('/api', '')}`)).toContain(`<${fn}>/${invocation}`);
    }
    const streamed = [...methods].filter(([, { Integration }]) => Integration.ResponseTransferMode === 'STREAM');
    expect(streamed.map(([key]) => key)).toEqual(
      ['GET', 'HEAD'].map((method) => `${method} /v1/download/{conversion_id}`),
    );
    expect(streamed[0]?.[1].Integration.TimeoutInMillis).toBe(300_000);
    expect(synthesized.resourceOf(functions.byRoute.download).Properties.Timeout).toBe(300);
  });

  it('leaves no resource, method or path to API Gateway: the fallback takes the rest', () => {
    const fallback = synthesized.idOf(functions.fallback);
    const paths = synthesized.entriesOf('AWS::ApiGateway::Resource').map(([id]) => pathOf({ Ref: id }));
    expect(paths).toContain('/{proxy+}');
    for (const path of ['/', ...paths])
      expect(invocationOf(`ANY ${path}`), path).toContain(`<${fallback}>/invocations`);
    expect(methods.size).toBe(ROUTES.flatMap(methodsOf).length + paths.length + 1);
  });

  it('hands multipart bodies on as they are, in a stage that is the first segment of the documented paths', () => {
    expect(synthesized.resourceOf(api.restApi).Properties).toMatchObject({ BinaryMediaTypes: ['multipart/form-data'] });
    expect(synthesized.resourceOf(api.restApi.deploymentStage).Properties.StageName).toBe('api');
  });

  it('has no route for accounts where callers have no keys', () => {
    const { byRoute } = synthesis().service.functions;
    for (const name of ['usage', 'webhooks', 'deleteConversion']) expect(byRoute).not.toHaveProperty(name);
  });

  it('throttles; counts no method by itself, which is paid for; logs no path, which leads to a file', () => {
    const { Properties: properties } = synthesized.resourceOf(api.restApi.deploymentStage);
    expect(properties.MethodSettings).toMatchObject([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        MetricsEnabled: false,
        DataTraceEnabled: false,
      },
    ]);
    expect(properties.TracingEnabled).toBe(false);
    const fields = Object.values(JSON.parse(properties.AccessLogSetting.Format));
    expect(fields).toContain('$context.resourcePath');
    expect(fields).not.toContain('$context.path');
  });

  it('has convert answer before API Gateway ends its request', () => {
    expect(LONGEST_WAIT + 2000).toBeLessThan(29_000);
    expect(synthesized.resourceOf(functions.byRoute.convert).Properties.Timeout).toBe(30);
  });
});

describe('the functions', () => {
  it('keep no log for ever, not even the one that API Gateway names', () => {
    for (const group of synthesized.ofType('AWS::Logs::LogGroup')) expect(group.Properties.RetentionInDays).toBe(30);
    for (const fn of Object.values(synthesized.functions()))
      expect(synthesized.resourceOf(fn).Properties).toMatchObject({
        LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: synthesized.idOf(fn.logGroup) } },
      });
    const [own, group] =
      synthesized.entriesOf('AWS::Logs::LogGroup').find(([, { Properties }]) => Properties.LogGroupName) ?? [];
    expect(flatten(group?.Properties.LogGroupName)).toMatch(/^API-Gateway-Execution-Logs_/);
    expect(synthesized.resourceOf(api.restApi.deploymentStage).DependsOn).toContain(own);
  });

  it('have the sweep run every minute, and not again: the next one finds what it left', () => {
    const rules = synthesized.ofType('AWS::Events::Rule').map(({ Properties }) => Properties);
    expect(rules.find(({ ScheduleExpression }) => ScheduleExpression === 'rate(1 minute)')).toMatchObject({
      State: 'ENABLED',
      Targets: [
        {
          Arn: { 'Fn::GetAtt': [synthesized.idOf(synthesized.functions().sweep), 'Arn'] },
          RetryPolicy: { MaximumRetryAttempts: 0 },
        },
      ],
    });
  });
});

it('redirectAbove sets the size above which the download function redirects, and nothing by default', () => {
  const variablesWith = (props: { redirectAbove?: number } = {}) => {
    const small = new Synthesis({ engines: [LAYERED], ...props });
    return small.resourceOf(small.service.functions.byRoute.download).Properties.Environment?.Variables;
  };
  expect(variablesWith({ redirectAbove: 10_485_760 })).toMatchObject({ REDIRECT_ABOVE: '10485760' });
  expect(variablesWith()).not.toHaveProperty('REDIRECT_ABOVE');
  for (const redirectAbove of [-1, 1.5, LARGEST_STREAM + 1])
    expect(() => variablesWith({ redirectAbove })).toThrow(/redirectAbove is a number of bytes/);
});
