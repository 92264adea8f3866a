import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LongVideo } from '../../functions/conversion/chunks.ts';
import { type Conversion, resultKey, sourceKey, statusOf } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/convert-now.ts';
import { engineFailed, NotBegun } from '../../functions/conversion/errors.ts';
import type { EndedJob } from '../../functions/conversion/job-meter.ts';
import { performJob } from '../../functions/conversion/perform-job.ts';
import { handler as convert } from '../../functions/dispatch/handler.ts';
import { converter, useConverter } from '../../functions/services/converter.ts';
import { useMessages } from '../../functions/services/messages.ts';
import { meter, useMeter } from '../../functions/services/meter.ts';
import { services } from '../../functions/services/services.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleRequest } from '../support/example-request.ts';
import { elapse } from '../support/later.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const PAIR = { engine: 'sharp', originalFormat: 'jpg', targetFormat: 'webp' };
const counted: EndedJob[] = [];

beforeEach(() => {
  counted.length = 0;
  useMeter({ ended: (job) => counted.push(job) });
});
afterEach(() => vi.useRealTimers());

const message = (body: string) => ({ Records: [{ messageId: randomUUID(), body }] }) as unknown as SQSEvent;
const jobOf = ({ id }: Pick<Conversion, 'id'>) => message(JSON.stringify({ conversion_id: id }));
const recordOf = ({ id }: Conversion) => services().conversions.find(id);
const isStored = async (key: string) => (await services().files.open(key)) !== undefined;

/** A conversion that waits for a worker, with its source stored. */
async function waiting(content: Buffer | undefined, change: Partial<Conversion> = {}): Promise<Conversion> {
  const { fileSize: _, conversionTime: __, ...conversion } = exampleConversion({ state: 'processing', ...change });
  if (content) await services().files.put(sourceKey(conversion), content, 'image/jpeg');
  await services().conversions.create(conversion);
  return conversion;
}

