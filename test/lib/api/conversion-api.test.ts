import { describe, expect, it } from 'vitest';
import { ROUTES, routesFor } from '../../../functions/routes.ts';
import { flatten, keyedSynthesis, type Resource, synthesis } from '../synthesis.ts';

/** With all routes: some are there only where callers have keys. */
const synthesized = keyedSynthesis();
const { api, functions } = synthesized.service;

/** The path of an API Gateway resource, from the root of the stage. */
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
  it.each(ROUTES)('$method $path calls the function of its route', ({ name, method, path, streams }) => {
    const key = `${method} ${path.replace('/api', '')}`;
    const fn = synthesized.idOf(functions.byRoute[name]);
    expect(invocationOf(key)).toContain(`<${fn}>/${streams ? 'response-streaming-invocations' : 'invocations'}`);
    expect(methods.get(key)?.Integration.Type).toBe('AWS_PROXY');
  });

  it('streams the download for as long as its function runs, and nothing else', () => {
    const streamed = [...methods].filter(([, { Integration }]) => Integration.ResponseTransferMode === 'STREAM');
    expect(streamed.map(([key]) => key)).toEqual(['GET /v1/download/{conversion_id}']);
    expect(streamed[0]?.[1].Integration.TimeoutInMillis).toBe(300_000);
    expect(synthesized.resourceOf(functions.byRoute.download).Properties.Timeout).toBe(300);
  });

  it('leaves no resource, method or path to API Gateway: the fallback takes the rest', () => {
    const fallback = synthesized.idOf(functions.fallback);
    const paths = Object.keys(synthesized.resources)
      .filter((id) => synthesized.resources[id]?.Type === 'AWS::ApiGateway::Resource')
      .map((id) => pathOf({ Ref: id }));
    expect(paths).toEqual(expect.arrayContaining(['/v1', '/v1/download', '/v1/status', '/{proxy+}']));
    for (const path of ['/', ...paths])
      expect(invocationOf(`ANY ${path}`), path).toContain(`<${fallback}>/invocations`);
    expect(methods.size).toBe(ROUTES.length + paths.length + 1);
  });

  it('has no route for accounts where callers have no keys', () => {
    const { byRoute } = synthesis().service.functions;
    expect(Object.keys(byRoute).sort()).toEqual(
      routesFor(false)
        .map(({ name }) => name)
        .sort(),
    );
    expect(byRoute).not.toHaveProperty('deleteConversion');
  });

  it('is regional and hands multipart bodies on as they are', () => {
    expect(synthesized.resourceOf(api.restApi).Properties).toMatchObject({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      BinaryMediaTypes: ['multipart/form-data'],
    });
  });
});

describe('the stage', () => {
  const { Properties: properties, DependsOn } = synthesized.resourceOf(api.restApi.deploymentStage);

  it('is the first segment of the documented paths', () => {
    expect(properties.StageName).toBe('api');
    for (const { path } of ROUTES) expect(path).toMatch(/^\/api\/v1\//);
  });

  it('throttles; counts no method by itself, which is paid for; traces no path, which leads to a file', () => {
    expect(properties.MethodSettings).toEqual([
      expect.objectContaining({
        HttpMethod: '*',
        ResourcePath: '/*',
        ThrottlingRateLimit: 20,
        ThrottlingBurstLimit: 40,
        MetricsEnabled: false,
        LoggingLevel: 'ERROR',
        DataTraceEnabled: false,
      }),
    ]);
    expect(properties.TracingEnabled).toBe(false);
  });

  it('writes its access log as JSON, without the path, which permits a download', () => {
    const { Format, DestinationArn } = properties.AccessLogSetting;
    const fields = Object.values(JSON.parse(Format));
    expect(fields).toContain('$context.requestId');
    expect(fields).toContain('$context.resourcePath');
    expect(fields).not.toContain('$context.path');
    expect(flatten(DestinationArn)).toMatch(/:log-group:<\w+>$/);
  });

  it('keeps no log for ever, not even the one that API Gateway names', () => {
    const groups = synthesized.ofType('AWS::Logs::LogGroup');
    for (const group of groups) expect(group.Properties.RetentionInDays).toBe(30);
    const own = Object.entries(synthesized.resources).find(([, { Type, Properties }]) => {
      return Type === 'AWS::Logs::LogGroup' && Properties.LogGroupName;
    });
    expect(flatten(own?.[1].Properties.LogGroupName)).toBe(
      `API-Gateway-Execution-Logs_<${synthesized.idOf(api.restApi)}>/api`,
    );
    expect(DependsOn).toContain(own?.[0]);
  });
});
