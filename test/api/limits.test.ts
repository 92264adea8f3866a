import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { wav } from '../support/sound.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const REQUESTS = 300;
const BURST = 60;
const QUOTA = 25;

const service = useLocalService({
  keys: 'required',
  plans: {
    // Nobody gets one more while the test runs.
    bursting: { requestsPerSecond: 0.00001, burst: BURST },
    limited: { conversionsPerMonth: QUOTA },
    default: {},
  },
});
const folder = temporaryFolder();

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** How often each answer was given to as many requests at once. */
async function answers(request: () => Promise<Response>): Promise<Record<string, number>> {
  const all = await Promise.all(Array.from({ length: REQUESTS }, () => read(request())));
  const words = all.map(({ status, body }) => `${status} ${body.code ?? 'OK'}`);
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]));
}

describe('of 300 requests of one key at once', { timeout: 240_000 }, () => {
  it('exactly as many pass as its rate allows', async () => {
    const token = await service.makeKey({ account: 'bursting', plan: 'bursting' });
    const told = await answers(() => service.request('/api/v1/usage', { headers: bearer(token) }));
    expect(told).toEqual({ '200 OK': BURST, '429 RATE_LIMITED': REQUESTS - BURST });
  });

  it('exactly as many are converted as are left of its month, and another key has its own', async () => {
    const [picture, limited, other] = [
      await photo(40, 30),
      await service.makeKey({ account: 'limited', plan: 'limited' }),
      await service.makeKey({ account: 'other', plan: 'limited' }),
    ];
    const convert = (token: string) => service.convert(picture, 'a.jpg', { target_format: 'png' }, bearer(token));
    const [told, beside] = await Promise.all([answers(() => convert(limited)), read(convert(other))]);
    expect(told).toEqual({ '200 OK': QUOTA, '429 QUOTA_EXCEEDED': REQUESTS - QUOTA });
    expect(beside.status).toBe(200);
    const { body } = await read(service.request('/api/v1/usage', { headers: bearer(limited) }));
    expect(body.data).toMatchObject({ conversions: QUOTA, left: { conversions: 0 } });
  });
});

/** Half an hour of silence: quick to send, and seconds of work. */
async function longSilence(): Promise<Buffer> {
  const path = join(folder, 'silence.flac');
  await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo:d=1800', path);
  return readFile(path);
}

describe('a key beside one with many jobs', { timeout: 240_000 }, () => {
  it('waits for no more of them than are being done, and the one whose turn it is', async () => {
    const silence = await longSilence();
    const [many, one] = [await service.makeKey({ account: 'many' }), await service.makeKey({ account: 'one' })];
    const send = (content: Buffer, token: string) =>
      read(service.convert(content, 'sound', { target_format: 'opus' }, { ...bearer(token), Prefer: 'respond-async' }));
    const atOnce = availableParallelism();
    const ids: string[] = [];
    for (let job = 0; job < atOnce + 5; job += 1) ids.push((await send(silence, many)).body.data.conversion_id);
    const statusOf = async (id: string) => (await read(service.request(`/api/v1/status/${id}`))).body.data.status;
    const ready = async () => (await Promise.all(ids.map(statusOf))).filter((status) => status === 'ready').length;
    const before = await ready();
    const { body } = await send(wav(100_000), one);
    await expect.poll(() => statusOf(body.data.conversion_id), { timeout: 120_000, interval: 20 }).toBe('ready');
    expect((await ready()) - before).toBeLessThanOrEqual(atOnce + 1);
  });
});
