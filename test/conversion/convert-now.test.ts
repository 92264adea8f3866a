import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { statusOf } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/convert-now.ts';
import type { ConvertedFile, Converter } from '../../functions/conversion/converter.ts';
import { ConversionError, NotBegun } from '../../functions/conversion/errors.ts';
import type { Backlog } from '../../functions/conversion/stores.ts';
import { services } from '../../functions/services/services.ts';
import { exampleRequest } from '../support/example-request.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

const _standIns = useStandIns();

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

const damaged = new ConversionError('UNREADABLE_FILE', 'It is cut off.');

describe('a conversion whose sender waits', () => {
  it.each([
    ['its turn does not come', { begins: false }, 'none', ['aborted']],
    ['nothing outlives the request', { outlivesRequest: false }, 'none', ['aborted']],
    ['others have been left to the queue', { time: 10 }, 'some', []],
    ['the engine has no room for it', { time: 10, failure: new NotBegun('throttled') }, 'none', ['done']],
  ] as const)('is left to the queue when %s', async (_, behaviour, backlog, fate) => {
    const { engine, fates } = slowEngine(behaviour);
    const later = await convert(engine, 300, backlog);
    expect(await find(later.id)).toMatchObject({ state: 'processing', engine: 'sharp' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
    expect(fates).toEqual(fate);
  });

  it.each([
    ['is ready', undefined, { state: 'ready', fileSize: 7 }],
    ['has failed', damaged, { state: 'failed', failure: { code: 'UNREADABLE_FILE', message: 'It is cut off.' } }],
  ])('runs on when it has begun, and %s in the end', async (_, failure, end) => {
    const { engine, fates } = slowEngine({ time: 600, failure });
    const later = await convert(engine, 200);
    expect(statusOf(later)).toBe('processing');
    expect(await find(later.id)).toMatchObject({ state: 'processing' });
    await expect.poll(() => find(later.id)).toMatchObject(end);
    expect(fates).toEqual(['done']);
  });
});
