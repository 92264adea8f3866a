import { afterEach, describe, expect, it, vi } from 'vitest';
import { newToken } from '../../functions/callers/api-key.ts';
import { dayOf } from '../../functions/callers/days.ts';
import type { LedgerEntry } from '../../functions/callers/ledger.ts';
import { monthBefore, monthOf } from '../../functions/callers/months.ts';
import { callerStores } from '../../functions/services/callers.ts';
import { ledger } from '../../functions/services/ledger.ts';
import { LARGE_TABLE } from '../support/large-table.ts';
import { elapse } from '../support/later.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { newAccount } from '../support/new-account.ts';
import { photo } from '../support/pictures.ts';
import { uploadForm } from '../support/upload-form.ts';

const service = useLocalService({
  keys: 'required',
  plans: {
    default: { requestsPerSecond: 100, burst: 1000 },
    slow: { requestsPerSecond: 0.001, burst: 3 },
    small: { conversionsPerMonth: 2, largestFile: 10_000 },
    narrow: { atOnce: 1 },
    ten: { conversionsPerMonth: 10 },
  },
});

afterEach(() => vi.useRealTimers());

const BROKEN = Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1');

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function convert(headers: Record<string, string>, content?: Buffer) {
  return service.convert(content ?? (await photo(40, 30)), 'a.jpg', { target_format: 'png' }, headers);
}

/** By the lane of large files. */
function convertLarge(headers: Record<string, string>) {
  return service.convert(LARGE_TABLE, 'a.csv', { target_format: 'json' }, headers);
}

/** The ways in for which a key is needed: a small body, a large one, a form, what was used. */
const DOORS: readonly (readonly [string, (headers: Record<string, string>) => Promise<Response>])[] = [
  ['convert', (headers) => convert(headers)],
  ['convert by the lane of large files', convertLarge],
  ['uploads', (headers) => service.announce({ filename: 'a.jpg', target_format: 'png' }, headers)],
  ['usage', (headers) => service.request('/api/v1/usage', { headers })],
  ['the list of conversions', (headers) => service.request('/api/v1/conversions', { headers })],
  ['the list of webhooks', (headers) => service.request('/api/v1/webhooks', { headers })],
];

