import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LARGE_TABLE } from '../support/large-table.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { uploadForm } from '../support/upload-form.ts';

const service = useLocalService({
  keys: 'optional',
  plans: { default: {}, anonymous: {}, last: { conversionsPerMonth: 1 } },
});

/** The headers of an account that nobody else uses. */
async function somebody(plan = 'default'): Promise<Record<string, string>> {
  return { 'X-API-Key': await service.newKey(plan) };
}

const usage = async (headers: Record<string, string>) => (await service.usage(headers)).body.data;

const pictures = [photo(60, 40), photo(60, 41)];

/** The ways in: quick pictures at once, a table by the queue, a large one by the lane of large files. */
const LANES: readonly (readonly [string, () => Promise<Buffer>, string, Record<string, string>])[] = [
  ['at once', async () => await (pictures[0] as Promise<Buffer>), 'a.jpg', { target_format: 'webp' }],
  ['by the queue', async () => Buffer.from('a,b\n1,2\n'), 'a.csv', { target_format: 'parquet' }],
  ['by the lane of large files', async () => LARGE_TABLE, 'a.csv', { target_format: 'parquet' }],
];

describe.each(LANES)('a conversion %s', (_, content, name, fields) => {
  const send = async (headers: Record<string, string>, key: string, change: Record<string, string> = {}) =>
    read(service.convert(await content(), name, { ...fields, ...change }, { ...headers, 'Idempotency-Key': key }));

  it('that is requested 20 times at once is made and counted once, with the same response', async () => {
    const headers = await somebody('last');
    const before = await service.stored();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(headers, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const records = answers.map(({ body }) => JSON.stringify(body.data));
    expect(new Set(records).size).toBe(1);
    expect(answers[0]?.body.data).toMatchObject({ status: 'ready' });
    expect(await usage(headers)).toMatchObject({ conversions: 1 });
    const seconds = (await usage(headers)).engine_seconds;
    expect(seconds).toBeCloseTo(answers[0]?.body.data.conversion_time, 2);
    expect((await send(headers, key)).body.data).toEqual(answers[0]?.body.data);
    const left = async () => (await service.stored()).filter((stored) => !before.includes(stored));
    await expect.poll(left).toEqual([expect.stringMatching(/^results\//)]);
  });

  it('is refused when the key came with another request', async () => {
    const headers = await somebody();
    const key = randomUUID();
    expect((await send(headers, key)).status).toBe(200);
    const { status, body } = await read(
      service.convert(await content(), `b-${name}`, fields, { ...headers, 'Idempotency-Key': key }),
    );
    expect([status, body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await send(headers, key, { quality: 'low' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await usage(headers)).toMatchObject({ conversions: 1 });
  });
});

describe('a conversion that fails', () => {
  it('fails in the same way when it is requested again, and is not counted', async () => {
    const headers = { ...(await somebody()), 'Idempotency-Key': randomUUID() };
    const broken = (await (pictures[1] as Promise<Buffer>)).subarray(0, 300);
    const send = () => read(service.convert(broken, 'a.jpg', { target_format: 'webp' }, headers));
    const answers = [await send(), ...(await Promise.all([send(), send()]))];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([400, 'UNREADABLE_FILE']));
    expect(await usage(headers)).toMatchObject({ conversions: 0 });
  });
});

describe('the key', () => {
  const send = async (key: string, headers: Record<string, string> = {}) =>
    read(
      service.convert(await photo(20, 20), 'a.jpg', { target_format: 'png' }, { ...headers, 'Idempotency-Key': key }),
    );

  it.each(['1', 'order-1', randomUUID()])('%s of a caller without an account is valid for its address', async (key) => {
    const { conversion_id: id } = (await send(key)).body.data;
    expect((await send(key)).body.data.conversion_id).toBe(id);
    expect((await send(key, await somebody())).body.data.conversion_id).not.toBe(id);
  });

  it('does not lead to the result of another file of the same size', async () => {
    const key = randomUUID();
    const ask = (text: string) =>
      read(service.convert(Buffer.from(text), 'a.csv', { target_format: 'json' }, { 'Idempotency-Key': key }));
    expect((await ask('a,b\n1,2\n')).status).toBe(200);
    expect((await ask('a,b\n1,3\n')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('is a text of bounded length', async () => {
    const headers = await somebody();
    expect((await send('k'.repeat(255), headers)).status).toBe(200);
    expect((await send('k'.repeat(256), headers)).body.code).toBe('INVALID_REQUEST');
  });
});

describe('an upload', () => {
  const announce = (headers: Record<string, string>, order: object) => read(service.announce(order, headers));

  it('of a caller without an account requires a key that cannot be guessed', async () => {
    const order = { filename: 'a.jpg', target_format: 'png' };
    expect((await announce({ 'Idempotency-Key': 'order-1' }, order)).body.code).toBe('INVALID_REQUEST');
    expect((await announce({ 'Idempotency-Key': randomUUID() }, order)).status).toBe(200);
  });

  it('that is announced again is the same, with a form that works, until its file has come', async () => {
    const headers = { ...(await somebody()), 'Idempotency-Key': randomUUID() };
    const order = { filename: 'a.jpg', target_format: 'png' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => announce(headers, order)));
    expect(new Set(answers.map(({ body }) => body.data.conversion_id)).size).toBe(1);
    expect(await usage(headers)).toMatchObject({ conversions: 1 });
    expect((await announce(headers, { ...order, target_format: 'webp' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    const { url, fields, conversion_id: id } = (await announce(headers, order)).body.data;
    expect((await fetch(url, { method: 'POST', body: uploadForm(fields, await photo(20, 20)) })).ok).toBe(true);
    expect((await service.settled(id)).body.data.status).toBe('ready');
    expect((await announce(headers, order)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await usage(headers)).toMatchObject({ conversions: 1 });
  });
});
