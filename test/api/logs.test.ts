import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { services } from '../../functions/services/services.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { useLogLines } from '../support/log-lines.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService();
const lines = useLogLines();

const NAME = 'secret-name-of-a-client';
const withMessage = (message: string) => lines.filter((line) => line.includes(`"message":"${message}"`));

/** POSTs a file to the lane of large bodies. */
const post = (content: Uint8Array, target: string) =>
  service.convertStream({ name: 'file', filename: `${NAME}.jpg`, content }, { name: 'target_format', content: target });

async function upload(content: Uint8Array) {
  const { body } = await service.upload(content, { filename: `${NAME}.jpg`, target_format: 'webp' });
  await service.settled(body.data.conversion_id);
  return body;
}

describe('the log', () => {
  it('has neither the identifier of a conversion nor the name of a file, whichever way it came', async () => {
    const jpg = await photo();
    const answers = [
      (await read(service.convert(jpg, `${NAME}.jpg`, { target_format: 'webp' }))).body,
      (await post(jpg, 'png')).body,
      await upload(jpg),
    ];
    for (const { data } of answers) {
      const response = await service.request(data.download_url);
      expect(response.status).toBe(200);
      await response.bytes();
    }
    expect(withMessage('A file was taken')).toHaveLength(2);
    expect(withMessage('A file was uploaded')).toHaveLength(1);
    for (const line of lines) {
      for (const { data } of answers) expect(line).not.toContain(data.conversion_id);
      expect(line).not.toContain(NAME);
    }
  });

  it('has nothing of what a client got wrong but the code', async () => {
    const settings = { target_format: NAME, quality: NAME };
    expect((await service.convert(await photo(), `${NAME}.jpg`, settings)).status).toBe(400);
    expect((await post(await photo(), NAME)).status).toBe(400);
    expect(
      (
        await service.convert(Buffer.concat([Buffer.alloc(99, 7), Buffer.from(NAME)]), `${NAME}.png`, {
          target_format: 'gif',
        })
      ).status,
    ).toBe(400);
    expect((await service.request(`/api/v1/download/${NAME}`)).status).toBe(404);
    expect(withMessage('A request was refused')).toHaveLength(4);
    expect(lines.join()).not.toContain(NAME);
    expect(lines.filter((line) => line.includes('"level":"ERROR"'))).toEqual([]);
  });

  it('has a failure of ours as an error with its cause, in one line that is not too long', async () => {
    const cause = Object.assign(new Error('The table is gone'), {
      cause: { reason: 'x'.repeat(10_000), text: '\r\nA' },
    });
    vi.spyOn(services().conversions, 'create').mockRejectedValueOnce(cause);
    const { status } = await read(service.convert(await photo(), 'a.jpg', { target_format: 'webp' }));
    expect(status).toBe(500);
    const [line = '', ...others] = withMessage('A request failed');
    expect(others).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ level: 'ERROR', code: 'INTERNAL', cause: expect.any(String) });
    expect(line).toMatch(/The table is gone.*caused by.*reason/);
    expect(line).not.toContain('[object Object]');
    expect(line.length).toBeLessThan(3000);
    expect(line.trim()).not.toMatch(/[\r\n]/);
  });
});

describe('an answer', () => {
  /** Fetches so much of a result by hand, and is gone at once. */
  async function fetchAndGo(path: string, wanted: number): Promise<number> {
    const socket = connect(Number(new URL(service.origin).port), 'localhost');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    let received = Buffer.alloc(0);
    for await (const chunk of socket) {
      received = Buffer.concat([received, chunk]);
      if (received.length - received.indexOf('\r\n\r\n') - 4 >= wanted) break;
    }
    socket.resetAndDestroy();
    await setTimeout(300);
    return received.length;
  }

  it('that was fetched whole has not broken off, however soon its client goes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { body } = await read(service.convert(await photo(), 'a.jpg', { target_format: 'webp' }));
      await fetchAndGo(body.data.download_url, body.data.file_size);
      const { body: status } = await service.status(body.data.conversion_id);
      expect(status.data.status).toBe('expired');
    }
    expect(withMessage('A client broke off')).toEqual([]);
    expect(withMessage('An answer could not be sent')).toEqual([]);
    await vi.waitFor(async () => expect(await service.stored()).toEqual([]));
  });

  it('that was not fetched whole has broken off, by the client', async () => {
    const { body } = await read(service.convert(await photo(2000, 1500), 'a.jpg', { target_format: 'png' }));
    await fetchAndGo(body.data.download_url, 1000);
    await vi.waitFor(() => expect(withMessage('A client broke off')).toHaveLength(1));
    expect(withMessage('An answer could not be sent')).toEqual([]);
  });

  it('that breaks off where it comes from is a failure of ours', async () => {
    const { body } = await read(service.convert(await photo(), 'a.jpg', { target_format: 'png' }));
    vi.spyOn(services().conversions, 'endDownload').mockRejectedValueOnce(new Error('The table is gone'));
    const response = await service.request(body.data.download_url);
    await expect(response.bytes()).rejects.toThrow();
    expect(withMessage('An answer could not be sent')[0]).toContain('The table is gone');
  });
});
