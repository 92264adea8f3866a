import { afterEach, describe, expect, it, vi } from 'vitest';
import { resultKey, statusOf } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/request-conversion.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { sharp } from '../../functions/engines/sharp.ts';
import { services } from '../../functions/services/services.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

afterEach(() => vi.restoreAllMocks());

/** An engine of the request lane that goes on until it is not wanted any more. */
const endless: Engine = {
  ...sharp,
  convert: ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('It was ended')))),
};

const command = {
  filename: 'photo.jpg',
  sourceFormat: 'jpg',
  targetFormat: 'webp',
  quality: 'medium',
} as const;

describe('a conversion whose sender waits', () => {
  it('is ready with the answer', async () => {
    const ready = await convertNow({ ...command, engine: sharp }, await photo(), services(), Date.now() + 20_000);
    expect(statusOf(ready)).toBe('ready');
    expect((await services().files.open(resultKey(ready.id)))?.size).toBe(ready.fileSize);
  });

  it('is left to a worker when it takes long', async () => {
    const patience = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    setTimeout(() => patience.abort(), 200);
    const later = await convertNow({ ...command, engine: endless }, await photo(), services(), Date.now() + 500);
    expect(statusOf(later)).toBe('processing');
    expect(await services().conversions.find(later.id)).toMatchObject({ state: 'processing', engine: 'sharp' });
    expect((await services().files.open(later.source))?.size).toBe((await photo()).length);
  });
});
