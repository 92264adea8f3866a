import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LINK_LIFETIME, newConversionId } from '../../functions/conversion/conversion.ts';
import { sweepFiles } from '../../functions/conversion/sweep-files.ts';
import { awaitUpload } from '../../functions/conversion/upload.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { TELLING_STORES } from './implementations.ts';

const FAILURE = { code: 'UNREADABLE_FILE', message: 'It is broken.' } as const;
const SECRET = 'the password of the file';

describe.each(TELLING_STORES)('of a conversion %s', (_, use) => {
  const stores = use();
  const processing = async (change = {}) => {
    const conversion = exampleConversion({
      state: 'processing',
      account: 'acme',
      secrets: { password: SECRET },
      ...change,
    });
    await stores.conversions.create(conversion);
    return conversion.id;
  };
  const complete = (id: string) =>
    stores.conversions.complete(id, {
      resultFormat: 'zip',
      fileSize: 99,
      conversionTime: 1.25,
      expiresAt: Date.now() + LINK_LIFETIME,
    });
  const types = async () => {
    await setImmediate();
    return stores.told.map(({ type }) => type);
  };
  const sweep = async (after: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + after });
    const { errors } = await sweepFiles({ ...stores, files: { delete: async () => undefined } as never } as never);
    vi.useRealTimers();
    expect(errors).toEqual([]);
  };

  // What a test leaves is swept before the next.
  afterEach(() => sweep(2 * LINK_LIFETIME));

  it('nothing is told while it is processing, in hand, or under way', async () => {
    const id = await processing();
    await stores.conversions.claim(id, Date.now() + 1000, 3);
    await stores.conversions.recordProgress(id, 40);
    expect(await types()).toEqual([]);
  });

  it('that it is ready is told once, with what came of it', async () => {
    const id = await processing();
    await complete(id);
    await complete(id);
    expect(await types()).toEqual(['conversion.ready']);
    expect(stores.told[0]).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      conversion: { id, account: 'acme', fileSize: 99, resultFormat: 'zip', conversionTime: 1.25, sourceSize: 4321 },
    });
  });

  it('that it is ready is told of one that was at once', async () => {
    await stores.conversions.create(exampleConversion());
    expect(await types()).toEqual(['conversion.ready']);
  });

  it('that it failed is told once, with the reason', async () => {
    const id = await processing();
    await stores.conversions.fail(id, FAILURE);
    await stores.conversions.fail(id, FAILURE);
    await stores.conversions.forgetFiles(id);
    expect(await types()).toEqual(['conversion.failed']);
    expect(stores.told[0]?.conversion).toMatchObject({ id, failure: FAILURE });
  });

  it('that it failed is told of one that nobody ended, when its files are swept', async () => {
    const id = await processing();
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.failed']);
    expect(stores.told[0]?.conversion).toMatchObject({ id, failure: { code: 'ENGINE_TIMED_OUT' } });
    await stores.conversions.fail(id, FAILURE);
    expect(await types()).toEqual(['conversion.failed']);
  });

  it('that it expired is told when it was downloaded, once', async () => {
    const { id } = exampleConversion();
    await stores.conversions.create(exampleConversion({ id }));
    for (const reader of ['one', 'other']) await stores.conversions.beginDownload(id, reader);
    await stores.conversions.endDownload(id, 'one', false);
    expect(await types()).toEqual(['conversion.ready']);
    await stores.conversions.beginDownload(id, 'one');
    for (const reader of ['one', 'other']) await stores.conversions.endDownload(id, reader, true);
    await stores.conversions.forgetFiles(id);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.ready', 'conversion.expired']);
  });

  it('that it expired is told when a link to its file was given out', async () => {
    const { id } = exampleConversion();
    await stores.conversions.create(exampleConversion({ id }));
    await stores.conversions.handOver(id, Date.now() + 1000);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.ready', 'conversion.expired']);
  });

  it('that it expired is told when its time is over', async () => {
    const id = await processing();
    await complete(id);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.ready', 'conversion.expired']);
    expect(new Set(stores.told.map((told) => told.id)).size).toBe(2);
  });

  it('that an upload was refused is told as that it failed; nothing is told of one that did not come', async () => {
    const settings = { targetFormat: 'png', quality: 'high', options: {}, secrets: { password: SECRET } } as const;
    const [refused, missing] = [newConversionId(), newConversionId()];
    for (const id of [refused, missing])
      await stores.uploads.expect(awaitUpload(id, 'a.txt', settings, { name: 'acme', account: 'acme' }));
    await stores.uploads.refuse(refused, FAILURE);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.failed']);
    expect(stores.told[0]?.conversion).toEqual({
      id: refused,
      originalFilename: 'a.txt',
      targetFormat: 'png',
      quality: 'high',
      options: {},
      caller: 'acme',
      account: 'acme',
      failure: FAILURE,
    });
  });

  it('an upload that was accepted is told of when it is ready', async () => {
    const settings = { targetFormat: 'png', quality: 'high', options: {}, secrets: {} } as const;
    const id = newConversionId();
    await stores.uploads.expect(awaitUpload(id, 'a.txt', settings, { name: 'acme', account: 'acme' }));
    await stores.uploads.accept(exampleConversion({ id, state: 'processing' }));
    await complete(id);
    expect(await types()).toEqual(['conversion.ready']);
  });

  it('no secret is told, and no identifier of an event tells the conversion', async () => {
    const ids = [await processing(), await processing(), await processing()];
    const [ready = '', failed = ''] = ids;
    await complete(ready);
    await stores.conversions.fail(failed, FAILURE);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toHaveLength(4);
    expect(JSON.stringify(stores.told)).not.toContain(SECRET);
    for (const { id, conversion } of stores.told) expect(id).not.toContain(conversion.id.slice(0, 8));
  });
});
