import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PriceClass } from 'aws-cdk-lib/aws-cloudfront';
import { describe, expect, it } from 'vitest';
import { CALLER_ADDRESS_HEADER } from '../../../functions/lanes.ts';
import { ROUTES, routesFor } from '../../../functions/routes.ts';
import { buildPage } from '../../../web/build-page.ts';
import { PAIRS, pairPath } from '../../../web/pairs.ts';
import { edgeOf, flatten, newApp, Synthesis, synthesis } from '../synthesis.ts';

interface Behavior {
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly ViewerProtocolPolicy: string;
  readonly AllowedMethods: readonly string[];
  readonly CachedMethods?: readonly string[];
  readonly CachePolicyId: unknown;
  readonly OriginRequestPolicyId?: string;
  readonly Compress: boolean;
  readonly FunctionAssociations?: readonly unknown[];
}

interface Config {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly Origins: readonly {
    readonly Id: string;
    readonly DomainName: unknown;
    readonly OriginPath?: string;
    readonly CustomOriginConfig?: Readonly<Record<string, unknown>>;
    readonly OriginCustomHeaders?: readonly unknown[];
  }[];
  readonly CustomErrorResponses: readonly Readonly<Record<string, number>>[];
  readonly [name: string]: unknown;
}

const configOf = (synthesized: Synthesis): Config =>
  synthesized.resourceOf(edgeOf(synthesized).distribution).Properties.DistributionConfig as Config;

const synthesized = synthesis();
const config = configOf(synthesized);
const behaviors = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
const behaviorOf = (path: string) => config.CacheBehaviors.find(({ PathPattern }) => PathPattern === path);

