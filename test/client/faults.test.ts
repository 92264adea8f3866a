import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FileConversion, type Progress } from '../../client/index.ts';
import { serve } from '../support/serve.ts';

const ID = '4158c86f-8953-4069-92e6-b108b7ad190c';
const STATE = {
  conversion_id: ID,
  status: 'ready',
  expires_at: '2030-01-01T00:00:00.000Z',
  download_url: `/api/v1/download/${ID}`,
  result_format: 'txt',
  options: {},
  file_size: 5,
};

/** A service that answers as it is told, request by request; the last answer is given for ever. */
async function answering(
  ...answers: RequestListener[]
): Promise<{ client: FileConversion; address: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const address = await serve((request, response) => {
    request.resume().once('end', () => {
      keys.push(request.headers['idempotency-key'] as string | undefined);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, response);
    });
  });
  return { client: new FileConversion(address), address, keys };
}

const ready: RequestListener = (_, response) =>
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ success: true, message: '', data: STATE }));
const hangUp: RequestListener = (request) => request.socket.destroy();
const fail =
  (status: number, code: string, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify({ success: false, message: 'no', error: 'No.', code }));

const text = new Blob(['words']);

describe('a client repeats', () => {
  it('a request whose answer was lost, with the same idempotency key', async () => {
    const { client, keys } = await answering(hangUp, hangUp, ready);
    expect((await client.convert(text, { to: 'txt' })).id).toBe(ID);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    [500, 'SERVICE_BUSY'],
    [429, 'RATE_LIMITED'],
  ])('a request that was answered with %i %s, after its Retry-After', async (status, code) => {
    const { client, keys } = await answering(fail(status, code, { 'Retry-After': '1' }), ready);
    const begun = Date.now();
    const told: Progress[] = [];
    await client.convert(text, { to: 'txt', onProgress: (step) => told.push(step) });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1000);
    expect(keys).toHaveLength(2);
    expect(told).toEqual([{ stage: 'wait', seconds: 1, code }]);
  });

  it('a deletion whose answer was lost, and takes it for done when nothing is there any more', async () => {
    const { client, keys } = await answering(hangUp, fail(404, 'NOT_FOUND'));
    await client.conversions.delete(ID);
    expect(keys).toHaveLength(2);
    await expect(client.conversions.delete(ID)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a download that broke off', async () => {
    const half: RequestListener = (_, response) => {
      response.writeHead(200, { 'Content-Length': '5' }).write('wo');
      setTimeout(() => response.destroy(), 50);
    };
    const whole: RequestListener = (_, response) => response.writeHead(200, { 'Content-Length': '5' }).end('words');
    const { client } = await answering(ready, half, whole);
    const file = await client.convert(text, { to: 'txt' });
    expect(await (await file.blob()).text()).toBe('words');
  });
});

describe('a client does not repeat', () => {
  it.each(['UNREADABLE_FILE', 'ENGINE_FAILED', 'INVALID_OPTION'])('what is final: %s', async (code) => {
    const { client, keys } = await answering(fail(400, code), ready);
    await expect(client.convert(text, { to: 'txt' })).rejects.toMatchObject({ code });
    expect(keys).toHaveLength(1);
  });

  it.each([
    ['RATE_LIMITED', { 'Retry-After': '3600' }],
    ['QUOTA_EXCEEDED', { 'Retry-After': '1' }],
    ['QUOTA_EXCEEDED', {}],
  ])('what would be refused again: %s, %j', async (code, headers) => {
    const { client, keys } = await answering(fail(429, code, headers), ready);
    await expect(client.convert(text, { to: 'txt' })).rejects.toMatchObject({ code, status: 429 });
    expect(keys).toHaveLength(1);
  });

  it('for ever', async () => {
    const { address, keys } = await answering(hangUp);
    const impatient = new FileConversion(address, { retries: 1 });
    await expect(impatient.convert(text, { to: 'txt' })).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 });
    expect(keys).toHaveLength(2);
  });
});

describe('a client reports', () => {
  it('that something else answers', async () => {
    const { client } = await answering((_, response) => response.writeHead(200).end('<html>A router</html>'));
    await expect(client.health()).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 200 });
  });

  it('that a conversion failed after it was answered', async () => {
    const processing: RequestListener = (_, response) =>
      response.end(JSON.stringify({ success: true, message: '', data: { ...STATE, status: 'processing' } }));
    const { client } = await answering(processing, fail(400, 'UNREADABLE_FILE'));
    await expect(client.convert(text, { to: 'txt' })).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});
