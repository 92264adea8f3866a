import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resultKey } from '../../functions/conversion/conversion.ts';
import { services } from '../../functions/services/services.ts';
import { handler as sweep } from '../../functions/sweep/handler.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';

const service = useLocalService();

afterEach(() => vi.useRealTimers());

/** From here on the test's clock, and the service's, is so much later. */
function elapse(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

async function converted(filename = 'photo.jpg', target_format = 'png') {
  const { body } = await read(service.convert(await photo(), filename, { target_format }));
  return body.data as { conversion_id: string; download_url: string; file_size: number; expires_at: string };
}

const isStored = async (id: string) => (await services().files.open(resultKey(id))) !== undefined;
const statusOf = (id: string) => read(service.request(`/api/v1/status/${id}`));

/** Opens a download by hand, and gives the socket once the first bytes are in. */
async function beginDownload(path: string) {
  const socket = connect(Number(new URL(service.origin).port), 'localhost');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

describe('GET /api/v1/download/{conversion_id}', () => {
  it('gives the file with exact headers, once', async () => {
    const { conversion_id, download_url, file_size } = await converted();
    const response = await service.request(download_url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(file_size),
      'content-disposition': 'attachment; filename="photo.png"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'access-control-allow-origin': '*',
    });
    const { width, height, format } = await sharp(await response.bytes()).metadata();
    expect({ width, height, format }).toEqual({ width: 640, height: 480, format: 'png' });

    const again = await read(service.request(download_url));
    expect(again).toMatchObject({ status: 404, body: { success: false, code: 'ALREADY_DOWNLOADED' } });
    expect((await statusOf(conversion_id)).body.data.status).toBe('expired');
    expect(await isStored(conversion_id)).toBe(false);
  });

  it.each(['x', '..%2f..%2fetc%2fpasswd', '%00', '%', "'; DROP TABLE", '11111111-1111-4111-8111-111111111111'])(
    'knows no %j',
    async (id) => {
      const { status, body } = await read(service.request(`/api/v1/download/${id}`));
      expect({ status, code: body.code, success: body.success }).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        success: false,
      });
    },
  );

  it('ends 30 minutes after conversion, and is forgotten a day later', async () => {
    const { conversion_id, download_url, expires_at } = await converted();
    expect((await statusOf(conversion_id)).body.data).toMatchObject({ status: 'ready', expires_at, download_url });
    elapse(Date.parse(expires_at) - Date.now());
    expect(await read(service.request(download_url))).toMatchObject({ status: 404, body: { code: 'EXPIRED' } });
    expect((await statusOf(conversion_id)).body.data).toMatchObject({ status: 'expired', expires_at });
    elapse(24 * 3_600_000);
    expect(await statusOf(conversion_id)).toMatchObject({
      status: 404,
      body: { success: false, code: 'NOT_FOUND', data: { conversion_id, status: 'not_found' } },
    });
  });

  it('lets a client that broke off try again', async () => {
    const { conversion_id, download_url, file_size } = await converted();
    const socket = await beginDownload(download_url);
    socket.resetAndDestroy();
    await setTimeout(300);
    expect((await statusOf(conversion_id)).body.data.status).toBe('ready');
    expect((await (await service.request(download_url)).bytes()).length).toBe(file_size);
  });

  it('gives 50 clients at once the whole file or a 404, and deletes it once', async () => {
    const { conversion_id, download_url, file_size } = await converted();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await service.request(download_url);
        return { status: response.status, length: (await response.bytes()).length };
      }),
    );
    const whole = answers.filter(({ status }) => status === 200);
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.every(({ length }) => length === file_size)).toBe(true);
    expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
    expect((await read(service.request(download_url))).body.code).toBe('ALREADY_DOWNLOADED');
    expect(await isStored(conversion_id)).toBe(false);
  });
});

describe('the sweep', () => {
  it('deletes what is past its time, and nothing else', async () => {
    const first = await converted();
    elapse(29 * 60_000);
    const second = await converted();
    elapse(60_000);
    await sweep();
    expect(await isStored(first.conversion_id)).toBe(false);
    expect(await isStored(second.conversion_id)).toBe(true);
    expect((await read(service.request(first.download_url))).body.code).toBe('EXPIRED');
    expect((await service.request(second.download_url)).status).toBe(200);
  });

  it('leaves a file whose bytes are on their way out', async () => {
    const { conversion_id } = await converted();
    await services().conversions.beginDownload(conversion_id, 'reader');
    elapse(31 * 60_000);
    await sweep();
    expect(await isStored(conversion_id)).toBe(true);
    elapse(5 * 60_000);
    await sweep();
    expect(await isStored(conversion_id)).toBe(false);
  });

  it('may run at the same time as downloads and itself', async () => {
    const records = await Promise.all(Array.from({ length: 6 }, () => converted()));
    const downloads = records.map(async ({ download_url }) => {
      const response = await service.request(download_url);
      return { status: response.status, length: (await response.bytes()).length };
    });
    elapse(30 * 60_000);
    const [answers] = await Promise.all([Promise.all(downloads), sweep(), sweep()]);
    for (const [index, { status, length }] of answers.entries()) {
      if (status === 200) expect(length).toBe(records[index]?.file_size);
      else expect(status).toBe(404);
    }
    elapse(5 * 60_000);
    await sweep();
    for (const { conversion_id } of records) expect(await isStored(conversion_id)).toBe(false);
  });
});
