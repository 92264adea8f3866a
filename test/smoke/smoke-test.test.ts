import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { LARGEST_SMALL_BODY } from '../../functions/lanes.ts';
import { largeSample, SAMPLES } from '../../smoke/samples.ts';
import { useLocalService } from '../support/local-service.ts';
import { faults, outcomes } from './outcomes.ts';

describe('the smoke test', () => {
  const service = useLocalService();

  it('tries every engine there is', () => {
    expect(SAMPLES.map(({ engine }) => engine).sort()).toEqual(ENGINES.map(({ name }) => name).sort());
  });

  it('finds nothing wrong with a service that works', async () => {
    const all = await outcomes(`${service.origin}/api/v1`);
    expect(faults(all)).toEqual([]);
    expect(all).toHaveLength(SAMPLES.length + 4);
  });

  it('goes through the lanes for what is queued, uploaded by form, and large both ways', async () => {
    const lanes = (await outcomes(`${service.origin}/api/v1`, ['sharp'])).map(({ name }) => name);
    expect(lanes).toEqual([
      'health',
      'sharp: red.bmp to png',
      'queue: red.bmp to png',
      'form: red.bmp to png',
      'large: noise.bmp to png',
    ]);
    expect(largeSample().content.length).toBeGreaterThan(LARGEST_SMALL_BODY);
  });
});

describe('the smoke test, of a service of which one lane is dead', () => {
  const service = useLocalService();
  let front: Server;
  let isDead: (request: IncomingMessage) => boolean;
  beforeAll(async () => {
    front = createServer((request, response) => {
      if (isDead(request)) return void request.resume().once('end', () => response.writeHead(502).end('Bad Gateway'));
      const { method, url: path, headers } = request;
      const onward = httpRequest(`${service.origin}${path}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward.on('error', () => response.destroy()));
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => front.close());

  const sizeOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0);
  it.each<[string, (request: IncomingMessage) => boolean, readonly string[]]>([
    ['for bodies above 4 MB', (request) => sizeOf(request) > LARGEST_SMALL_BODY, ['large: noise.bmp to png']],
    ['for uploads by form', ({ url }) => url === '/api/v1/uploads', ['form: red.bmp to png']],
    ['for what is not waited for', ({ headers }) => headers.prefer !== undefined, ['queue: red.bmp to png']],
  ])('names the lane %s', async (_, dead, failed) => {
    isDead = dead;
    const { port } = front.address() as AddressInfo;
    expect(faults(await outcomes(`http://127.0.0.1:${port}/api/v1`, ['sharp']))).toEqual(failed);
  });
});

describe('the smoke test, of what is no such service', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, response) => response.end('{"success":true,"data":{"status":"ready"}}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  it('takes nothing for a result but a result', async () => {
    const all = await outcomes(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
    expect(faults(all)).toHaveLength(all.length);
  });
});
