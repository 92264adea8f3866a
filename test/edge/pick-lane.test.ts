import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it, vi } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { failure } from '../../functions/http/reply.ts';
import { CALLER_ADDRESS_HEADER, LARGEST_BODY, LARGEST_SMALL_BODY } from '../../functions/lanes.ts';
import { compileEdgeFunction, type EdgeAnswer, type EdgeRequest } from '../../local/edge.ts';

const source = readFileSync(new URL('../../functions/edge/pick-lane.js', import.meta.url), 'utf8');

const selectOrigin = vi.fn();
const pickLane = compileEdgeFunction(selectOrigin);

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
  const returned = pickLane({ request, viewer: VIEWER });
  if (returned !== request) return `${(returned as EdgeAnswer).statusCode}`;
  const [[selected] = ['ingest'], ...others] = selectOrigin.mock.calls;
  expect(others).toEqual([]);
  return selected;
}

const length = (value: number | string) => ({ 'content-length': { value: `${value}` } });

describe('a convert request', () => {
  it.each([
    [0, 'api'],
    [1, 'api'],
    [LARGEST_SMALL_BODY - 1, 'api'],
    [LARGEST_SMALL_BODY, 'api'],
    [LARGEST_SMALL_BODY + 1, 'ingest'],
    [LARGEST_BODY - 1, 'ingest'],
    [LARGEST_BODY, 'ingest'],
    [LARGEST_BODY + 1, '413'],
    [Number.MAX_SAFE_INTEGER, '413'],
    ['0004194304', 'api'],
    ['9'.repeat(400), '413'],
  ])('of %s bytes goes to %s', (size, lane) => {
    expect(laneOf(convertRequest(length(size)))).toBe(lane);
  });

  it('of unknown length goes to ingest, which counts', () => {
    expect(laneOf(convertRequest({}))).toBe('ingest');
    expect(laneOf(convertRequest({ 'transfer-encoding': { value: 'chunked' } }))).toBe('ingest');
  });

  it.each(['', ' 1', '-1', '1.5', '1e3', 'NaN', '12, 12', '１２', '1\n'])('of length %j goes to ingest', (value) => {
    expect(laneOf(convertRequest(length(value)))).toBe('ingest');
  });

  it.each([
    ['1', '1'],
    ['1', '999999999'],
    ['999999999', '1'],
  ])('of two lengths, %s and %s, goes to ingest', (first, second) => {
    const multiValue = [{ value: first }, { value: second }];
    expect(laneOf(convertRequest({ 'content-length': { value: first, multiValue } }))).toBe('ingest');
  });

  it.each([1, LARGEST_BODY + 1])('goes to ingest in chunks, though it claims a length of %s', (claimed) => {
    const headers = { ...length(claimed), 'transfer-encoding': { value: 'chunked' } };
    expect(laneOf(convertRequest(headers))).toBe('ingest');
  });

  it('is left as it is, but for the address', () => {
    const request = convertRequest(length(LARGEST_BODY));
    const before = structuredClone(request);
    pickLane({ request, viewer: VIEWER });
    const told = { ...before.headers, [CALLER_ADDRESS_HEADER]: { value: VIEWER.ip } };
    expect(request).toEqual({ ...before, headers: told });
  });
});

describe('another request to the path of convert', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])('%s goes to the API, whatever its size', (method) => {
    for (const headers of [{}, length(1), length(LARGEST_SMALL_BODY + 1), length(LARGEST_BODY + 1), length('x')]) {
      expect(laneOf(convertRequest(headers, method))).toBe('api');
    }
  });
});

describe('the address of a client', () => {
  it.each([1, LARGEST_SMALL_BODY + 1])(
    'is in the header, whatever the client sent in it, with a body of %d bytes',
    (size) => {
      const request = convertRequest({ ...length(size), [CALLER_ADDRESS_HEADER]: { value: '203.0.113.9' } });
      expect(pickLane({ request, viewer: VIEWER })).toBe(request);
      expect(request.headers[CALLER_ADDRESS_HEADER]).toEqual({ value: VIEWER.ip });
    },
  );

  it('is in the header of a request for an upload form, too', () => {
    const text = readFileSync(new URL('../../functions/edge/tell-caller.js', import.meta.url), 'utf8');
    const tell = new Function(`${text}; return handler;`)() as (event: object) => EdgeRequest;
    const headers = { [CALLER_ADDRESS_HEADER]: { value: '203.0.113.9' } };
    expect(tell({ request: { headers }, viewer: VIEWER }).headers).toEqual({
      [CALLER_ADDRESS_HEADER]: { value: VIEWER.ip },
    });
  });
});

describe('the refusal', () => {
  const answer = pickLane({
    request: convertRequest(length(LARGEST_BODY + 1)),
    viewer: VIEWER,
  }) as EdgeAnswer;
  const reply = failure(new ConversionError('FILE_TOO_LARGE', 'The file is larger than 100 MB.'));

  it('is what any other part of the service would have answered', () => {
    const { timestamp, ...body } = JSON.parse(answer.body.data);
    const { timestamp: _, ...expected } = JSON.parse(reply.body);
    expect(body).toEqual(expected);
    expect(timestamp).toBe(new Date(timestamp).toISOString());
    expect(Date.now() - Date.parse(timestamp)).toBeLessThan(60_000);
    expect(answer.statusCode).toBe(reply.statusCode);
  });

  it('has the same headers', () => {
    const expected = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), { value }]);
    expect(answer.headers).toEqual(Object.fromEntries(expected));
  });

  it('is of the form that CloudFront wants', () => {
    expect(Object.keys(answer).sort()).toEqual(['body', 'headers', 'statusCode', 'statusDescription']);
    expect(answer.body.encoding).toBe('text');
  });
});

describe('the runtime of CloudFront Functions', () => {
  it('takes no more than 10 KB', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(10 * 1024);
  });

  it('knows the import when it is the first line', () => {
    expect(source.startsWith("import cf from 'cloudfront';\n")).toBe(true);
    expect(source.match(/\b(import|export)\b/g)).toEqual(['import']);
  });

  it('would understand the code: ECMAScript 5.1, and of later versions only what its documentation names', () => {
    // The documentation lists more; this is what is used, and what was in the runtime from its beginning.
    const supported = { 'const-and-let': true };
    const rewritten = transformSync(source, { target: 'es5', supported, format: 'esm' });
    expect(rewritten.code).toBe(transformSync(source, { target: 'esnext', format: 'esm' }).code);
    expect(rewritten.warnings).toEqual([]);
  });

  it('has all that the code names', () => {
    const code = source.replace(/\/\/.*$/gm, '').replace(/'[^'\n]*'/g, "''");
    const forbidden =
      /\b(async|await|Promise|setTimeout|setInterval|fetch|require|eval|Function|process|Buffer|console)\b/;
    expect(code).not.toMatch(forbidden);
  });
});
