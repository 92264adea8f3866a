import { describe, expect, it } from 'vitest';
import { newConversionId, uploadKey } from '../../functions/conversion/conversion.ts';
import { awaitUpload } from '../../functions/conversion/upload.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { later } from '../support/later.ts';
import { RECORD_STORES } from './implementations.ts';

const becoming = ({ id }: { id: string }) => exampleConversion({ id, state: 'processing', source: uploadKey(id) });
const FAILURE = { code: 'UNKNOWN_FORMAT', message: 'It is nothing' } as const;

describe.each(RECORD_STORES)('uploads %s', (_, use) => {
  const stores = use();

  async function awaited() {
    const upload = awaitUpload(
      newConversionId(),
      '图 "🌄"\r\n.jpg',
      {
        targetFormat: 'webp',
        quality: 'low',
        options: {},
        secrets: {},
        webhookUrl: 'https://hooks.example.com/order?n=7',
      },
      { name: 'acme', account: 'acme' },
    );
    await stores.uploads.expect(upload);
    return upload;
  }

  async function overdue() {
    const found = [];
    for await (const files of stores.conversions.findOverdue()) found.push(files);
    return found;
  }

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
        expect(await overdue()).toContainEqual({ id: upload.id, source: uploadKey(upload.id) });
        await stores.conversions.forgetFiles(upload.id);
        expect(await overdue()).not.toContainEqual({ id: upload.id, source: uploadKey(upload.id) });
      });
    });
  });
});