/** The policies that CloudFront has ready: caching disabled, and all of the viewer's but the host header. */
/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe('the edge', () => {
  it('has paths of its own for what goes elsewhere or is kept, and sends everything else to the API', () => {
    expect(config.DefaultCacheBehavior.TargetOriginId).toBe('api');
    const paths = config.CacheBehaviors.map(({ PathPattern }) => PathPattern);
    const ofRoutes = ['/api/v1/convert', '/api/v1/formats', '/api/v1/openapi.json', '/api/v1/docs'];
    expect(paths).toEqual([...ofRoutes, '/docs', '/', '/page/*', '/*-to-*']);
    for (const path of ofRoutes) expect(ROUTES.map((route) => route.path as string)).toContain(path);
  });

  it('passes every method on, and none but GET and HEAD is answered from what it keeps', () => {
    const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
    for (const { AllowedMethods, CachedMethods } of behaviors) {
      expect([...AllowedMethods].sort()).toEqual(methods);
      expect(CachedMethods ?? ['GET', 'HEAD']).toEqual(['GET', 'HEAD']);
    }
  });

  it('takes nothing that is not encrypted', () => {
    for (const { ViewerProtocolPolicy } of behaviors) expect(ViewerProtocolPolicy).toBe('https-only');
    expect(config.HttpVersion).toBe('http2and3');
  });

  it('leaves requests and answers as they are, so that downloads keep their length', () => {
    for (const behavior of [config.DefaultCacheBehavior, behaviorOf('/api/v1/convert')]) {
      expect(behavior).toMatchObject({
        CachePolicyId: CACHING_DISABLED,
        OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
        Compress: false,
      });
    }
  });

  it('keeps no error: what is not ready yet may be in a moment', () => {
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(config.CustomErrorResponses).toEqual(statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });
});

describe('the origins', () => {
  const origins = Object.fromEntries(config.Origins.map((origin) => [origin.Id, origin]));

  it('are two, by the names that the function knows, and the one of a short path', () => {
    const source = readFileSync(new URL('../../../functions/edge/pick-lane.js', import.meta.url), 'utf8');
    expect(Object.keys(origins)).toEqual(['api', 'ingest', 'prefixed']);
    expect(source).toContain("cf.selectRequestOriginById('api')");
    expect(behaviorOf('/api/v1/convert')?.TargetOriginId).toBe('ingest');
  });

  it('wait for the longest answer, and speak TLS 1.2', () => {
    for (const { CustomOriginConfig } of config.Origins) {
      expect(CustomOriginConfig).toEqual({
        OriginProtocolPolicy: 'https-only',
        OriginReadTimeout: 60,
        OriginSSLProtocols: ['TLSv1.2'],
      });
    }
  });

  it('are found by path as clients know it, since the stage of the API is its first segment', () => {
    const { restApi } = synthesized.service.api;
    expect(flatten(origins.api?.DomainName)).toBe(
      `<${synthesized.idOf(restApi)}>.execute-api.<AWS::Region>.<AWS::URLSuffix>`,
    );
    for (const { Id, OriginPath } of config.Origins) expect(OriginPath).toBe(Id === 'prefixed' ? '/api/v1' : undefined);
  });

  it('serve the page about the API by its short path as well', () => {
    const { TargetOriginId } = behaviorOf('/docs') ?? {};
    const { DomainName, OriginPath } = origins[TargetOriginId ?? ''] ?? {};
    expect(DomainName).toEqual(origins.api?.DomainName);
    expect(ROUTES.map((route) => route.path as string)).toContain(`${OriginPath}/docs`);
  });

  it('all get the key of CloudFront, without which they refuse all requests', () => {
    for (const { Id, OriginCustomHeaders } of config.Origins) {
      expect(OriginCustomHeaders, Id).toEqual([{ HeaderName: 'x-origin-key', HeaderValue: expect.anything() }]);
    }
  });
});

describe('the function at the edge', () => {
  const [opening, telling, picking, ...others] = Object.entries(synthesized.resources).filter(
    ([, { Type }]) => Type === 'AWS::CloudFront::Function',
  );
  const [id, resource] = picking ?? [];

  it('is the one that is tested as JavaScript, in the runtime that knows origins', () => {
    expect(others).toEqual([]);
    expect(resource?.Properties).toMatchObject({
      AutoPublish: true,
      FunctionCode: readFileSync(new URL('../../../functions/edge/pick-lane.js', import.meta.url), 'utf8'),
      FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    });
  });

  it('sees the requests to convert, and no others; others see those to the API, and those to the page', () => {
    const seenBy = (fn?: string) => [
      { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [fn, 'FunctionARN'] } },
    ];
    expect(behaviors.map(({ FunctionAssociations }) => FunctionAssociations)).toEqual([
      seenBy(telling?.[0]),
      seenBy(id),
      ...[undefined, undefined, undefined, undefined],
      seenBy(opening?.[0]),
      undefined,
      seenBy(opening?.[0]),
    ]);
  });

  it.each(routesFor(true))('lets no client say from which address it comes: $method $path', ({ method, path }) => {
    const behavior =
      behaviorOf(path.replace(/\{.*/, '*').replace('/api/v1/page/', '/page/')) ?? config.DefaultCacheBehavior;
    const [association] = (behavior.FunctionAssociations ?? []) as { FunctionARN: { 'Fn::GetAtt': [string] } }[];
    if (!association) {
      // Neither policy sends a header of the client to the origin.
      expect(behavior.OriginRequestPolicyId).toBeUndefined();
      expect([CACHING_OPTIMIZED, { Ref: expect.stringContaining('Formats') }]).toContainEqual(behavior.CachePolicyId);
      return;
    }
    const properties = synthesized.resources[association.FunctionARN['Fn::GetAtt'][0]]?.Properties;
    const code = `${properties?.FunctionCode}`.replace(/^import cf.*/m, '');
    const run = new Function('cf', `${code}; return handler;`)({ selectRequestOriginById: () => undefined });
    const forged = { value: '203.0.113.9', multiValue: [{ value: '203.0.113.9' }, { value: '203.0.113.10' }] };
    const headers = { [CALLER_ADDRESS_HEADER]: forged, 'content-length': { value: '1' } };
    const { headers: passed } = run({ request: { method, uri: path, headers }, viewer: { ip: '192.0.2.7' } });
    expect(passed[CALLER_ADDRESS_HEADER]).toEqual({ value: '192.0.2.7' });
  });
});

describe('the web page', () => {
  it.each(['/', '/page/*', '/*-to-*'])(
    'is served at %s by the function that has its files, for as long as these say',
    (path) => {
      expect(behaviorOf(path)).toMatchObject({
        TargetOriginId: 'prefixed',
        CachePolicyId: CACHING_OPTIMIZED,
        Compress: true,
      });
      expect(behaviorOf(path)?.OriginRequestPolicyId).toBeUndefined();
    },
  );

  it('is one of these files, at the name of the service alone and at each popular pair', async () => {
    const source = readFileSync(new URL('../../../functions/edge/open-page.js', import.meta.url), 'utf8');
    const open = new Function(`${source}; return handler;`)() as (event: object) => { uri: string };
    const { uri } = open({ request: { uri: '/' } });
    const route = ROUTES.find(({ name }) => name === 'page');
    expect(`/api/v1${uri}`).toBe(route?.path.replace('{file}', 'index.html'));
    const files = [...(await buildPage()).keys()];
    expect(files).toContain('index.html');
    for (const pair of PAIRS)
      expect(files).toContain(open({ request: { uri: pairPath(pair) } }).uri.slice('/page/'.length));
  });
});

describe('the list of formats, and the documents', () => {
  const PATHS = { '/api/v1/formats': 'api', '/api/v1/openapi.json': 'api', '/api/v1/docs': 'api', '/docs': 'prefixed' };

  it.each(Object.entries(PATHS))('%s is kept for five minutes, compressed', (path, origin) => {
    const behavior = behaviorOf(path);
    expect(behavior?.OriginRequestPolicyId).toBeUndefined();
    const [policy] = synthesized.ofType('AWS::CloudFront::CachePolicy');
    expect(behavior).toMatchObject({
      TargetOriginId: origin,
      Compress: true,
      CachePolicyId: { Ref: expect.stringContaining('Formats') },
    });
    expect(policy?.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 300,
      DefaultTTL: 300,
      MaxTTL: 300,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
      },
    });
  });
});

describe('the props of the edge', () => {
  it('give it names of your own, for which TLS 1.2 is the least', () => {
    const stack = new Stack(newApp(), 'Test');
    const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';
    const certificate = Certificate.fromCertificateArn(stack, 'Certificate', arn);
    const named = new Synthesis(
      { domainNames: ['files.example.com', 'www.example.com'], certificate, priceClass: PriceClass.PRICE_CLASS_100 },
      { within: stack },
    );
    expect(configOf(named)).toMatchObject({
      Aliases: ['files.example.com', 'www.example.com'],
      PriceClass: 'PriceClass_100',
      ViewerCertificate: {
        AcmCertificateArn: arn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(edgeOf(named).baseUrl).toBe('https://files.example.com/api/v1');
  });

  it('are refused with names and no certificate, since CloudFront would refuse them at the end of a deployment', () => {
    expect(() => new Synthesis({ domainNames: ['files.example.com'] })).toThrow(/certificate/);
  });
});
