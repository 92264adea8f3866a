import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Conversion, resultKey, uploadKey } from '../../functions/conversion/conversion.ts';
import { deleteUnrecorded } from '../../functions/conversion/delete-unrecorded.ts';
import { downloadResult } from '../../functions/conversion/download-result.ts';
import type { ConversionOutcome, ConversionStore, UploadStore } from '../../functions/conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { storage } from '../../functions/services/storage.ts';
import { DynamoConversions } from '../../functions/storage/dynamo-conversions.ts';
import { DynamoUploads } from '../../functions/storage/dynamo-uploads.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleUpload } from '../support/example-upload.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();
const ALL = Number.POSITIVE_INFINITY;
const FAILURE = { code: 'UNKNOWN_FORMAT', message: 'It is nothing' } as const;

/** The store that loses answers, and one that does not. */
let client: DynamoDBClient;
let store: ConversionStore;
let uploads: UploadStore;
let others: ConversionStore;

beforeEach(() => {
  const table = readEnvironment(ENVIRONMENT.conversionsTable);
  client = new DynamoDBClient({ maxAttempts: 3 });
  store = new DynamoConversions(client, table);
  uploads = new DynamoUploads(client, table);
  others = new DynamoConversions(new DynamoDBClient(), table);
});

async function stored(change?: Parameters<typeof exampleConversion>[0]) {
  const conversion = exampleConversion(change);
  await others.create(conversion);
  return conversion;
}

async function awaited() {
  const upload = exampleUpload();
  await uploads.expect(upload);
  return upload;
}

const becoming = ({ id }: { id: string }) => exampleConversion({ id, state: 'processing', source: uploadKey(id) });
const outcome = (): ConversionOutcome => ({
  resultFormat: 'webp',
  fileSize: 77,
  conversionTime: 1,
  expiresAt: Date.now() + 60_000,
});

describe.each([1, 2])('a write of which %i answers are lost', (count) => {
  it('creates a record, once', async () => {
    const conversion = exampleConversion();
    const lost = loseAnswers(client, count);
    await store.create(conversion);
    expect(lost()).toBe(count);
    expect(await store.find(conversion.id)).toEqual(conversion);
    await expect(store.create(conversion)).rejects.toThrow(/taken/);
  });

  it('claims a job, and counts one attempt', async () => {
    const { id } = await stored({ state: 'processing' });
    const lost = loseAnswers(client, count);
    const until = Date.now() + 30_000;
    expect(await store.claim(id, until, 2)).toMatchObject({ id, attempts: 1, claimedUntil: until });
    expect(lost()).toBe(count);
    expect(await others.claim(id, until, 2)).toBeUndefined();
    expect(await others.find(id)).toMatchObject({ attempts: 1 });
  });

  it('releases a job, and takes it from no worker that claims it then', async () => {
    const { id } = await stored({ state: 'processing' });
    const claimed = await others.claim(id, Date.now() + 30_000, 2);
    if (!claimed) throw new Error('the job was not claimed');
    const lost = loseAnswers(client, count);
    await store.putBack(claimed, 0);
    expect(lost()).toBe(count);
    expect(await others.claim(id, Date.now() + 30_000, 2)).toMatchObject({ attempts: 1 });
  });

  it('counts readers in and out, and leaves the file to the last one', async () => {
    const { id } = await stored();
    for (const reader of ['a', 'b']) await others.beginDownload(id, reader);
    loseAnswers(client, count);
    expect(await store.beginDownload(id, 'c')).toMatchObject({ id });
    const lost = loseAnswers(client, count);
    expect(await store.endDownload(id, 'a', true)).toBe(false);
    expect(lost()).toBe(count);
    expect(await others.endDownload(id, 'b', false)).toBe(false);
    loseAnswers(client, count);
    expect(await store.endDownload(id, 'c', false)).toBe(true);
  });

  it('expects uploads, and accepts or refuses each once', async () => {
    const expected = loseAnswers(client, count);
    const upload = await awaited();
    expect(expected()).toBe(count);
    const accepted = loseAnswers(client, count);
    expect(await uploads.accept(becoming(upload))).toBe(true);
    expect(accepted()).toBe(count);
    expect(await uploads.accept(becoming(upload))).toBe(false);
    expect(await others.find(upload.id)).toMatchObject({ state: 'processing' });
    const other = await awaited();
    const refused = loseAnswers(client, count);
    expect(await uploads.refuse(other.id, FAILURE)).toBe(true);
    expect(refused()).toBe(count);
    expect(await uploads.refuse(other.id, FAILURE)).toBe(false);
  });

  it.each<[string, Partial<Conversion>, (store: ConversionStore, conversion: Conversion) => Promise<boolean>, object?]>(
    [
      ['completes a job', { state: 'processing' }, (to, { id }) => to.complete(id, outcome()), { state: 'ready' }],
      ['fails a job', { state: 'processing' }, (to, { id }) => to.fail(id, FAILURE), { state: 'failed' }],
      ['hands a result over', {}, (to, { id }) => to.handOver(id, Date.now() + 60_000), { state: 'spent' }],
      [
        'erases a conversion',
        { account: 'acme' },
        (to, { id, source }) => to.erase(id, 'acme', { source, until: Date.now() + 60_000 }),
      ],
    ],
  )('%s, once', async (_, before, write, after) => {
    const conversion = await stored(before);
    const lost = loseAnswers(client, count);
    expect(await write(store, conversion)).toBe(true);
    expect(lost()).toBe(count);
    if (after) expect(await others.find(conversion.id)).toMatchObject(after);
    expect(await write(others, conversion)).toBe(false);
  });
});

