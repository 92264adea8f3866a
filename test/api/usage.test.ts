import { describe, expect, it } from 'vitest';
import { dayOf } from '../../functions/callers/days.ts';
import type { LedgerEntry } from '../../functions/callers/ledger.ts';
import { monthBefore, monthOf } from '../../functions/callers/months.ts';
import { ledger } from '../../functions/services/ledger.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService({ keys: 'required', plans: { default: { conversionsPerMonth: 10 } } });

const LARGE = Buffer.alloc(5 * 1024 * 1024, 'a,b\n');

describe('what was used', () => {
  const usage = (token: string, query = '') =>
    read(service.request(`/api/v1/usage${query}`, { headers: { 'X-API-Key': token } }));

  it('counts conversions, engine seconds and bytes of both lanes', async () => {
    const token = await service.makeKey({ account: 'sums' });
    const headers = { 'X-API-Key': token };
    const picture = await photo(40, 30);
    const answers = [
      await read(service.convert(picture, 'a.jpg', { target_format: 'png' }, headers)),
      await read(service.convert(LARGE, 'a.csv', { target_format: 'json' }, headers)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = (await usage(token)).body;
    expect(data).toMatchObject({ conversions: 2, bytes_in: picture.length + LARGE.length });
    expect(data.bytes_out).toBe(answers.reduce((sum, { body }) => sum + body.data.file_size, 0));
    expect(data.left.conversions).toBe(8);
  });

  it('is entered in the ledger, an entry for each conversion of either lane, and none for one that failed', async () => {
    const headers = { 'X-API-Key': await service.makeKey({ account: 'entered' }) };
    const picture = await photo(40, 30);
    const answers = [
      await read(service.convert(picture, 'a.jpg', { target_format: 'png' }, headers)),
      await read(service.convert(LARGE, 'a.csv', { target_format: 'json' }, headers)),
    ];
    await service.convert(
      Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1'),
      'a.jpg',
      { target_format: 'png' },
      headers,
    );
    const entries = new Map<string, LedgerEntry>();
    for (const day of new Set([dayOf(Date.now() - 60_000), dayOf(Date.now())]))
      for await (const entry of ledger().of(day)) if (entry.account === 'entered') entries.set(entry.id, entry);
    expect([...entries.keys()].sort()).toEqual(answers.map(({ body }) => body.data.conversion_id).sort());
    for (const [index, { body }] of answers.entries()) {
      const { conversion_id: id, target_format: targetFormat, file_size: bytesOut } = body.data;
      const bytesIn = [picture, LARGE][index]?.length;
      expect(entries.get(id)).toMatchObject({ plan: 'default', targetFormat, bytesIn, bytesOut });
      expect(entries.get(id)?.endedAt).toBeGreaterThanOrEqual(entries.get(id)?.createdAt ?? Number.NaN);
      expect(entries.get(id)?.engineSeconds).toBe(body.data.conversion_time);
    }
    expect(JSON.stringify([...entries.values()])).not.toMatch(/a\.jpg|a\.csv/);
  });

  it('is reported for an earlier month too, of which nothing is left', async () => {
    const token = await service.makeKey({ account: 'earlier' });
    await service.convert(await photo(40, 30), 'a.jpg', { target_format: 'png' }, { 'X-API-Key': token });
    const now = Date.now();
    const last = monthBefore(now, 1);
    expect((await usage(token, `?period=${last}`)).body.data).toMatchObject({
      period: last,
      ends_at: `${monthOf(now)}-01T00:00:00.000Z`,
      conversions: 0,
      bytes_in: 0,
      left: { conversions: 0, engine_seconds: 0 },
    });
    expect((await usage(token, `?period=${monthOf(now)}`)).body.data).toMatchObject({ conversions: 1 });
  });

  it.each(['2026-1', '2001-01', '9999-12', '', 'x'.repeat(5000), '2026-11%0A', '__proto__'])(
    'is not told of a month of which nothing can be known: %s',
    async (period) => {
      const token = await service.makeKey({ account: 'curious' });
      const { status, body } = await usage(token, `?period=${period}`);
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(body.error).toMatch(/^"period" must be a month from \d{4}-\d\d to \d{4}-\d\d/);
    },
  );
});
