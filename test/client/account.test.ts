import { describe, expect, it } from 'vitest';
import { FileConversion, type FileConversionOptions, type Rate } from '../../client/index.ts';
import { newToken } from '../../functions/callers/api-key.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService({
  keys: 'required',
  engines: [sharp],
  plans: { default: { requestsPerSecond: 100, burst: 1000 } },
});

/** A client with the key of an account that no other test has. */
async function connect(options: FileConversionOptions = {}): Promise<FileConversion> {
  return new FileConversion(service.origin, { key: await service.newKey(), ...options });
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

  it('gets its usage and its rate limit', async () => {
    const rates: Rate[] = [];
    const client = await connect({ onRate: (rate) => rates.push(rate) });
    await client.convert(await picture(), { to: 'png' });
    expect(await client.usage()).toMatchObject({ conversions: 1, limits: { conversions: null, burst: 1000 } });
    expect(rates).toHaveLength(2);
    for (const { remaining, limit } of rates) expect([remaining > 990, limit]).toEqual([true, 1000]);
  });

  it('never shows the key', async () => {
    const key = newToken();
    const client = new FileConversion(service.origin, { key });
    const failure = await client.usage().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    expect(JSON.stringify(failure) + String(failure) + JSON.stringify(client)).not.toContain(key);
  });
});