describe('a job', () => {
  it('makes the conversion ready, deletes the source, and is counted once, however often its message comes', async () => {
    const content = await photo();
    const change = { sourceSize: content.length, createdAt: Date.now() - 2000 };
    const conversion = await waiting(content, change);
    await convert(jobOf(conversion));
    const record = await recordOf(conversion);
    expect(record).toMatchObject({ state: 'ready', resultFormat: 'webp', fileSize: expect.any(Number) });
    expect((await services().files.open(resultKey(conversion.id)))?.size).toBe(record?.fileSize);
    expect(await isStored(sourceKey(conversion))).toBe(false);
    await convert(jobOf(conversion));
    const use = { engineSeconds: record?.conversionTime, bytesIn: content.length, bytesOut: record?.fileSize };
    expect(counted).toEqual([{ ...PAIR, ...use, outcome: 'ok', queueWait: expect.closeTo(2, -1) }]);
    expect(counted[0]?.queueWait).toBeGreaterThanOrEqual(2);
  });

  it('is done once when its message comes twice at once', async () => {
    const conversion = await waiting(await photo());
    const both = await Promise.allSettled([convert(jobOf(conversion)), convert(jobOf(conversion))]);
    // The second message stays, in case the first worker dies of the job.
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await recordOf(conversion))?.state).toBe('ready');
  });

  it('is done by the next worker when the first was killed', async () => {
    const conversion = await waiting(await photo(), { deadline: Date.now() + 600_000 });
    await services().conversions.claim(conversion.id, Date.now() + 50_000, 2);
    await expect(convert(jobOf(conversion))).rejects.toThrow(/claimed by another worker/);
    expect((await recordOf(conversion))?.state).toBe('processing');
    elapse(51_000);
    await convert(jobOf(conversion));
    expect((await recordOf(conversion))?.state).toBe('ready');
  });

  it.each<[string, readonly Error[], number]>([
    ['refuses it', [new NotBegun('throttled')], 1],
    ['dies of it and then refuses it', [engineFailed(new Error('lost')), new NotBegun('throttled')], 2],
  ])('comes back within 30 seconds where its engine %s, and is done then', async (_, ends, attempts) => {
    const conversion = await waiting(await photo(), { deadline: Date.now() + 600_000 });
    const real = converter();
    const pauses: number[] = [];
    useMessages({ again: async (_, pause) => void pauses.push(pause) });
    const failures = [...ends];
    useConverter({ outlivesRequest: false, convert: () => Promise.reject(failures.shift()) });
    expect((await convert(jobOf(conversion))).batchItemFailures).toHaveLength(1);
    useConverter(real);
    expect(pauses).toEqual([expect.any(Number)]);
    expect(pauses[0]).toBeLessThanOrEqual(30_000);
    await convert(jobOf(conversion));
    expect(await recordOf(conversion)).toMatchObject({ state: 'ready', attempts });
  });

  it('that is a long video is handed over to the function for those, or put back if that does not begin', async () => {
    const chunks = [0, 60].map((start) => ({ from: start, start }));
    const long = { outlivesRequest: false, convert: () => Promise.reject(new LongVideo(chunks)) };
    const conversion = await waiting(await photo(), { deadline: Date.now() + 600_000 });
    const begun: unknown[] = [];
    const longVideos = { begin: async ({ id }: Conversion, those: unknown) => void begun.push(id, those) };
    const full = { begin: () => Promise.reject(new NotBegun('throttled')) };
    const perform = (others: object) => performJob(conversion.id, { ...services(), converter: long, ...others });
    await expect(perform({ longVideos: full })).rejects.toThrow(/did not begin/);
    expect(await perform({ longVideos })).toBeUndefined();
    expect(begun).toEqual([conversion.id, chunks]);
    expect((await recordOf(conversion))?.state).toBe('processing');
    expect(await isStored(sourceKey(conversion))).toBe(true);
  });

  it('that has a bad file fails at once, with the message for the client, and nothing stays stored', async () => {
    const jpg = await photo();
    const conversion = await waiting(jpg.subarray(0, 5000));
    await convert(jobOf(conversion));
    expect(await recordOf(conversion)).toMatchObject({ state: 'failed', failure: { code: 'UNREADABLE_FILE' } });
    expect(counted).toEqual([{ ...PAIR, outcome: 'client', queueWait: expect.any(Number) }]);
    expect(await isStored(sourceKey(conversion))).toBe(false);
    expect(await isStored(resultKey(conversion.id))).toBe(false);
  });

  it('that kills its worker twice is not begun a third time, and its source is deleted', async () => {
    const conversion = await waiting(await photo(), { deadline: Date.now() + 600_000 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await services().conversions.claim(conversion.id, Date.now() + 50_000, 2);
      elapse(51_000);
    }
    await convert(jobOf(conversion));
    expect(await recordOf(conversion)).toMatchObject({
      state: 'failed',
      failure: { code: 'ENGINE_FAILED' },
      attempts: 2,
    });
    expect(await isStored(sourceKey(conversion))).toBe(false);
  });

  it('comes back when the stores are in trouble, and has failed when it comes after its last attempt', async () => {
    const conversion = await waiting(undefined, { deadline: Date.now() + 3_600_000 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(convert(jobOf(conversion))).rejects.toThrow(/not stored/);
      expect((await recordOf(conversion))?.state).toBe('processing');
      elapse(600_000);
    }
    await convert(jobOf(conversion));
    expect(await recordOf(conversion)).toMatchObject({ state: 'failed', failure: { code: 'ENGINE_FAILED' } });
  });

  it('is not begun after its deadline, nor made ready after it', async () => {
    const late = await waiting(await photo());
    elapse(61_000);
    expect(statusOf(late)).toBe('failed');
    await convert(jobOf(late));
    const record = await recordOf(late);
    expect(record).toMatchObject({ state: 'failed', failure: { code: 'SERVICE_BUSY' } });
    expect(await isStored(sourceKey(late))).toBe(false);
    const outcome = { resultFormat: 'webp', fileSize: 1, conversionTime: 1, expiresAt: Date.now() } as const;
    expect(await services().conversions.complete(late.id, outcome)).toBe(false);
  });

  it('of a conversion that is not there, or that is no job, is dropped', async () => {
    for (const event of [jobOf(exampleConversion()), message(''), message('{}'), message('{"conversion_id":"../x"}')]) {
      await convert(event);
    }
  });
});

it.each([undefined, 'fingerprint'])(
  'a conversion whose sender waits is counted when it ends, with %s',
  async (fingerprint) => {
    const content = await photo();
    const all = { ...services(), converter: converter(), meter: meter() };
    const now = (file: Buffer) => convertNow(exampleRequest(file, { fingerprint }), file, all, Date.now() + 20_000);
    const { fileSize, conversionTime } = (await now(content)).conversion;
    const use = { engineSeconds: conversionTime, bytesIn: content.length, bytesOut: fileSize };
    await expect(now(content.subarray(0, 5000))).rejects.toThrow();
    expect(counted).toEqual([
      { ...PAIR, ...use, outcome: 'ok' },
      { ...PAIR, outcome: 'client' },
    ]);
  },
);
