import { beforeAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { ingest } from '../../functions/ingest/ingest.ts';
import { INGEST_HEALTH_PATH, ORIGIN_KEY_HEADER } from '../../functions/lanes.ts';
import { fetchChecked } from '../support/check-answer.ts';
import type { Envelope } from '../support/local-service.ts';
import { serve } from '../support/serve.ts';

describe('the ingest server', () => {
  let origin: string;
  beforeAll(async () => {
    process.env[ENVIRONMENT.originKeys] = 'current,last';
    origin = await serve(ingest);
  });
  // Of the API it has this path alone.
  const request = (path: string, init?: RequestInit) =>
    (path === '/api/v1/convert' ? fetchChecked : fetch)(`${origin}${path}`, init);

  it('responds to the health check of a load balancer', async () => {
    expect((await request(INGEST_HEALTH_PATH)).status).toBe(200);
  });

  it.each([{}, { [ORIGIN_KEY_HEADER]: 'guessed' }])(
    'refuses who did not come through the edge, with %j',
    async (headers) => {
      // The body is read to its end all the same: half-duplex platforms lose an answer that comes before.
      const response = await request('/api/v1/convert', { method: 'POST', headers, body: new Uint8Array(5_000_000) });
      const body = (await response.json()) as Envelope;
      expect(response.status).toBe(403);
      expect(body).toMatchObject({ success: false, code: 'FORBIDDEN', timestamp: expect.any(String) });
    },
  );

  it.each([
    ['GET', '/api/v1/convert'],
    ['POST', '/api/v1/uploads'],
    ['POST', '/'],
  ])('has nothing but POST /convert: %s %s', async (method, path) => {
    const response = await request(path, { method, headers: { [ORIGIN_KEY_HEADER]: 'last' } });
    expect(response.status).toBe(404);
    expect(((await response.json()) as Envelope).code).toBe('NOT_FOUND');
  });
});
