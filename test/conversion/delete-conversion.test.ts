import { describe, expect, it, vi } from 'vitest';
import { type Conversion, LAST_WRITE, resultKey, uploadKey } from '../../functions/conversion/conversion.ts';
import type { Converter } from '../../functions/conversion/converter.ts';
import { deleteConversion } from '../../functions/conversion/delete-conversion.ts';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { performJob } from '../../functions/conversion/perform-job.ts';
import { sweepFiles } from '../../functions/conversion/sweep-files.ts';
import { handler as intake } from '../../functions/intake/handler.ts';
import { storage } from '../../functions/services/storage.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleUpload } from '../support/example-upload.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const ACCOUNT = 'acme';
const CONTENT = Buffer.from('a result of some length');

const isStored = async (key: string) => (await storage().files.size(key)) !== undefined;
const store = (key: string) => storage().files.put(key, CONTENT, 'image/webp');
const remove = (id: string, stores = storage()) => deleteConversion(id, ACCOUNT, stores);

/** A conversion of the account, with its source and its result stored, as far as it has them. */
async function stored(change: Partial<Conversion> = {}): Promise<Conversion> {
  const conversion = exampleConversion({ account: ACCOUNT, caller: ACCOUNT, ...change });
  await storage().conversions.create(conversion);
  if (conversion.state === 'processing') await store(conversion.source);
  if (conversion.state === 'ready') await store(resultKey(conversion.id));
  return conversion;
}

async function expectNothingStored({ id, source }: Pick<Conversion, 'id' | 'source'>): Promise<void> {
  for (const key of [source, resultKey(id), uploadKey(id)]) expect(await isStored(key), key).toBe(false);
  expect(await storage().conversions.find(id)).toBeUndefined();
}

/** An engine that stores a result, and whose conversion is deleted in the middle. */
function engineThat(behaves: (storeResult: () => Promise<void>) => Promise<void>): Converter {
  return {
    outlivesRequest: false,
    async convert({ result }) {
      await behaves(() => store(result));
      return { resultFormat: 'webp', fileSize: CONTENT.length, conversionTime: 1 };
    },
  };
}

describe('a conversion is deleted', () => {
  it.each(['processing', 'ready', 'spent', 'failed'] as const)('when it is %s, with its files, once', async (state) => {
    const conversion = await stored({ state });
    const answers = await Promise.allSettled([1, 2, 3].map(() => remove(conversion.id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectNothingStored(conversion);
    await expect(remove(conversion.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([
    ['before its result is stored', true],
    ['after its result is stored', false],
  ])('while an engine is at work, %s: the result is thrown away', async (_, early) => {
    const conversion = await stored({ state: 'processing' });
    const converter = engineThat(async (storeResult) => {
      if (early) await remove(conversion.id);
      await storeResult();
      if (!early) await remove(conversion.id);
    });
    expect(await performJob(conversion.id, { ...storage(), converter })).toBeUndefined();
    await expectNothingStored(conversion);
  });

  it('while its worker dies with the result stored: the sweep deletes that', async () => {
    const conversion = await stored({ state: 'processing' });
    await remove(conversion.id);
    await store(resultKey(conversion.id));
    await store(conversion.source);
    await sweepFiles(storage());
    expect(await isStored(resultKey(conversion.id))).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LAST_WRITE + 1000 });
    try {
      await sweepFiles(storage());
    } finally {
      vi.useRealTimers();
    }
    await expectNothingStored(conversion);
  });

  it('before its upload has come, and the upload is deleted when it comes', async () => {
    const upload = exampleUpload({ account: ACCOUNT });
    await storage().uploads.expect(upload);
    await remove(upload.id);
    await store(uploadKey(upload.id));
    const event = { Records: [{ s3: { object: { key: uploadKey(upload.id), size: CONTENT.length } } }] };
    await intake(event as Parameters<typeof intake>[0]);
    await expectNothingStored({ id: upload.id, source: uploadKey(upload.id) });
  });

  it.each([
    ['has made a result', undefined, { state: 'ready', conversionTime: 1 }],
    ['has failed', new ConversionError('ENGINE_FAILED', 'x'), { state: 'failed' }],
  ])('again and again while engines are at work: each place is held until its engine %s', async (_, failure, end) => {
    const released: unknown[] = [];
    const slots = { ...storage().slots, release: async (ended: object) => void released.push(ended) };
    for (let turn = 1; turn <= 3; turn += 1) {
      const conversion = await stored({ state: 'processing' });
      const converter = engineThat(async (storeResult) => {
        await remove(conversion.id, { ...storage(), slots });
        expect(released).toHaveLength(turn - 1);
        await storeResult();
        if (failure) throw failure;
      });
      await performJob(conversion.id, { ...storage(), slots, converter });
      expect(released).toHaveLength(turn);
      expect(released.at(-1)).toMatchObject({ id: conversion.id, caller: ACCOUNT, ...end });
    }
  });
});
