import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newConversionId, uploadKey } from '../../functions/conversion/conversion.ts';
import type { ConversionStore, UploadStore } from '../../functions/conversion/stores.ts';
import { awaitUpload } from '../../functions/conversion/upload.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoConversions } from '../../functions/storage/dynamo-conversions.ts';
import { DynamoUploads } from '../../functions/storage/dynamo-uploads.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();
let uploads: UploadStore;
let conversions: ConversionStore;

beforeAll(() => {
  const table = readEnvironment(ENVIRONMENT.conversionsTable);
  uploads = new DynamoUploads(new DynamoDBClient(), table);
  conversions = new DynamoConversions(new DynamoDBClient(), table);
});

/** Runs a test's rest as if so much time had passed. */
async function later<T>(milliseconds: number, task: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  return task().finally(() => vi.useRealTimers());
}

async function awaited() {
  const upload = awaitUpload(newConversionId(), '图 "🌄"\r\n.jpg', {
    targetFormat: 'webp',
    quality: 'low',
    options: {},
    secrets: {},
  });
  await uploads.expect(upload);
  return upload;
}

const becoming = ({ id }: { id: string }) => exampleConversion({ id, state: 'processing', source: uploadKey(id) });
const FAILURE = { code: 'UNKNOWN_FORMAT', message: 'It is nothing' } as const;

async function overdue() {
  const found = [];
  for await (const files of conversions.findOverdue()) found.push(files);
  return found;
}

describe('an upload store', () => {
  it('gives back what was stored, with every field, and is no conversion', async () => {
    const upload = await awaited();
    expect(await uploads.find(upload.id)).toEqual(upload);
    expect(await conversions.find(upload.id)).toBeUndefined();
  });

  it('stores nothing under an identifier that is taken', async () => {
    const upload = await awaited();
    await expect(uploads.expect(upload)).rejects.toThrow(/taken/);
    await expect(conversions.create(becoming(upload))).rejects.toThrow(/taken/);
  });

  it('lets an upload become a conversion, once', async () => {
    const upload = await awaited();
    const attempts = await Promise.all([1, 2, 3].map(() => uploads.accept(becoming(upload))));
    expect(attempts.filter(Boolean)).toHaveLength(1);
    expect(await uploads.find(upload.id)).toBeUndefined();
    expect(await conversions.find(upload.id)).toMatchObject({ state: 'processing', source: uploadKey(upload.id) });
    expect(await uploads.refuse(upload.id, FAILURE)).toBe(false);
  });

  it('remembers why an upload was refused, for a day', async () => {
    const upload = await awaited();
    expect(await uploads.refuse(upload.id, FAILURE)).toBe(true);
    expect(await uploads.accept(becoming(upload))).toBe(false);
    const twentyHours = 20 * 60 * 60_000;
    expect(await later(twentyHours, () => uploads.find(upload.id))).toMatchObject({ failure: FAILURE });
    expect(await later(2 * twentyHours, () => uploads.find(upload.id))).toBeUndefined();
  });

  it('forgets what does not come, and has what came too late swept', async () => {
    const upload = await awaited();
    expect(await later(29 * 60_000, () => uploads.find(upload.id))).toBeDefined();
    await later(31 * 60_000, async () => {
      expect(await uploads.find(upload.id)).toBeUndefined();
      expect(await overdue()).toContainEqual({ id: upload.id, source: uploadKey(upload.id) });
      await conversions.forgetFiles(upload.id);
      expect(await overdue()).not.toContainEqual({ id: upload.id, source: uploadKey(upload.id) });
    });
  });
});
