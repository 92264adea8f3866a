import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { read, useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { wav } from '../support/sound.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LONGEST = 2;
const service = useLocalService({ longestQueue: LONGEST });
const folder = temporaryFolder();
const ASYNC = { Prefer: 'respond-async' };

/** A quarter of an hour of silence: quick to send, and seconds of work. */
async function longSilence(): Promise<Buffer> {
  const path = join(folder, 'silence.flac');
  await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo:d=900', path);
  return readFile(path);
}

describe('the service on one machine, of which an engine has more to do than may wait', { timeout: 180_000 }, () => {
  it('refuses what comes on top with 500 and Retry-After, stores nothing of it, and loses nothing that was taken', async () => {
    const silence = await longSilence();
    const send = (content: Buffer) => service.convert(content, 'sound', { target_format: 'opus' }, ASYNC);
    const ids: string[] = [];
    for (let job = 0; job < availableParallelism() + LONGEST; job += 1)
      ids.push((await read(send(silence))).body.data.conversion_id);
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
    const { body } = await read(service.convert(await photo(), 'a.jpg', { target_format: 'webp' }));
    expect(body.data.status).toBe('ready');
    for (const id of ids) expect((await service.settled(id)).body.data?.status).toBe('ready');
    expect((await read(send(wav(100_000)))).status).toBe(200);
  });
});
