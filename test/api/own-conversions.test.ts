import { describe, expect, it } from 'vitest';
import { sharp } from '../../functions/engines/sharp.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService({
  keys: 'optional',
  engines: [sharp],
  plans: { default: {}, anonymous: {}, narrow: { atOnce: 1, conversionsPerMonth: 3 } },
});

/** A key of an account that no other test has. */
async function somebody(plan?: string): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${await service.newKey(plan)}` };
}

const list = (headers: Record<string, string>, query = '') =>
  read(service.request(`/api/v1/conversions${query}`, { headers }));
const remove = (id: string, headers: Record<string, string>) =>
  read(service.request(`/api/v1/conversions/${id}`, { method: 'DELETE', headers }));

async function convert(headers: Record<string, string>, fields: Record<string, string> = {}, content?: Buffer) {
  const picture = content ?? (await photo(40, 30));
  return read(service.convert(picture, 'a.jpg', { target_format: 'png', ...fields }, headers));
}

describe('GET /conversions', () => {
  it("lists an account's own, the newest first, each with what convert has answered", async () => {
    const [mine, other] = [await somebody(), await somebody()];
    const first = (await convert(mine, { width: '9' })).body.data;
    const second = (await convert(mine)).body.data;
    await convert(other);
    await convert({});
    const { status, body } = await list(mine);
    expect(status).toBe(200);
    const [newest, oldest] = body.data.conversions;
    expect(body.data.conversions).toHaveLength(2);
    expect(newest).toEqual({ ...second, created_at: expect.any(String) });
    expect(oldest).toEqual({ ...first, created_at: expect.any(String) });
    expect(oldest.options).toEqual({ width: 9 });
    expect(body.data.next_cursor).toBeNull();
    expect((await list(other)).body.data.conversions).toHaveLength(1);
  });

  it('shows what has failed and why, and what was downloaded', async () => {
    const mine = await somebody();
    const ready = (await convert(mine)).body.data;
    await (await service.request(ready.download_url)).arrayBuffer();
    // In the queue: what fails while its sender waits leaves no record.
    const headers = { ...mine, Prefer: 'respond-async' };
    const picture = await photo(400, 300);
    const { body } = await convert(headers, {}, picture.subarray(0, picture.length / 2));
    expect(body.success).toBe(true);
    await expect
      .poll(async () => (await list(mine)).body.data.conversions[0].status, { timeout: 20_000 })
      .toBe('failed');
    const { conversions } = (await list(mine)).body.data;
    expect(conversions).toMatchObject([
      { code: 'UNREADABLE_FILE', error: expect.any(String) },
      { status: 'expired', conversion_id: ready.conversion_id },
    ]);
  });

  it('shows nothing of another account, whatever the cursor is', async () => {
    const [mine, other] = [await somebody(), await somebody()];
    for (let count = 0; count < 2; count += 1) await convert(other);
    const { next_cursor: theirs } = (await list(other, '?limit=1')).body.data;
    expect((await list(mine, `?cursor=${theirs}`)).body.data).toEqual({ conversions: [], next_cursor: null });
    const forge = (text: string) => Buffer.from(text).toString('base64url');
    const id = '4158c86f-8953-4069-92e6-b108b7ad190c';
    for (const moment of ['0', '1', '999999999999999'])
      expect((await list(mine, `?cursor=${forge(`${moment}.${id}`)}`)).body.data.conversions).toEqual([]);
    for (const cursor of [
      'x',
      'a'.repeat(5000),
      forge(`-1.${id}`),
      forge(`1e3.${id}`),
      forge(`1.${id}.account-1`),
      forge('1.../../x'),
      forge('{"account":"account-1"}'),
      '%00%ff',
      "'%20OR%201=1",
    ]) {
      const { status, body } = await list(mine, `?cursor=${cursor}`);
      expect([status, body.code], cursor).toEqual([400, 'INVALID_REQUEST']);
    }
  });

  it.each(['0', '101', '-1', '1.5', 'ten', '1e2', '%201', '00000001'])('does not take the limit %s', async (limit) => {
    const { status, body } = await list(await somebody(), `?limit=${limit}`);
    expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('is for keys alone, also where others may convert', async () => {
    const { body } = await convert({});
    expect((await list({})).status).toBe(401);
    expect((await remove(body.data.conversion_id, {})).status).toBe(401);
  });
});

describe('DELETE /conversions/{conversion_id}', () => {
  it('frees the place of what is processing once its engine has ended, counts it, and keeps nothing of it', async () => {
    const mine = await somebody('narrow');
    const large = await photo(2000, 1500);
    const headers = { ...mine, Prefer: 'respond-async' };
    const { conversion_id: id } = (await convert(headers, { target_format: 'avif' }, large)).body.data;
    expect((await convert(mine)).body.code).toBe('RATE_LIMITED');
    expect((await list(mine)).body.data.conversions).toMatchObject([{ conversion_id: id, status: 'processing' }]);
    expect((await remove(id, mine)).status).toBe(200);
    await expect.poll(async () => (await convert(mine)).status, { timeout: 30_000, interval: 1000 }).toBe(200);
    expect((await service.usage(mine)).body.data.conversions).toBe(2);
    await expect
      .poll(async () => (await service.stored()).filter((key) => key.includes(id)), { timeout: 30_000 })
      .toEqual([]);
  });
});
