import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resultKey } from '../../functions/conversion/conversion.ts';
import { services } from '../../functions/services/services.ts';
import { handler as sweep } from '../../functions/sweep/handler.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { elapse } from '../support/later.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = useLocalService();
const folder = temporaryFolder();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function converted(filename = 'photo.jpg', target_format = 'png') {
  const { body } = await read(service.convert(await photo(), filename, { target_format }));
  return body.data as { conversion_id: string; download_url: string; file_size: number; expires_at: string };
}

const isStored = async (id: string) => (await services().files.open(resultKey(id))) !== undefined;

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
    expect((await service.status(conversion_id)).body.data.status).toBe('expired');
    expect(await isStored(conversion_id)).toBe(false);
  });

  it('is described by HEAD, which does not spend it', async () => {
    const { download_url, file_size } = await converted();
    const peek = async () => {
      const { status, headers } = await service.request(download_url, { method: 'HEAD' });
      return [status, headers.get('content-length'), headers.get('content-disposition')];
    };
    for (const _ of 'ab') expect(await peek()).toEqual([200, `${file_size}`, 'attachment; filename="photo.png"']);
    expect(await (await service.request(download_url)).bytes()).toHaveLength(file_size);
    expect((await peek())[0]).toBe(404);
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
    expect((await service.status(conversion_id)).body.data).toMatchObject({ status: 'ready', download_url });
    elapse(Date.parse(expires_at) - Date.now());
    expect(await read(service.request(download_url))).toMatchObject({ status: 404, body: { code: 'EXPIRED' } });
    expect((await service.status(conversion_id)).body.data).toMatchObject({ status: 'expired', expires_at });
    elapse(24 * 3_600_000);
    expect(await service.status(conversion_id)).toMatchObject({
      status: 404,
      body: { success: false, code: 'NOT_FOUND', data: { conversion_id, status: 'not_found' } },
    });
  });

  it('lets a client that broke off try again', async () => {
    const { conversion_id, download_url, file_size } = await converted();
    const socket = await beginDownload(download_url);
    socket.resetAndDestroy();
    await setTimeout(300);
    expect((await service.status(conversion_id)).body.data.status).toBe('ready');
    expect((await (await service.request(download_url)).bytes()).length).toBe(file_size);
  });
});

/** Silence for so long, converted to wav: a small file that becomes a large one. */
async function convertSilence(seconds: number) {
  const path = join(folder, `${seconds}.flac`);
  await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', `anullsrc=r=44100:cl=stereo:d=${seconds}`, path);
  const { body } = await read(service.convert(await readFile(path), 'Stille 图.flac', { target_format: 'wav' }));
  return body.data as { conversion_id: string; download_url: string; file_size: number };
}

const open = (path: string) => service.request(path, { redirect: 'manual' });

describe('a result that is larger than what Lambda streams', { timeout: 120_000 }, () => {
  it('is fetched by a link, once, and is gone when the link is', async () => {
    const { conversion_id, download_url, file_size } = await convertSilence(1250);
    expect(file_size).toBeGreaterThan(200 * 1024 * 1024);
    const answer = await open(download_url);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const link = answer.headers.get('location') ?? '';
    expect(await read(open(download_url))).toMatchObject({ status: 404, body: { code: 'ALREADY_DOWNLOADED' } });
    expect((await service.status(conversion_id)).body.data.status).toBe('expired');

    // It outlives the click.
    const result = await fetch(link);
    expect(Object.fromEntries(result.headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(file_size),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="Stille .*\.wav"; filename\*=UTF-8''Stille%20%E5%9B%BE\.wav/,
      ),
    });
    await result.body?.cancel();
    await sweep();
    expect(await isStored(conversion_id)).toBe(true);

    elapse(6 * 60_000);
    expect((await fetch(link)).status).toBe(403);
    elapse(5 * 60_000);
    await sweep();
    expect(await isStored(conversion_id)).toBe(false);
  });
});

it('redirects above the size that the operator set, and streams smaller results', {
  timeout: 120_000,
}, async () => {
  const { download_url, file_size } = await convertSilence(1);
  elapse(29 * 60_000);
  vi.stubEnv('REDIRECT_ABOVE', `${file_size - 1}`);
  const answer = await open(download_url);
  expect(answer.status).toBe(302);
  const link = new URL(answer.headers.get('location') ?? '');
  // It does not outlive the conversion.
  expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  const result = await fetch(link);
  expect((await result.arrayBuffer()).byteLength).toBe(file_size);
  const other = await convertSilence(1);
  vi.stubEnv('REDIRECT_ABOVE', `${file_size}`);
  const passedOn = await open(other.download_url);
  expect([passedOn.status, (await passedOn.arrayBuffer()).byteLength]).toEqual([200, file_size]);
});
