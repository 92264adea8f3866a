import { afterEach, describe, expect, it, vi } from 'vitest';
import { resultKey, statusOf } from '../../functions/conversion/conversion.ts';
import type { Converter } from '../../functions/conversion/converter.ts';
import { convertNow } from '../../functions/conversion/request-conversion.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { converter } from '../../functions/services/converter.ts';
import { services } from '../../functions/services/services.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

afterEach(() => vi.restoreAllMocks());

/** Engines that go on until the result is not wanted any more. */
const endless: Converter = {
  convert: (_, { signal } = {}) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('It was ended')))),
};

const command = {
  filename: 'photo.jpg',
  sourceFormat: 'jpg',
  targetFormat: 'webp',
  quality: 'medium',
  engine: sharp,
} as const;

describe('a conversion whose sender waits', () => {
  it('is ready with the answer', async () => {
    const all = { ...services(), converter: converter() };
    const ready = await convertNow(command, await photo(), all, Date.now() + 20_000);
    expect(statusOf(ready)).toBe('ready');
    expect((await services().files.open(resultKey(ready.id)))?.size).toBe(ready.fileSize);
  });

  it('is left to the queue when it takes long', async () => {
    const wanted = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(wanted.signal);
    setTimeout(() => wanted.abort(), 200);
    const all = { ...services(), converter: endless };
    const later = await convertNow(command, await photo(), all, Date.now() + 500);
    expect(statusOf(later)).toBe('processing');
    expect(await services().conversions.find(later.id)).toMatchObject({ state: 'processing', engine: 'sharp' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
  });
});
