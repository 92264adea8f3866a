import { describe, expect, it } from 'vitest';
import { newToken } from '../../functions/callers/api-key.ts';
import { callerStores } from '../../functions/services/callers.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

let counted = 0;

/** A name that no other account has. */
function somebody(): string {
  counted += 1;
  return `account-${counted}`;
}

const service = useLocalService({
  keys: 'required',
  plans: {
    default: { requestsPerSecond: 100, burst: 1000 },
    slow: { requestsPerSecond: 0.001, burst: 3 },
    small: { conversionsPerMonth: 2, largestFile: 10_000 },
    narrow: { atOnce: 1 },
  },
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function convert(headers: Record<string, string>, content?: Buffer) {
  return service.convert(content ?? (await photo(40, 30)), 'a.jpg', { target_format: 'png' }, headers);
}

/** By the lane of large files. */
function convertLarge(headers: Record<string, string>) {
  return service.convert(LARGE, 'a.csv', { target_format: 'json' }, headers);
}

/** The ways in for which a key is needed: a small body, a large one, a form, what was used. */
const LARGE = Buffer.alloc(5 * 1024 * 1024, 'a,b\n');
const DOORS: readonly (readonly [string, (headers: Record<string, string>) => Promise<Response>])[] = [
  ['convert', (headers) => convert(headers)],
  ['convert by the lane of large files', convertLarge],
  [
    'uploads',
    (headers) =>
      service.request('/api/v1/uploads', {
        method: 'POST',
        body: JSON.stringify({ filename: 'a.jpg', target_format: 'png' }),
        headers: { 'Content-Type': 'application/json', ...headers },
      }),
  ],
  ['usage', (headers) => service.request('/api/v1/usage', { headers })],
  ['the list of conversions', (headers) => service.request('/api/v1/conversions', { headers })],
];

describe.each(DOORS)('%s', (door, send) => {
  it('wants a key', async () => {
    const { status, body } = await read(send({}));
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it.each([
    ['of nobody', newToken()],
    ['mistyped', newToken().replace(/.$/, '-')],
    ['of another kind', 'sk_live_123'],
    ['endless', 'a'.repeat(8000)],
    ['with what no key holds', '../../etc/passwd'],
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

  it('accepts a valid key in either header, and reports what is left', async () => {
    const token = await service.makeKey({ account: somebody() });
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
    const account = somebody();
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
    const broken = await read(convert(bearer(token), Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1')));
    expect(broken.status).toBe(400);
    expect((await convert(bearer(token))).status).toBe(200);
    expect((await convert(bearer(token))).status).toBe(200);
    const { status, body } = await read(convert(bearer(token)));
    expect([status, body.code]).toEqual([429, 'QUOTA_EXCEEDED']);
    const { data } = (await read(service.request('/api/v1/usage', { headers: bearer(token) }))).body;
    expect(data).toMatchObject({ account: 'counted', conversions: 2, left: { conversions: 0 } });
    expect(data.engine_seconds).toBeGreaterThan(0);
  });

  it('a plan has a largest file, in both lanes', async () => {
    const token = await service.makeKey({ account: 'light', plan: 'small' });
    for (const content of [Buffer.alloc(20_000, 'a,b\n'), LARGE]) {
      const { status, body } = await read(convert(bearer(token), content));
      expect([status, body.code]).toEqual([413, 'FILE_TOO_LARGE']);
    }
    expect(await service.stored()).toEqual(expect.not.arrayContaining([expect.stringMatching(/^uploads/)]));
  });

  it('only so many are under way at once, and the next may come when one has ended', async () => {
    const token = await service.makeKey({ account: 'narrow', plan: 'narrow' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => convert(bearer(token))));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await convert(bearer(token))).status).toBe(200);
  });
});
