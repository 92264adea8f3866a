import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { describe, expect, it } from 'vitest';
import { CALLER_ADDRESS_HEADER } from '../../../functions/lanes.ts';
import { ROUTES, routesFor } from '../../../functions/routes.ts';
import { buildPage } from '../../../web/build-page.ts';
import { PAIRS, pairPath } from '../../../web/pairs.ts';
import { type Behavior, distributionOf, edgeOf, flatten, newApp, Synthesis, synthesis } from '../synthesis.ts';

const synthesized = synthesis();
const config = distributionOf(synthesized);
const behaviors = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
const behaviorOf = (path: string) => config.CacheBehaviors.find(({ PathPattern }) => PathPattern === path);
const codeOf = ({ FunctionAssociations: [association] = [] }: Behavior) =>
  association && `${synthesized.resources[association.FunctionARN['Fn::GetAtt'][0]]?.Properties.FunctionCode}`;
const fileOf = (name: string) => readFileSync(new URL(`../../../functions/edge/${name}.js`, import.meta.url), 'utf8');

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

/** Requests and answers pass as they are, so that downloads keep their length. */
const PASSED = {
  CachePolicyId: CACHING_DISABLED,
  OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
  Compress: false,
};
const KEPT = { CachePolicyId: { Ref: expect.stringContaining('Formats') }, Compress: true };
/** No file is sent to a page. */
const OPENED = { ViewerProtocolPolicy: 'redirect-to-https' };
const PAGE = { ...OPENED, TargetOriginId: 'prefixed', CachePolicyId: CACHING_OPTIMIZED, Compress: true };

describe('the edge', () => {
  it.each<[string, object, string?]>([
    ['*', { TargetOriginId: 'api', ...PASSED }, 'tell-caller'],
    ['/api/v1/convert', { TargetOriginId: 'ingest', ...PASSED }, 'pick-lane'],
    ['/api/v1/formats', { TargetOriginId: 'api', ...KEPT }],
    ['/api/v1/openapi.json', { TargetOriginId: 'api', ...KEPT }],
    ['/api/v1/docs', { TargetOriginId: 'api', ...KEPT, ...OPENED }],
    ['/docs', { TargetOriginId: 'prefixed', ...KEPT, ...OPENED }],
    ['/', PAGE, 'open-page'],
    ['/page/*', PAGE],
    ['/*-to-*', PAGE, 'open-page'],
  ])('has its settings for %s: where it goes, what is kept, which function sees it', (path, settings, file) => {
    const behavior = path === '*' ? config.DefaultCacheBehavior : behaviorOf(path);
    expect(behavior).toMatchObject({ ViewerProtocolPolicy: 'https-only', ...settings });
    expect(behavior?.AllowedMethods).toHaveLength(7);
    expect(behavior && codeOf(behavior)).toBe(file && fileOf(file));
    expect(behaviors).toHaveLength(9);
  });

  it('keeps no error: what is not ready yet may be in a moment', () => {
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(config.CustomErrorResponses).toEqual(statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });

  it('keeps the list of formats and the documents for five minutes, whatever a client sends with a request', () => {
    const [policy] = synthesized.ofType('AWS::CloudFront::CachePolicy');
    expect(policy?.Properties.CachePolicyConfig).toMatchObject({
      MinTTL: 300,
      MaxTTL: 300,
      ParametersInCacheKeyAndForwardedToOrigin: {
        CookiesConfig: { CookieBehavior: 'none' },
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'none' },
        EnableAcceptEncodingGzip: true,
      },
    });
  });

  it('has origins that wait for the longest answer, speak TLS 1.2, and get the key without which they refuse all', () => {
    const { restApi } = synthesized.service.api;
    const api = `<${synthesized.idOf(restApi)}>.execute-api.<AWS::Region>.<AWS::URLSuffix>`;
    const origins = config.Origins.map(({ Id, DomainName, OriginPath }) => [Id, flatten(DomainName), OriginPath]);
    const ingest = expect.stringMatching(/^<\w+>$/);
    // The stage of the API is the first segment of the path as clients know it.
    expect(origins).toEqual([
      ['api', api, undefined],
      ['ingest', ingest, undefined],
      ['prefixed', api, '/api/v1'],
    ]);
    expect(fileOf('pick-lane')).toContain("cf.selectRequestOriginById('api')");
    for (const origin of config.Origins)
      expect(origin).toMatchObject({
        CustomOriginConfig: {
          OriginProtocolPolicy: 'https-only',
          OriginReadTimeout: 60,
          OriginSSLProtocols: ['TLSv1.2'],
        },
        OriginCustomHeaders: [{ HeaderName: 'x-origin-key' }],
      });
  });

  it('lets no client say from which address it comes, on any route', () => {
    for (const { method, path } of routesFor(true)) {
      const behavior =
        behaviorOf(path.replace(/\{.*/, '*').replace('/api/v1/page/', '/page/')) ?? config.DefaultCacheBehavior;
      const code = codeOf(behavior);
      if (code === undefined) {
        // No header of the client is sent to the origin.
        expect(behavior.OriginRequestPolicyId, path).toBeUndefined();
        continue;
      }
      const run = new Function('cf', `${code.replace(/^import cf.*/m, '')}; return handler;`)({
        selectRequestOriginById: () => undefined,
      });
      const forged = { value: '203.0.113.9', multiValue: [{ value: '203.0.113.9' }, { value: '203.0.113.10' }] };
      const headers = { [CALLER_ADDRESS_HEADER]: forged, 'content-length': { value: '1' } };
      const { headers: passed } = run({ request: { method, uri: path, headers }, viewer: { ip: '192.0.2.7' } });
      expect(passed[CALLER_ADDRESS_HEADER], path).toEqual({ value: '192.0.2.7' });
    }
  });

  it('opens a file of the web page at the name of the service alone and at each popular pair', async () => {
    const open = new Function(`${fileOf('open-page')}; return handler;`)() as (event: object) => { uri: string };
    const { uri } = open({ request: { uri: '/' } });
    const route = ROUTES.find(({ name }) => name === 'page');
    expect(`/api/v1${uri}`).toBe(route?.path.replace('{file}', 'index.html'));
    const files = [...(await buildPage()).keys()];
    for (const path of ['/', ...PAIRS.map(pairPath)])
      expect(files).toContain(open({ request: { uri: path } }).uri.slice('/page/'.length));
  });

  it('has names of your own with a certificate, for which TLS 1.2 is the least', () => {
    const stack = new Stack(newApp(), 'Test');
    const arn = 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555';
    const certificate = Certificate.fromCertificateArn(stack, 'Certificate', arn);
    const named = new Synthesis({ domainNames: ['files.example.com'], certificate }, { within: stack });
    expect(distributionOf(named)).toMatchObject({
      Aliases: ['files.example.com'],
      ViewerCertificate: { AcmCertificateArn: arn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    });
    expect(edgeOf(named).baseUrl).toBe('https://files.example.com/api/v1');
    expect(() => new Synthesis({ domainNames: ['files.example.com'] })).toThrow(/certificate/);
  });
});
