import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { failure } from '../../functions/http/reply.ts';
import { CALLER_ADDRESS_HEADER, LARGEST_BODY, LARGEST_SMALL_BODY } from '../../functions/lanes.ts';
import { compileEdgeFunction, type EdgeAnswer, type EdgeRequest } from '../../local/edge.ts';

const source = readFileSync(new URL('../../functions/edge/pick-lane.js', import.meta.url), 'utf8');

const selectOrigin = vi.fn();
const compiled = compileEdgeFunction(selectOrigin);

/** A request to convert in a viewer request event, with headers as clients send them through CloudFront. */
function convertRequest(headers: EdgeRequest['headers'], method = 'POST'): EdgeRequest {
  return {
    method,
    uri: '/api/v1/convert',
    querystring: {},
    headers: {
      host: { value: 'd111111abcdef8.cloudfront.net' },
      'content-type': { value: 'multipart/form-data; boundary=x' },
      ...headers,
    },
    cookies: {},
  };
}

const VIEWER = { ip: '192.0.2.7' };

/** Where CloudFront sends a request: to the origin of the path, `ingest`, unless the function says otherwise. */
function laneOf(request: EdgeRequest): string {
  selectOrigin.mockClear();
  const returned = compiled({ request, viewer: VIEWER });
  if (returned !== request) return `${(returned as EdgeAnswer).statusCode}`;
  const [[selected] = ['ingest'], ...others] = selectOrigin.mock.calls;
  expect(others).toEqual([]);
  return selected;
}

const length = (value: number | string) => ({ 'content-length': { value: `${value}` } });

describe('a convert request', () => {
  it.each<[string | number, string]>([
    [0, 'api'],
    [LARGEST_SMALL_BODY, 'api'],
    [LARGEST_SMALL_BODY + 1, 'ingest'],
    [LARGEST_BODY, 'ingest'],
    [LARGEST_BODY + 1, '413'],
    ['0004194304', 'api'],
    ['9'.repeat(400), '413'],
    // Of no length that can be believed: ingest counts.
    ...['', ' 1', '-1', '1.5', '1e3', '12, 12', '１２', '1\n'].map((length): [string, string] => [length, 'ingest']),
  ])('of %j bytes goes to %s', (size, lane) => {
    expect(laneOf(convertRequest(length(size)))).toBe(lane);
  });

  it('of unknown or more than one length goes to ingest, whatever it claims', () => {
    const chunked = { 'transfer-encoding': { value: 'chunked' } };
    for (const headers of [{}, chunked, { ...length(1), ...chunked }, { ...length(LARGEST_BODY + 1), ...chunked }])
      expect(laneOf(convertRequest(headers))).toBe('ingest');
    const multiValue = [{ value: '1' }, { value: '999999999' }];
    expect(laneOf(convertRequest({ 'content-length': { value: '1', multiValue } }))).toBe('ingest');
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])(
    'by %s goes to the API, whatever its size',
    (method) => {
      for (const headers of [{}, length(LARGEST_SMALL_BODY + 1), length(LARGEST_BODY + 1), length('x')])
        expect(laneOf(convertRequest(headers, method))).toBe('api');
    },
  );

  it('is left as it is, but for the address, whatever the client sent there', () => {
    const request = convertRequest({ ...length(LARGEST_BODY), [CALLER_ADDRESS_HEADER]: { value: '203.0.113.9' } });
    const before = structuredClone(request);
    expect(compiled({ request, viewer: VIEWER })).toBe(request);
    const told = { ...before.headers, [CALLER_ADDRESS_HEADER]: { value: VIEWER.ip } };
    expect(request).toEqual({ ...before, headers: told });
  });
});

it('the refusal is what any other part of the service would have answered', () => {
  const answer = compiled({ request: convertRequest(length(LARGEST_BODY + 1)), viewer: VIEWER }) as EdgeAnswer;
  const reply = failure(new ConversionError('FILE_TOO_LARGE', 'The file is larger than 100 MB.'));
  const { timestamp, ...body } = JSON.parse(answer.body.data);
  const { timestamp: _, ...expected } = JSON.parse(reply.body);
  expect(body).toEqual(expected);
  expect(timestamp).toBe(new Date(timestamp).toISOString());
  const headers = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), { value }]);
  expect(answer).toEqual({
    statusCode: reply.statusCode,
    statusDescription: expect.any(String),
    headers: Object.fromEntries(headers),
    body: { encoding: 'text', data: answer.body.data },
  });
});

describe('the runtime of CloudFront Functions', () => {
  it('takes no more than 10 KB, and knows the import when it is the first line', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(10 * 1024);
    expect(source.startsWith("import cf from 'cloudfront';\n")).toBe(true);
    expect(source.match(/\b(import|export)\b/g)).toEqual(['import']);
  });

  it('would understand the code: ECMAScript 5.1, and of later versions only what its documentation names', () => {
    // The documentation lists more; this is what is used, and what was in the runtime from its beginning.
    const supported = { 'const-and-let': true };
    const rewritten = transformSync(source, { target: 'es5', supported, format: 'esm' });
    expect(rewritten.code).toBe(transformSync(source, { target: 'esnext', format: 'esm' }).code);
    const code = source.replace(/\/\/.*$/gm, '').replace(/'[^'\n]*'/g, "''");
    expect(code).not.toMatch(/\b(async|await|Promise|setTimeout|fetch|require|eval|Function|process|Buffer|console)\b/);
  });
});
