import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { wav } from '../support/sound.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LONGEST = 4;
const service = useLocalService({ longestQueue: LONGEST, keys: 'required', plans: { default: {} } });
const folder = temporaryFolder();

/** So many seconds of silence: quick to send, and a quarter of an hour of them seconds of work. */
async function silence(seconds: number): Promise<Buffer> {
  const path = join(folder, `${seconds}.flac`);
  await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', `anullsrc=r=48000:cl=stereo:d=${seconds}`, path);
  return readFile(path);
}

describe('the service on one machine, of which an engine has more to do than may wait', { timeout: 240_000 }, () => {
  it('refuses what comes on top with 500 and Retry-After, stores nothing of it, and does all else, callers in turn', async () => {
    const [long, short] = [await silence(1000), await silence(2)];
    const [many, one] = [await service.makeKey({ account: 'many' }), await service.makeKey({ account: 'one' })];
    const send = (content: Buffer, key = many) =>
      service.convert(content, 'sound', { target_format: 'opus' }, { 'X-API-Key': key, Prefer: 'respond-async' });
    const begin = async (content: Buffer, key?: string): Promise<string> =>
      (await read(send(content, key))).body.data.conversion_id;
    const atOnce = availableParallelism();
    const ids = await Promise.all(Array.from({ length: atOnce + LONGEST - 1 }, () => begin(long)));
    const last = await begin(short, one);
    const sources = (await service.stored()).filter((key) => /^(uploads|sources)\//.test(key));
    // In one event, and by the ingest server.
    for (const content of [wav(100_000), wav(6_000_000)]) {
      const refused = await send(content);
      expect(refused.headers.get('retry-after')).toBe('30');
      const { status, body } = await read(refused);
      expect([status, body.success, body.code]).toEqual([500, false, 'SERVICE_BUSY']);
      expect(body.error).toMatch(/try again/);
    }
    expect((await service.stored()).filter((key) => /^(uploads|sources)\//.test(key))).toEqual(sources);
    // Another engine has room.
    const { body } = await read(
      service.convert(await photo(), 'a.jpg', { target_format: 'webp' }, { 'X-API-Key': many }),
    );
    expect(body.data.status).toBe('ready');
    const statusOf = async (id: string) => (await service.status(id)).body.data.status;
    const ready = async () => (await Promise.all(ids.map(statusOf))).filter((status) => status === 'ready').length;
    const before = await ready();
    await expect.poll(() => statusOf(last), { timeout: 120_000, interval: 20 }).toBe('ready');
    // Those that were being done, and the one whose turn it was.
    expect((await ready()) - before).toBeLessThanOrEqual(atOnce + 1);
    for (const id of ids) expect((await service.settled(id)).body.data?.status).toBe('ready');
    expect((await read(send(wav(100_000)))).status).toBe(200);
  });
});
