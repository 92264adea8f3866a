import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as canary } from '../../functions/canary/handler.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { LARGEST_SMALL_BODY } from '../../functions/lanes.ts';
import { largeSample, SAMPLES } from '../../smoke/samples.ts';
import { type Outcome, smokeTest } from '../../smoke/smoke-test.ts';
import { useLocalService } from '../support/local-service.ts';
import { serve } from '../support/serve.ts';

/** What the smoke test finds at an address. */
async function outcomes(baseUrl: string, engines?: readonly string[]): Promise<Outcome[]> {
  const all: Outcome[] = [];
  for await (const outcome of smokeTest(baseUrl, engines && { engines })) all.push(outcome);
  return all;
}

/** The steps that failed. */
const faults = (all: readonly Outcome[]) => all.filter(({ fault }) => fault !== undefined).map(({ name }) => name);

describe('the smoke test', () => {
  const service = useLocalService();

  it('tries every engine there is', () => {
    expect(SAMPLES.map(({ engine }) => engine).sort()).toEqual(ENGINES.map(({ name }) => name).sort());
  });

  it('finds nothing wrong with a service that works', async () => {
    const all = await outcomes(`${service.origin}/api/v1`);
    expect(faults(all)).toEqual([]);
    expect(all).toHaveLength(SAMPLES.length + 4);
    expect(largeSample().content.length).toBeGreaterThan(LARGEST_SMALL_BODY);
  });

  it('makes the canary fail where one engine does, and names it', async () => {
    vi.stubEnv('SERVICE_URL', `${service.origin}/api/v1`);
    vi.stubEnv('ENGINES', 'sharp');
    await canary();
    vi.stubEnv('SERVICE_URL', `${service.origin}/nowhere`);
    await expect(canary()).rejects.toThrow(/^The smoke test failed: .*sharp: red.bmp to png/);
    vi.unstubAllEnvs();
  });
});

describe('the smoke test, of a service of which one lane is dead', () => {
  const service = useLocalService();
  let front: string;
  let isDead: (request: IncomingMessage) => boolean;
  beforeAll(async () => {
    front = await serve((request, response) => {
      if (isDead(request)) return void request.resume().once('end', () => response.writeHead(502).end('Bad Gateway'));
      const { method, url: path, headers } = request;
      const onward = httpRequest(`${service.origin}${path}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward.on('error', () => response.destroy()));
    });
  });

  const sizeOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);
  it.each<[string, (request: IncomingMessage) => boolean, readonly string[]]>([
    ['for bodies above 4 MB', (request) => sizeOf(request) > LARGEST_SMALL_BODY, ['large: noise.bmp to png']],
    ['for uploads by form', ({ url }) => url === '/api/v1/uploads', ['form: red.bmp to png']],
    ['for what is not waited for', ({ headers }) => headers.prefer !== undefined, ['queue: red.bmp to png']],
  ])('names the lane %s', async (_, dead, failed) => {
    isDead = dead;
    expect(faults(await outcomes(`${front}/api/v1`, ['sharp']))).toEqual(failed);
  });
});

it('the smoke test takes nothing for a result but a result', async () => {
  const liar = await serve((_, response) => response.end('{"success":true,"data":{"status":"ready"}}'));
  const all = await outcomes(`${liar}/api/v1`);
  expect(faults(all)).toHaveLength(all.length);
});
