import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { wav } from '../support/sound.ts';

const LONGEST = 2;
const service = useLocalService({ longestQueue: LONGEST });
const ASYNC = { Prefer: 'respond-async' };

const statusOf = async (id: string) => (await read(service.request(`/api/v1/status/${id}`))).body.data?.status;

describe('the service on one machine, of which an engine has more to do than may wait', () => {
  it('refuses what comes on top with 500 and Retry-After, stores nothing of it, and loses nothing that was taken', async () => {
    const sound = wav(60_000_000);
    const send = (content: Buffer) => service.convert(content, 'a.wav', { target_format: 'opus' }, ASYNC);
    const ids: string[] = [];
    for (let job = 0; job < availableParallelism() + LONGEST; job += 1)
      ids.push((await read(send(sound))).body.data.conversion_id);
    const sources = (await service.stored()).filter((key) => key.startsWith('uploads/'));
    // By the ingest server, and in one event.
    for (const content of [sound, wav(100_000)]) {
      const refused = await send(content);
      expect(refused.headers.get('retry-after')).toBe('30');
      const { status, body } = await read(refused);
      expect([status, body.success, body.code]).toEqual([500, false, 'SERVICE_BUSY']);
      expect(body.error).toMatch(/try again/);
    }
    expect((await service.stored()).filter((key) => /^(uploads|sources)\//.test(key))).toEqual(sources);
    // Another engine has room.
    const { body } = await read(service.convert(await photo(), 'a.jpg', { target_format: 'webp' }));
    expect(body.data.status).toBe('ready');
    for (const id of ids) await expect.poll(() => statusOf(id), { timeout: 50_000 }).toBe('ready');
    expect((await read(send(wav(100_000)))).status).toBe(200);
  });
});