describe.each(DOORS)('%s', (door, send) => {
  it.each([
    ['of nobody', newToken()],
    ['mistyped', newToken().replace(/.$/, '-')],
  ])('does not take a key %s, and does not tell it', async (_, token) => {
    for (const [name, value] of [
      ['Authorization', `Bearer ${token}`],
      ['Authorization', `Basic ${token}`],
      ['X-API-Key', token],
    ] as const) {
      const { status, body } = await read(send({ [name]: value }));
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(JSON.stringify(body)).not.toContain(token);
    }
  });

  it('wants a valid key in either header, and reports what is left', async () => {
    expect(await read(send({}))).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    const token = await service.newKey();
    for (const [name, value] of [
      ['Authorization', `Bearer ${token}`],
      ['authorization', `bearer   ${token} `],
      ['X-API-Key', token],
    ] as const) {
      const answer = await send({ [name]: value });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('ratelimit-policy')).toBe('"requests";q=1000;w=10');
      expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=99\d;t=\d+$/);
    }
  });

  it('does not take one that is disabled, or expired, or for something else', async () => {
    const scope = door === 'usage' ? 'convert' : 'usage';
    const expired = await service.makeKey({ account: 'late', expiresAt: Date.now() - 1 });
    const other = await service.makeKey({ account: 'other', scopes: [scope] });
    const account = newAccount();
    const disabled = await service.makeKey({ account });
    const [kept] = await callerStores().keys.list(account);
    if (kept) await callerStores().keys.put({ ...kept, disabled: true });
    for (const [token, why] of [
      [expired, 'expired'],
      [other, 'scope'],
      [disabled, 'disabled'],
    ] as const) {
      const { status, body } = await read(send(bearer(token)));
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.error).toContain(why);
      expect(body.error).not.toContain(token);
    }
  });

  it('refuses requests above the rate limit with Retry-After', async () => {
    const token = await service.makeKey({
      account: `fast-${DOORS.findIndex(([name]) => name === door)}`,
      plan: 'slow',
    });
    const answers = [];
    for (let request = 0; request < 4; request += 1) answers.push(await send(bearer(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const last = answers[3] ?? new Response();
    expect(last.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(900);
    expect((await read(last)).body.code).toBe('RATE_LIMITED');
  });
});

describe('with keys', () => {
  it('what is for everybody needs none, and the identifier is the right to the result', async () => {
    const token = await service.makeKey({ account: 'giving' });
    const { body } = await read(convert(bearer(token)));
    const { conversion_id: id, download_url: url } = body.data;
    for (const path of ['health', 'formats', 'openapi.json', 'docs', `status/${id}`])
      expect((await service.request(`/api/v1/${path}`)).status).toBe(200);
    expect((await service.request(url)).status).toBe(200);
  });

  it('a month has an end: what succeeded is counted, what failed is not', async () => {
    const token = await service.makeKey({ account: 'counted', plan: 'small' });
    const broken = await read(convert(bearer(token), BROKEN));
    expect(broken.status).toBe(400);
    expect((await convert(bearer(token))).status).toBe(200);
    expect((await convert(bearer(token))).status).toBe(200);
    const { status, body } = await read(convert(bearer(token)));
    expect([status, body.code]).toEqual([429, 'QUOTA_EXCEEDED']);
    const { data } = (await service.usage(bearer(token))).body;
    expect(data).toMatchObject({ account: 'counted', conversions: 2, left: { conversions: 0 } });
    expect(data.engine_seconds).toBeGreaterThan(0);
  });

  it('a form takes a place until it expires, or until the conversion of its file ends', async () => {
    const headers = bearer(await service.makeKey({ account: 'forgetful', plan: 'narrow' }));
    const ask = () => service.announce({ filename: 'a.jpg', target_format: 'png' }, headers);
    const used = async () => (await service.usage(headers)).body.data.conversions;
    const { body } = await read(ask());
    expect((await read(ask())).body.code).toBe('RATE_LIMITED');
    elapse(15 * 60_000 + 1);
    const { status } = await read(ask());
    expect([status, await used()]).toEqual([200, 1]);
    // The file of the first comes late: it is converted, and counted.
    const { fields, url } = body.data;
    vi.useRealTimers();
    expect((await fetch(url, { method: 'POST', body: uploadForm(fields, await photo(40, 30)) })).status).toBe(204);
    expect((await service.settled(body.data.conversion_id)).body.data.status).toBe('ready');
    await vi.waitFor(async () => expect(await used()).toBe(2));
  });

  it('a plan has a largest file, in both lanes', async () => {
    const token = await service.makeKey({ account: 'light', plan: 'small' });
    for (const content of [Buffer.alloc(20_000, 'a,b\n'), LARGE_TABLE]) {
      const { status, body } = await read(convert(bearer(token), content));
      expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    }
    expect(await service.stored()).toEqual(expect.not.arrayContaining([expect.stringMatching(/^uploads/)]));
  });
});

describe('what was used', () => {
  it('is counted, and entered in the ledger, for each conversion of either lane, and not for one that failed', async () => {
    const token = await service.makeKey({ account: 'entered', plan: 'ten' });
    const headers = { 'X-API-Key': token };
    const picture = await photo(40, 30);
    const answers = [
      await read(service.convert(picture, 'a.jpg', { target_format: 'png' }, headers)),
      await read(service.convert(LARGE_TABLE, 'a.csv', { target_format: 'json' }, headers)),
    ];
    await service.convert(BROKEN, 'a.jpg', { target_format: 'png' }, headers);
    const { data } = (await service.usage(headers)).body;
    expect(data).toMatchObject({
      conversions: 2,
      bytes_in: picture.length + LARGE_TABLE.length,
      left: { conversions: 8 },
    });
    expect(data.bytes_out).toBe(answers.reduce((sum, { body }) => sum + body.data.file_size, 0));
    const entries = new Map<string, LedgerEntry>();
    for (const day of new Set([dayOf(Date.now() - 60_000), dayOf(Date.now())]))
      for await (const entry of ledger().of(day)) if (entry.account === 'entered') entries.set(entry.id, entry);
    expect([...entries.keys()].sort()).toEqual(answers.map(({ body }) => body.data.conversion_id).sort());
    for (const [index, { body }] of answers.entries()) {
      const { conversion_id: id, target_format: targetFormat, file_size: bytesOut } = body.data;
      const bytesIn = [picture, LARGE_TABLE][index]?.length;
      expect(entries.get(id)).toMatchObject({ plan: 'ten', targetFormat, bytesIn, bytesOut });
      expect(entries.get(id)?.endedAt).toBeGreaterThanOrEqual(entries.get(id)?.createdAt ?? Number.NaN);
      expect(entries.get(id)?.engineSeconds).toBe(body.data.conversion_time);
    }
    expect(JSON.stringify([...entries.values()])).not.toMatch(/a\.jpg|a\.csv/);
  });

  it('is reported for an earlier month too, of which nothing is left', async () => {
    const token = await service.makeKey({ account: 'earlier', plan: 'ten' });
    await service.convert(await photo(40, 30), 'a.jpg', { target_format: 'png' }, { 'X-API-Key': token });
    const now = Date.now();
    const last = monthBefore(now, 1);
    expect((await service.usage(bearer(token), `?period=${last}`)).body.data).toMatchObject({
      period: last,
      ends_at: `${monthOf(now)}-01T00:00:00.000Z`,
      conversions: 0,
      bytes_in: 0,
      left: { conversions: 0, engine_seconds: 0 },
    });
    expect((await service.usage(bearer(token), `?period=${monthOf(now)}`)).body.data).toMatchObject({ conversions: 1 });
  });

  it.each(['2026-1', '2001-01', '9999-12', '', 'x'.repeat(5000), '2026-11%0A', '__proto__'])(
    'is not told of a month of which nothing can be known: %s',
    async (period) => {
      const token = await service.makeKey({ account: 'curious' });
      const { status, body } = await service.usage(bearer(token), `?period=${period}`);
      expect([status, body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(body.error).toMatch(/^"period" must be a month from \d{4}-\d\d to \d{4}-\d\d/);
    },
  );
});
