import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { LARGE_TABLE } from '../support/large-table.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { useReceiver } from '../webhooks/receiver.ts';

const receiver = useReceiver();
const service = useLocalService({ keys: 'required', plans: { default: { requestsPerSecond: 100, burst: 1000 } } });

beforeAll(() => {
  process.env[ENVIRONMENT.webhookOrigins] = receiver.origin;
});

beforeEach(() => receiver.answers((response) => response.end()));

async function somebody(account: string) {
  const headers = { 'X-API-Key': await service.makeKey({ account }) };
  const call = (method: string, path = '', body?: object) =>
    read(service.request(`/api/v1/webhooks${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }));
  return {
    headers,
    call,
    add: async (body: object = {}) =>
      (await call('POST', '', { url: `${receiver.origin}/${account}`, ...body })).body.data,
    convert: async (more: Record<string, string> = {}, content?: Buffer) =>
      (
        await read(
          service.convert(content ?? (await photo(40, 30)), 'a.jpg', { target_format: 'png' }, { ...headers, ...more }),
        )
      ).body.data,
  };
}

/** What came to an account, verified with its secret, when it is so much. */
async function received(account: string, secret: string, count: number) {
  const mine = () => receiver.received.filter(({ url }) => url === `/${account}`);
  for (let waited = 0; waited < 500 && mine().length < count; waited += 1) await setTimeout(20);
  return mine().map(({ headers, body }) => ({
    id: headers['webhook-id'],
    // biome-ignore lint/suspicious/noExplicitAny: each event has data of its own
    event: new Webhook(secret).verify(body, headers as Record<string, string>) as any,
  }));
}

const BROKEN = Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1');

describe('a webhook', () => {
  it('gets an event when a conversion is ready, and when its result was downloaded', async () => {
    const { add, convert } = await somebody('acme');
    const { secret } = await add();
    const { conversion_id: id, download_url: url } = await convert();
    const [ready] = await received('acme', secret, 1);
    expect(ready?.event).toMatchObject({
      type: 'conversion.ready',
      data: {
        conversion_id: id,
        account: 'acme',
        download_url: url,
        original_filename: 'a.jpg',
        original_format: 'jpg',
      },
    });
    expect((await service.request(ready?.event.data.download_url)).status).toBe(200);
    const [, expired] = await received('acme', secret, 2);
    expect(expired?.event).toMatchObject({
      type: 'conversion.expired',
      data: { conversion_id: id, status: 'expired' },
    });
    expect(expired?.event.data.download_url).toBeUndefined();
  });

  it('gets only the events that it chose, and only of its account', async () => {
    const [one, other] = [await somebody('wanting'), await somebody('other')];
    const { secret } = await one.add({ events: ['conversion.failed'] });
    const { secret: otherSecret } = await other.add();
    await one.convert();
    const { conversion_id: id } = await one.convert({ Prefer: 'respond-async' }, BROKEN);
    const [failed] = await received('wanting', secret, 1);
    expect(failed?.event).toMatchObject({
      type: 'conversion.failed',
      data: { conversion_id: id, error: { code: 'UNREADABLE_FILE' } },
    });
    await other.convert();
    const [first] = await received('other', otherSecret, 1);
    expect(first?.event.data.account).toBe('other');
    expect((await received('wanting', secret, 1)).length).toBe(1);
    expect((await received('other', otherSecret, 1)).length).toBe(1);
  });

  it('shows its secret once, and to its account alone', async () => {
    const [one, other] = [await somebody('listing'), await somebody('looking')];
    const { secret, webhook_id: id } = await one.add({ description: 'of the shop', events: ['conversion.ready'] });
    const { body } = await one.call('GET');
    expect(body.data.webhooks).toEqual([
      expect.objectContaining({
        webhook_id: id,
        status: 'enabled',
        description: 'of the shop',
        events: ['conversion.ready'],
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await other.call('GET')).body.data.webhooks).toEqual([]);
    for (const [method, path, sent] of [
      ['DELETE', `/${id}`, undefined],
      ['POST', `/${id}/test`, undefined],
      ['POST', `/${id}/rotate`, undefined],
      ['POST', `/${id}/replay`, { conversion_ids: ['x'] }],
    ] as const)
      expect((await other.call(method, path, sent)).body.code).toBe('NOT_FOUND');
  });

  it('is sent again what became of conversions, of its account alone', async () => {
    const [one, other] = [await somebody('replaying'), await somebody('foreign')];
    const [mine, foreign] = [await one.convert(), await other.convert()];
    const { webhook_id: id, secret } = await one.add();
    const ids = [mine.conversion_id, mine.conversion_id, foreign.conversion_id, 'x', crypto.randomUUID()];
    const { body } = await one.call('POST', `/${id}/replay`, { conversion_ids: ids });
    const [sent] = await received('replaying', secret, 1);
    expect(body.data.event_ids).toEqual([sent?.id]);
    expect(sent?.event).toMatchObject({ type: 'conversion.ready', data: { conversion_id: mine.conversion_id } });
    await one.call('POST', `/${id}/replay`, { conversion_ids: ids });
    const again = await received('replaying', secret, 2);
    expect(again.map((each) => each.id)).toEqual([sent?.id, sent?.id]);
  });
});

describe('a request with a webhook_url', () => {
  type Send = (token: Record<string, string>, webhook_url: string) => ReturnType<typeof read>;
  const jpg = { filename: 'a.jpg', target_format: 'png' };
  const lanes: readonly (readonly [string, Send])[] = [
    [
      'convert',
      async (headers, webhook_url) =>
        read(service.convert(await photo(40, 30), 'a.jpg', { target_format: 'png', webhook_url }, headers)),
    ],
    [
      'convert by the lane of large files',
      (headers, webhook_url) =>
        read(service.convert(LARGE_TABLE, 'a.csv', { target_format: 'json', webhook_url }, headers)),
    ],
    ['uploads', async (headers, webhook_url) => service.upload(await photo(40, 30), { ...jpg, webhook_url }, headers)],
  ];

  it.each(lanes)(
    '%s: is told there, where its account has a webhook at that host, and refused elsewhere',
    async (lane, send) => {
      const account = `naming-${lanes.findIndex(([name]) => name === lane)}`;
      const { add, headers } = await somebody(account);
      const there = `${receiver.origin}/${account}/order?n=7`;
      const refused = await send(headers, there);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
      const { secret } = await add();
      const second = await add({ url: `${receiver.origin}/${account}/second` });
      for (const url of ['https://example.com/', 'x', there.replace('https://', 'https://a@'), 'https://localhost:1/'])
        expect((await send(headers, url)).status).toBe(400);
      expect((await send(headers, there)).status).toBe(200);
      const [ready] = await received(`${account}/order?n=7`, secret, 1);
      expect(ready?.event).toMatchObject({ type: 'conversion.ready', data: { account } });
      expect(await received(`${account}/second`, second.secret, 1)).toHaveLength(1);
      expect(await received(account, secret, 0)).toEqual([]);
      expect(await received(`${account}/order?n=7`, secret, 0)).toHaveLength(1);
    },
  );
});

describe('the settings of a webhook', () => {
  it.each([
    ['no text', { url: 7 }, 'url'],
    ['a private address', { url: 'https://10.0.0.1/' }, 'url'],
    ['an event that is none', { url: 'https://example.com/', events: ['conversion.begun'] }, 'events'],
    ['no event', { url: 'https://example.com/', events: [] }, 'events'],
    ['a long description', { url: 'https://example.com/', description: 'a'.repeat(201) }, 'description'],
    ['a line break', { url: 'https://example.com/', description: 'a\nb' }, 'description'],
    ['another field', { url: 'https://example.com/', secret: 'whsec_mine' }, 'fields'],
  ])('is refused: %s', async (_, body, named) => {
    const { call } = await somebody('clumsy');
    const answer = await call('POST', '', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.body.error).toContain(named);
  });

  it('is refused beyond ten', async () => {
    const { call } = await somebody('greedy');
    const answers = [];
    for (let count = 0; count < 11; count += 1) answers.push(await call('POST', '', { url: 'https://example.com/' }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 400]);
  });

  it('is refused of what is to be sent again', async () => {
    const { add, call } = await somebody('asking');
    const { webhook_id: id } = await add();
    for (const conversion_ids of [undefined, [], 'x', [1], Array(101).fill('x')])
      expect((await call('POST', `/${id}/replay`, { conversion_ids })).body.code).toBe('INVALID_REQUEST');
  });
});
