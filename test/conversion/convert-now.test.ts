import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { resultKey, statusOf } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/convert-now.ts';
import type { ConvertedFile, Converter } from '../../functions/conversion/converter.ts';
import { ConversionError, NotBegun } from '../../functions/conversion/errors.ts';
import type { Backlog } from '../../functions/conversion/stores.ts';
import { converter } from '../../functions/services/converter.ts';
import { services } from '../../functions/services/services.ts';
import { exampleRequest } from '../support/example-request.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

const standIns = useStandIns();

const FILE: ConvertedFile = { resultFormat: 'webp', fileSize: 7, conversionTime: 0.5 };

/** An engine that takes its time, and may never give a job its turn; with what became of its jobs. */
function slowEngine({
  begins = true,
  outlivesRequest = true,
  time = 60_000,
  failure = undefined as Error | undefined,
}) {
  const fates: string[] = [];
  const engine: Converter = {
    outlivesRequest,
    async convert(_, { signal, onBegin } = {}) {
      if (begins) onBegin?.();
      try {
        await setTimeout(time, undefined, { signal });
      } catch (error) {
        fates.push('aborted');
        throw error;
      }
      fates.push('done');
      if (failure) throw failure;
      return FILE;
    },
  };
  return { engine, fates };
}

/** Converts with an engine, for a sender that waits so many milliseconds. */
async function convert(engine: Converter, patience: number, backlog: Backlog = 'none') {
  const { jobs, ...stores } = services();
  const queue = { send: jobs.send.bind(jobs), backlog: () => backlog };
  const content = await photo();
  const begun = await convertNow(
    exampleRequest(content),
    content,
    { ...stores, jobs: queue, converter: engine },
    Date.now() + patience,
  );
  return begun.conversion;
}

const find = (id: string) => services().conversions.find(id);

describe('a conversion whose sender waits', () => {
  it('is ready with the answer', async () => {
    const ready = await convert(converter(), 20_000);
    expect(statusOf(ready)).toBe('ready');
    expect((await services().files.open(resultKey(ready.id)))?.size).toBe(ready.fileSize);
    expect(await find(ready.id)).toMatchObject({ state: 'ready', fileSize: ready.fileSize });
  });

  it('is left to the queue when its turn does not come', async () => {
    const { engine, fates } = slowEngine({ begins: false });
    const later = await convert(engine, 300);
    expect(await find(later.id)).toMatchObject({ state: 'processing', engine: 'sharp' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
    expect(fates).toEqual(['aborted']);
  });

  it('runs on when it has begun, and is ready in the end', async () => {
    const { engine, fates } = slowEngine({ time: 600 });
    const later = await convert(engine, 200);
    expect(statusOf(later)).toBe('processing');
    expect(await find(later.id)).toMatchObject({ state: 'processing' });
    await expect.poll(() => find(later.id)).toMatchObject({ state: 'ready', fileSize: 7 });
    expect(fates).toEqual(['done']);
  });

  it('runs on when it has begun, and has failed in the end', async () => {
    const failure = new ConversionError('UNREADABLE_FILE', 'It is cut off.');
    const later = await convert(slowEngine({ time: 600, failure }).engine, 200);
    expect(statusOf(later)).toBe('processing');
    await expect
      .poll(() => find(later.id))
      .toMatchObject({
        state: 'failed',
        failure: { code: 'UNREADABLE_FILE', message: 'It is cut off.' },
      });
  });

  it('is begun anew from the queue where nothing outlives the request', async () => {
    const { engine, fates } = slowEngine({ outlivesRequest: false });
    const later = await convert(engine, 300);
    expect(await find(later.id)).toMatchObject({ state: 'processing' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
    expect(fates).toEqual(['aborted']);
  });

  it('stands behind those that have been left to the queue', async () => {
    const { engine, fates } = slowEngine({ time: 10 });
    const later = await convert(engine, 200, 'some');
    expect(await find(later.id)).toMatchObject({ state: 'processing' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
    expect(fates).toEqual([]);
  });

  it('is refused where the queue is full, and leaves nothing stored', async () => {
    const { engine, fates } = slowEngine({ time: 10 });
    const before = await readdir(standIns.files, { recursive: true });
    await expect(convert(engine, 200, 'full')).rejects.toMatchObject({ code: 'SERVICE_BUSY' });
    expect(await readdir(standIns.files, { recursive: true })).toEqual(before);
    expect(fates).toEqual([]);
  });

  it('is left to the queue when the engine has no room for it', async () => {
    const { engine } = slowEngine({ time: 10, failure: new NotBegun('throttled') });
    const later = await convert(engine, 300);
    expect(await find(later.id)).toMatchObject({ state: 'processing' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
  });

  it('fails with what is wrong with the file, and leaves nothing stored', async () => {
    const failure = new ConversionError('UNREADABLE_FILE', 'It is cut off.');
    await expect(convert(slowEngine({ time: 50, failure }).engine, 5000)).rejects.toBe(failure);
  });
});
