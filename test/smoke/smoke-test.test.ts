import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { SAMPLES } from '../../smoke/samples.ts';
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
    expect(all).toHaveLength(SAMPLES.length + 2);
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
