import { describe, expect, it } from 'vitest';
import {
  LINK_LIFETIME,
  LONGEST_DOWNLOAD,
  RETENTION_AFTER_EXPIRY,
  uploadKey,
} from '../../functions/conversion/conversion.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleUpload } from '../support/example-upload.ts';
import { later } from '../support/later.ts';
import { RECORD_STORES } from './implementations.ts';

const becoming = ({ id }: { id: string }) => exampleConversion({ id, state: 'processing', source: uploadKey(id) });
const FAILURE = { code: 'UNKNOWN_FORMAT', message: 'It is nothing' } as const;

describe.each(RECORD_STORES)('records %s', (_, use) => {
  const stores = use();

  async function stored(change?: Parameters<typeof exampleConversion>[0]) {
    const conversion = exampleConversion(change);
    await stores.conversions.create(conversion);
    return conversion;
  }

  async function overdue(): Promise<string[]> {
    const ids: string[] = [];
    for await (const { id } of stores.conversions.findOverdue()) ids.push(id);
    return ids;
  }

  async function awaited() {
    const webhookUrl = 'https://hooks.example.com/order?n=7';
    const upload = exampleUpload({ filename: '图 "🌄"\r\n.jpg', webhookUrl });
    await stores.uploads.expect(upload);
    return upload;
  }

  describe('a conversion store', () => {
    it('gives back what was stored, with every field', async () => {
      const conversion = await stored({
        originalFilename: '图 "🌄"\r\n.jpg',
        progress: 12,
        account: 'acme',
        webhookUrl: 'https://hooks.example.com/order?n=7',
        failure: { code: 'ENGINE_FAILED', message: 'x' },
      });
      expect(await stores.conversions.find(conversion.id)).toEqual(conversion);
    });

    it('lets exactly one of two writers of one record win', async () => {
      const { id } = exampleConversion();
      const results = await Promise.allSettled(
        [1, 2].map((fileSize) => stores.conversions.create(exampleConversion({ id, fileSize }))),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('forgets a record 24 hours after its link expired', async () => {
      const { id } = await stored();
      await later(LINK_LIFETIME + RETENTION_AFTER_EXPIRY - 1000, async () =>
        expect(await stores.conversions.find(id)).toBeDefined(),
      );
      await later(LINK_LIFETIME + RETENTION_AFTER_EXPIRY + 1000, async () =>
        expect(await stores.conversions.find(id)).toBeUndefined(),
      );
    });

    it('begins no download of a conversion that is not ready, expired or unknown', async () => {
      for (const state of ['processing', 'failed', 'spent'] as const) {
        expect(await stores.conversions.beginDownload((await stored({ state })).id, 'reader')).toBeUndefined();
      }
      const { id } = await stored();
      await later(LINK_LIFETIME, async () =>
        expect(await stores.conversions.beginDownload(id, 'reader')).toBeUndefined(),
      );
      expect(await stores.conversions.beginDownload(exampleConversion().id, 'reader')).toBeUndefined();
    });

    it('makes exactly one of many readers delete the file: the last', async () => {
      const { id } = await stored();
      const names = Array.from({ length: 20 }, (_, index) => `reader ${index}`);
      const readers = await Promise.all(names.map((name) => stores.conversions.beginDownload(id, name)));
      expect(readers.every(Boolean)).toBe(true);
      const deleters = await Promise.all(
        names.map((name, index) => stores.conversions.endDownload(id, name, index % 3 === 0)),
      );
      expect(deleters.filter(Boolean)).toHaveLength(1);
    });

    it('releases a job for the worker with the claim, and not for one with an earlier claim', async () => {
      const { id } = await stored({ state: 'processing', deadline: Date.now() + 600_000 });
      const first = await stores.conversions.claim(id, Date.now() + 1000, 2);
      const second = await later(2000, () => stores.conversions.claim(id, Date.now() + 30_000, 2));
      if (!first || !second) throw new Error('the job was not claimed');
      await stores.conversions.putBack(first, 0);
      expect(await stores.conversions.find(id)).toEqual(second);
      await stores.conversions.putBack(second, 1);
      const { claimedUntil: _, ...others } = second;
      expect(await stores.conversions.find(id)).toEqual({ ...others, attempts: 1 });
      expect(await stores.conversions.claim(id, Date.now() + 30_000, 2)).toMatchObject({ attempts: 2 });
    });

    it('gives a job that is in hand more time, and none to one that is late or has ended', async () => {
      const { id, deadline } = await stored({ state: 'processing', deadline: Date.now() + 600_000 });
      await stores.conversions.claim(id, Date.now() + 1000, 2);
      const until = deadline + 3_600_000;
      expect(await stores.conversions.extend(id, until)).toBe(true);
      const times = { claimedUntil: until, deadline: until, expiresAt: until };
      expect(await stores.conversions.find(id)).toMatchObject({ state: 'processing', ...times });
      expect(await later(deadline + 1000 - Date.now(), () => stores.conversions.claim(id, until, 2))).toBeUndefined();
      expect(await later(until + 1000 - Date.now(), () => stores.conversions.extend(id, until + 9000))).toBe(false);
      await stores.conversions.fail(id, { code: 'TOO_COMPLEX', message: 'It takes too long.' });
      expect(await stores.conversions.extend(id, until + 9000)).toBe(false);
    });

    it('hands a result over once: it is spent, and overdue when the link has expired', async () => {
      const { id } = await stored();
      const until = Date.now() + 60_000;
      const attempts = await Promise.all([
        stores.conversions.handOver(id, until),
        stores.conversions.handOver(id, until),
      ]);
      expect(attempts.filter(Boolean)).toHaveLength(1);
      expect(await stores.conversions.find(id)).toMatchObject({ state: 'spent', expiresAt: until });
      expect(await stores.conversions.beginDownload(id, 'reader')).toBeUndefined();
      expect(await overdue()).not.toContain(id);
      expect(await later(61_000, overdue)).toContain(id);
    });

    it('does not bring an unknown record to life by ending a download', async () => {
      const { id } = exampleConversion();
      expect(await stores.conversions.endDownload(id, 'reader', true)).toBe(false);
      expect(await stores.conversions.endDownload(id, 'reader', false)).toBe(false);
      expect(await stores.conversions.find(id)).toBeUndefined();
    });
  });

  describe('what is overdue', () => {
    it('is every stored file past its time, until it is forgotten', async () => {
      const conversions = await Promise.all(Array.from({ length: 40 }, () => stored()));
      const ids = conversions.map(({ id }) => id);
      expect(await overdue()).not.toEqual(expect.arrayContaining([ids[0]]));
      await later(LINK_LIFETIME, async () => expect(await overdue()).toEqual(expect.arrayContaining(ids)));
      await Promise.all(ids.map((id) => stores.conversions.forgetFiles(id)));
      const left = await later(LINK_LIFETIME, overdue);
      expect(left.filter((id) => ids.includes(id))).toEqual([]);
      expect(await stores.conversions.find(ids[0] ?? '')).toBeDefined();
    });

    it('leaves what is being read until its reader must be done', async () => {
      const { id } = await stored();
      await stores.conversions.beginDownload(id, 'reader');
      await later(LINK_LIFETIME + 1000, async () => expect(await overdue()).not.toContain(id));
      await later(LINK_LIFETIME + LONGEST_DOWNLOAD, async () => expect(await overdue()).toContain(id));
    });
  });

  describe('an upload store', () => {
    it('gives back what was stored, with every field, and is no conversion', async () => {
      const upload = await awaited();
      expect(await stores.uploads.find(upload.id)).toEqual(upload);
      expect(await stores.conversions.find(upload.id)).toBeUndefined();
    });

    it('lets an upload become a conversion, once', async () => {
      const upload = await awaited();
      const attempts = await Promise.all([1, 2, 3].map(() => stores.uploads.accept(becoming(upload))));
      expect(attempts.filter(Boolean)).toHaveLength(1);
      expect(await stores.uploads.find(upload.id)).toBeUndefined();
      expect(await stores.conversions.find(upload.id)).toMatchObject({
        state: 'processing',
        source: uploadKey(upload.id),
      });
      expect(await stores.uploads.refuse(upload.id, FAILURE)).toBe(false);
    });

    it('remembers why an upload was refused, for a day', async () => {
      const upload = await awaited();
      expect(await stores.uploads.refuse(upload.id, FAILURE)).toBe(true);
      expect(await stores.uploads.accept(becoming(upload))).toBe(false);
      const twentyHours = 20 * 60 * 60_000;
      expect(await later(twentyHours, () => stores.uploads.find(upload.id))).toMatchObject({ failure: FAILURE });
      expect(await later(2 * twentyHours, () => stores.uploads.find(upload.id))).toBeUndefined();
    });

    it('forgets what does not come, and has what came too late swept', async () => {
      const upload = await awaited();
      expect(await later(29 * 60_000, () => stores.uploads.find(upload.id))).toBeDefined();
      await later(31 * 60_000, async () => {
        expect(await stores.uploads.find(upload.id)).toBeUndefined();
        expect(await overdue()).toContain(upload.id);
        await stores.conversions.forgetFiles(upload.id);
        expect(await overdue()).not.toContain(upload.id);
      });
    });
  });
});
