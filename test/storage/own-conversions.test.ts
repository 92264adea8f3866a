import { describe, expect, it } from 'vitest';
import { type Conversion, LAST_WRITE, newConversionId, uploadKey } from '../../functions/conversion/conversion.ts';
import type { ListPosition } from '../../functions/conversion/stores.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleUpload } from '../support/example-upload.ts';
import { later } from '../support/later.ts';
import { newAccount } from '../support/new-account.ts';
import { RECORD_STORES } from './implementations.ts';

describe.each(RECORD_STORES)('conversions of accounts %s', (_, use) => {
  const stores = use();

  async function stored(change: Partial<Conversion>) {
    const conversion = exampleConversion(change);
    await stores.conversions.create(conversion);
    return conversion;
  }

  /** The whole list, page by page. */
  async function listed(account: string, limit = 100): Promise<string[]> {
    const ids: string[] = [];
    let after: ListPosition | undefined;
    do {
      const page = await stores.conversions.list(account, { limit, after });
      expect(page.conversions.length).toBeLessThanOrEqual(limit);
      ids.push(...page.conversions.map(({ id }) => id));
      after = page.next;
    } while (after);
    return ids;
  }

  async function overdue() {
    const found = [];
    for await (const files of stores.conversions.findOverdue()) found.push(files);
    return found;
  }

  async function awaited(account: string) {
    const upload = exampleUpload({ account });
    await stores.uploads.expect(upload);
    return upload;
  }

  const erase = (id: string, account: string, source = `sources/sharp/${id}`) =>
    stores.conversions.erase(id, account, { source, until: Date.now() + LAST_WRITE });

  describe('a list', () => {
    it('lists only the conversions of one account, newest first, with the shown fields', async () => {
      const [account, other] = [newAccount(), newAccount()];
      const now = Date.now();
      const failure = { code: 'ENGINE_FAILED', message: 'x' } as const;
      const made = [];
      for (const age of [3, 1, 2])
        made.push(
          await stored({ account, createdAt: now - age, failure, options: { width: 3 }, secrets: { key: 'x' } }),
        );
      await stored({ account: other });
      await stored({});
      const { conversions, next } = await stores.conversions.list(account, { limit: 100 });
      expect(next).toBeUndefined();
      const [oldest, newest, middle] = made;
      expect(conversions.map(({ id }) => id)).toEqual([newest?.id, middle?.id, oldest?.id]);
      expect(newest).toMatchObject(conversions[0] ?? {});
      expect(conversions[0]).toMatchObject({ originalFilename: 'photo.jpg', fileSize: 1234, options: { width: 3 } });
      expect(conversions[0]).toMatchObject({ state: 'ready', createdAt: now - 1, conversionTime: 0.25, failure });
    });

    it('comes in pages, each of them once, also those of one moment', async () => {
      const account = newAccount();
      const createdAt = Date.now() - 5;
      const ids = [];
      for (let count = 0; count < 7; count += 1)
        ids.push((await stored({ account, createdAt: createdAt + (count > 4 ? 1 : 0) })).id);
      for (const limit of [1, 2, 3, 7, 100]) {
        const found = await listed(account, limit);
        expect(found).toHaveLength(7);
        expect([...found].sort()).toEqual([...ids].sort());
        expect(found.slice(0, 2).sort()).toEqual(ids.slice(5).sort());
      }
    });

    it('has an upload once it has become a conversion', async () => {
      const account = newAccount();
      const { id } = await awaited(account);
      expect(await listed(account)).toEqual([]);
      await stores.uploads.accept(exampleConversion({ id, account, state: 'processing', source: uploadKey(id) }));
      expect(await listed(account)).toEqual([id]);
    });
  });

  describe('what is erased', () => {
    it('is erased by its account alone, and by one of many', async () => {
      const account = newAccount();
      const { id } = await stored({ account });
      const { id: nobodys } = await stored({});
      for (const [which, whose] of [
        [id, newAccount()],
        [nobodys, account],
        [nobodys, ''],
        [newConversionId(), account],
      ] as const)
        expect(await erase(which, whose)).toBe(false);
      expect(await stores.conversions.find(id)).toBeDefined();
      expect(await stores.conversions.find(nobodys)).toBeDefined();
      const erased = await Promise.all([1, 2, 3, 4].map(() => erase(id, account)));
      expect(erased.filter(Boolean)).toHaveLength(1);
    });

    it('lets its running downloads end, and begins no other', async () => {
      const account = newAccount();
      const { id } = await stored({ account });
      for (const reader of ['a', 'b']) await stores.conversions.beginDownload(id, reader);
      await erase(id, account);
      expect(await stores.conversions.beginDownload(id, 'c')).toBeUndefined();
      expect(await stores.conversions.endDownload(id, 'a', true)).toBe(false);
      expect(await stores.conversions.endDownload(id, 'b', false)).toBe(false);
      expect(await stores.conversions.handOver(id, Date.now() + 1000)).toBe(false);
      expect(await stores.conversions.find(id)).toBeUndefined();
    });

    it('may be an upload, which then becomes nothing', async () => {
      const account = newAccount();
      const { id } = await awaited(account);
      expect(await erase(id, account, uploadKey(id))).toBe(true);
      expect(await stores.uploads.find(id)).toBeUndefined();
      expect(await stores.uploads.accept(exampleConversion({ id, account }))).toBe(false);
      expect(await stores.uploads.refuse(id, { code: 'INTERNAL', message: 'x' })).toBe(false);
    });

    it('is swept when nothing more can be stored, and its identifier is taken until then', async () => {
      const account = newAccount();
      const { id, source } = await stored({ account, state: 'processing' });
      await erase(id, account, source);
      await expect(stores.conversions.create(exampleConversion({ id }))).rejects.toThrow(/taken/);
      expect(await overdue()).not.toContainEqual({ id, source });
      expect(await later(LAST_WRITE + 1000, overdue)).toContainEqual({ id, source });
      await stores.conversions.forgetFiles(id);
      expect(await later(LAST_WRITE + 1000, overdue)).not.toContainEqual({ id, source });
    });
  });
});
