import { describe, expect, it } from 'vitest';
import { FileConversion, type FileConversionOptions, type Rate } from '../../client/index.ts';
import { newToken } from '../../functions/callers/api-key.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService({
  keys: 'required',
  engines: [sharp],
  plans: {
    default: { requestsPerSecond: 100, burst: 1000 },
    slow: { requestsPerSecond: 1, burst: 1 },
    tiny: { conversionsPerMonth: 1 },
  },
});

let accounts = 0;

/** A client with the key of an account that no other test has. */
async function connect(plan?: string, options: FileConversionOptions = {}): Promise<FileConversion> {
  accounts += 1;
  const key = await service.makeKey({ account: `account-${accounts}`, plan });
  return new FileConversion(service.origin, { key, ...options });
}

const picture = async () => new Blob([new Uint8Array(await photo(40, 30))]);

async function listAll(client: FileConversion, pageSize?: number) {
  const found = [];
  for await (const conversion of client.conversions.list(pageSize === undefined ? {} : { pageSize }))
    found.push(conversion);
  return found;
}

describe('a client with a key', () => {
  it('lists its own conversions through all pages, fetches one and deletes one', async () => {
    const [client, other] = [await connect(), await connect()];
    const ids = [];
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg'])
      ids.unshift((await client.convert(await picture(), { to: 'png', name })).id);
    for (const pageSize of [undefined, 1, 2, 3])
      expect((await listAll(client, pageSize)).map(({ conversion_id: id }) => id)).toEqual(ids);
    expect(await listAll(other)).toEqual([]);
    const [newest, middle] = await listAll(client);
    if (!newest || !middle) throw new Error('nothing is listed');
    const file = client.conversions.file(newest);
    expect(file).toMatchObject({ name: 'c.png', size: newest.file_size });
    expect((await file.bytes()).length).toBe(newest.file_size);
    await expect(other.conversions.delete(middle.conversion_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await client.conversions.delete(middle.conversion_id);
    await expect(client.conversions.delete(middle.conversion_id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [spent, ...rest] = await listAll(client);
    expect(rest).toHaveLength(1);
    expect(spent).toMatchObject({ conversion_id: newest.conversion_id, status: 'expired' });
    expect(() => spent && client.conversions.file(spent)).toThrow('no result');
  });

  it('stops listing when it is aborted', async () => {
    const client = await connect();
    for (let count = 0; count < 2; count += 1) await client.convert(await picture(), { to: 'png' });
    const stop = new AbortController();
    const read = async () => {
      for await (const _ of client.conversions.list({ pageSize: 1, signal: stop.signal }))
        stop.abort(new Error('enough'));
    };
    await expect(read()).rejects.toThrow('enough');
  });

  it('gets its usage and its rate limit', async () => {
    const rates: Rate[] = [];
    const client = await connect(undefined, { onRate: (rate) => rates.push(rate) });
    await client.convert(await picture(), { to: 'png' });
    expect(await client.usage()).toMatchObject({ conversions: 1, limits: { conversions: null, burst: 1000 } });
    expect(rates).toHaveLength(2);
    for (const { remaining, limit } of rates) expect([remaining > 990, limit]).toEqual([true, 1000]);
  });

  it('waits while it comes too fast', async () => {
    const client = await connect('slow');
    const uses = await Promise.all([client.usage(), client.usage(), client.usage()]);
    expect(uses).toHaveLength(3);
    const impatient = await connect('slow', { retries: 0 });
    const results = await Promise.allSettled([impatient.usage(), impatient.usage()]);
    expect(results).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ code: 'RATE_LIMITED', status: 429, retryAfter: 1 }),
    });
  });

  it('does not wait for another month', async () => {
    let requests = 0;
    const counting: typeof fetch = (...request) => {
      requests += 1;
      return fetch(...request);
    };
    const client = await connect('tiny', { fetch: counting });
    await client.convert(await picture(), { to: 'png' });
    await expect(client.convert(await picture(), { to: 'png' })).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      status: 429,
      retryAfter: expect.any(Number),
    });
    expect(requests).toBe(2);
  });

  it('never shows the key', async () => {
    const key = newToken();
    const client = new FileConversion(service.origin, { key });
    const failure = await client.usage().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(JSON.stringify(failure) + String(failure) + JSON.stringify(client)).not.toContain(key);
  });
});
