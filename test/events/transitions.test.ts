import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { LINK_LIFETIME } from '../../functions/conversion/conversion.ts';
import { sweepFiles } from '../../functions/conversion/sweep-files.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleUpload } from '../support/example-upload.ts';
import { later } from '../support/later.ts';
import { TELLING_STORES } from './implementations.ts';

const FAILURE = { code: 'UNREADABLE_FILE', message: 'It is broken.' } as const;
const SECRET = 'the password of the file';

describe.each(TELLING_STORES)('a conversion %s', (_, use) => {
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
    const all = { ...stores, files: { delete: async () => undefined } as never } as never;
    const { errors } = await later(after, () => sweepFiles(all));
    expect(errors).toEqual([]);
  };

  // What a test leaves is swept before the next.
  afterEach(() => sweep(2 * LINK_LIFETIME));

  it('makes no event while it is processing or claimed, or during its upload', async () => {
    const id = await processing();
    await stores.conversions.claim(id, Date.now() + 1000, 3);
    await stores.conversions.recordProgress(id, 40);
    expect(await types()).toEqual([]);
  });

  it('makes one event when it is ready, with its outcome', async () => {
    const id = await processing();
    await complete(id);
    await complete(id);
    expect(await types()).toEqual(['conversion.ready']);
    expect(stores.told[0]).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
      conversion: { id, account: 'acme', fileSize: 99, resultFormat: 'zip', conversionTime: 1.25, sourceSize: 4321 },
    });
  });

  it('makes one event when it failed, with the reason', async () => {
    const id = await processing();
    await stores.conversions.fail(id, FAILURE);
    await stores.conversions.fail(id, FAILURE);
    await stores.conversions.forgetFiles(id);
    expect(await types()).toEqual(['conversion.failed']);
    expect(stores.told[0]?.conversion).toMatchObject({ id, failure: FAILURE });
  });

  it('makes a failure event when it was never ended, and its files are swept', async () => {
    const id = await processing();
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.failed']);
    expect(stores.told[0]?.conversion).toMatchObject({ id, failure: { code: 'ENGINE_TIMED_OUT' } });
    await stores.conversions.fail(id, FAILURE);
    expect(await types()).toEqual(['conversion.failed']);
  });

  it('makes one event of expiry when it was downloaded', async () => {
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

  it('makes an event of expiry when its time is over, and when a link to its file was given out', async () => {
    await complete(await processing());
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.ready', 'conversion.expired']);
    expect(new Set(stores.told.map((told) => told.id)).size).toBe(2);
    stores.told.length = 0;
    const { id } = exampleConversion();
    await stores.conversions.create(exampleConversion({ id }));
    await stores.conversions.handOver(id, Date.now() + 1000);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.ready', 'conversion.expired']);
  });

  it('makes a failure event when its upload was refused, and none when it never came', async () => {
    const [refused, missing] = [1, 2].map(() => exampleUpload({ secrets: { password: SECRET } }));
    for (const upload of [refused, missing]) if (upload) await stores.uploads.expect(upload);
    await stores.uploads.refuse(refused?.id ?? '', FAILURE);
    await sweep(2 * LINK_LIFETIME);
    expect(await types()).toEqual(['conversion.failed']);
    expect(stores.told[0]?.conversion).toEqual({
      id: refused?.id,
      originalFilename: 'a.jpg',
      targetFormat: 'webp',
      quality: 'low',
      options: {},
      caller: 'acme',
      account: 'acme',
      failure: FAILURE,
    });
  });

  it('shows no secret in an event, and not its identifier in that of the event', async () => {
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
