import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as sweep } from '../../functions/sweep/handler.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const service = useLocalService();
const folder = temporaryFolder();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
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
    expect((await read(service.request(`/api/v1/status/${conversion_id}`))).body.data.status).toBe('expired');

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
    expect(await service.stored()).toEqual([`results/${conversion_id}`]);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
    expect((await fetch(link)).status).toBe(403);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
    await sweep();
    expect(await service.stored()).toEqual([]);
  });

  it('has no link that outlives the conversion', async () => {
    const { download_url } = await convertSilence(2);
    vi.stubEnv('REDIRECT_ABOVE', '1000');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * 60_000 });
    const link = new URL((await open(download_url)).headers.get('location') ?? '');
    expect(Number(link.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  });
});

it('redirects above the size that the operator set, and streams smaller results', {
  timeout: 120_000,
}, async () => {
  const { download_url, file_size } = await convertSilence(1);
  vi.stubEnv('REDIRECT_ABOVE', `${file_size - 1}`);
  const answer = await open(download_url);
  expect(answer.status).toBe(302);
  const result = await fetch(answer.headers.get('location') ?? '');
  expect((await result.arrayBuffer()).byteLength).toBe(file_size);
  const other = await convertSilence(1);
  vi.stubEnv('REDIRECT_ABOVE', `${file_size}`);
  const passedOn = await open(other.download_url);
  expect([passedOn.status, (await passedOn.arrayBuffer()).byteLength]).toEqual([200, file_size]);
});
