import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as notFound } from '../../functions/api/not-found/handler.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { fromEdge } from '../../functions/http/edge-only.ts';
import { endpoint, streamingEndpoint } from '../../functions/http/endpoint.ts';
import { success } from '../../functions/http/reply.ts';
import type { StreamingHandler } from '../../local/response-streaming.ts';
import { useLocalService } from '../support/local-service.ts';
import { serve } from '../support/serve.ts';

const service = useLocalService({ engines: [] });

afterEach(() => vi.unstubAllEnvs());

const eventWith = (headers: Record<string, string>) =>
  ({ httpMethod: 'GET', headers, requestContext: { requestId: 'test' } }) as unknown as APIGatewayProxyEvent;

const KEYS = 'current-key,last-key';

describe('where there is an edge, the API', () => {
  const handler = endpoint(() => success('Done', {}));

  it.each(['current-key', 'last-key'])('accepts a request with a key: %s', async (key) => {
    vi.stubEnv(ENVIRONMENT.originKeys, KEYS);
    // CloudFront sends the name as it was written; API Gateway passes it on.
    for (const name of ['x-origin-key', 'X-Origin-Key'])
      expect((await handler(eventWith({ [name]: key }))).statusCode).toBe(200);
  });

  it.each<Record<string, string>>([
    {},
    { 'x-origin-key': '' },
    { 'x-origin-key': 'guessed' },
    { 'x-origin-key': 'current' },
    { 'x-origin-key': KEYS },
  ])('refuses all others in the envelope, and tells no key: %j', async (headers) => {
    vi.stubEnv(ENVIRONMENT.originKeys, KEYS);
    const operation = vi.fn(() => success('Done', {}));
    const { statusCode, body } = await endpoint(operation)(eventWith(headers));
    expect(statusCode).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'FORBIDDEN', request_id: 'test' });
    expect(body).not.toMatch(/-key/);
    expect(operation).not.toHaveBeenCalled();
  });

  it('refuses preflights, and paths that there are not, as well', async () => {
    vi.stubEnv(ENVIRONMENT.originKeys, KEYS);
    const preflight = { ...eventWith({}), httpMethod: 'OPTIONS' };
    expect((await notFound(preflight)).statusCode).toBe(403);
  });

  it('lets nobody pass where its keys are empty', () => {
    vi.stubEnv(ENVIRONMENT.originKeys, '');
    expect(() => fromEdge({ headers: { 'x-origin-key': '' } })).toThrow(/public address/);
  });
});

describe('the front door', () => {
  it.each<Record<string, string>>([{}, { 'X-Origin-Key': 'guessed' }])(
    'is the edge, whatever clients send: %j',
    async (headers) => {
      const answers = await Promise.all(
        ['/api/v1/health', '/api/v1/nothing', '/api/v1/download/x', '/docs', '/'].map((path) =>
          fetch(`${service.origin}${path}`, { headers }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 200, 200]);
      const key = process.env[ENVIRONMENT.originKeys] ?? '';
      expect(key.length).toBeGreaterThan(30);
      for (const answer of answers)
        expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(key);
    },
  );
});

describe('an answer that is streamed', () => {
  const statusFor = async (headers: Record<string, string>) => {
    const handler: unknown = streamingEndpoint(() => success('Done', {}));
    const answer = (handler as StreamingHandler).bind(undefined, eventWith(headers));
    return (await fetch(await serve((_, response) => answer(response, {})))).status;
  };

  it('is for who came through the edge alone', async () => {
    vi.stubEnv(ENVIRONMENT.originKeys, KEYS);
    expect(await statusFor({ 'x-origin-key': 'last-key' })).toBe(200);
    expect(await statusFor({})).toBe(403);
  });
});