describe('a write whose repetition comes after another', () => {
  /** Lets something happen between a write and its repetition. */
  function inBetween(happening: () => Promise<unknown>): void {
    let happened = false;
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const answer = await next(args);
          if (happened || commandName !== 'UpdateItemCommand') return answer;
          happened = true;
          await happening();
          throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
        },
      { step: 'deserialize', priority: 'high', name: 'inBetween' },
    );
  }

  it('is known to have completed a job that was downloaded meanwhile, and does not bring it back', async () => {
    const { id } = await stored({ state: 'processing' });
    inBetween(async () => {
      await others.beginDownload(id, 'a');
      await others.endDownload(id, 'a', true);
    });
    expect(await store.complete(id, outcome())).toBe(true);
    expect(await others.find(id)).toMatchObject({ state: 'spent' });
  });

  it('lets no two readers pass the file by', async () => {
    const { id } = await stored();
    for (const reader of ['a', 'b']) await others.beginDownload(id, reader);
    inBetween(async () => expect(await others.endDownload(id, 'b', true)).toBe(true));
    // Told twice, the file is deleted twice; told never, it would stay.
    expect(await store.endDownload(id, 'a', true)).toBe(true);
  });
});

describe('a write of which no answer arrives', () => {
  const isStored = async (id: string) => (await storage().files.size(resultKey(id))) !== undefined;

  it('keeps the file of a record that stands', async () => {
    const conversion = exampleConversion();
    await storage().files.put(resultKey(conversion.id), Buffer.from('x'), 'image/webp');
    const stores = { ...storage(), conversions: breaking() };
    await expect(stores.conversions.create(conversion)).rejects.toThrow(/socket/);
    await deleteUnrecorded(resultKey(conversion.id), conversion, stores);
    expect(await isStored(conversion.id)).toBe(true);
    expect(await others.find(conversion.id)).toMatchObject({ state: 'ready' });
    const never = exampleConversion();
    await storage().files.put(resultKey(never.id), Buffer.from('x'), 'image/webp');
    await deleteUnrecorded(resultKey(never.id), never, stores);
    expect(await isStored(never.id)).toBe(false);
  });

  it('at the end of a download breaks it off; the result is spent and deleted, or there to be fetched again', async () => {
    const conversion = await stored();
    await storage().files.put(resultKey(conversion.id), Buffer.from('content'), 'image/webp');
    const stores = { ...storage(), conversions: breaking() };
    await expect(downloadResult(conversion.id, stores)).rejects.toThrow(/socket/);
    const again = await downloadResult(conversion.id, storage());
    if (!('body' in again)) throw new Error('Not the body');
    for await (const _ of again.body);
    expect(await others.find(conversion.id)).toMatchObject({ state: 'spent' });
  });

  /** A store that tries once, and gets no answer. */
  function breaking(): ConversionStore {
    const single = new DynamoDBClient({ maxAttempts: 1 });
    loseAnswers(single, ALL);
    return new DynamoConversions(single, readEnvironment(ENVIRONMENT.conversionsTable));
  }
});
