import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Caller } from '../../functions/callers/caller.ts';
import type { LedgerEntry } from '../../functions/callers/ledger.ts';
import { monthOf } from '../../functions/callers/months.ts';
import { recordUse } from '../../functions/callers/record-use.ts';
import { CountedSlots } from '../../functions/callers/slots.ts';
import { acceptUpload } from '../../functions/conversion/accept-upload.ts';
import { type Conversion, newConversionId, uploadKey } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/convert-now.ts';
import { type BegunConversion, countConversion } from '../../functions/conversion/counted-conversion.ts';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { queueOf } from '../../functions/conversion/job-queues.ts';
import { visibilityTimeout } from '../../functions/conversion/job-times.ts';
import { performJob } from '../../functions/conversion/perform-job.ts';
import { convertUploaded, queueConversion } from '../../functions/conversion/request-conversion.ts';
import { requestUpload } from '../../functions/conversion/request-upload.ts';
import type { FileStore, StorageStores } from '../../functions/conversion/stores.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { useListeners } from '../../functions/services/listeners.ts';
import { DynamoLedger } from '../../functions/storage/callers/dynamo-ledger.ts';
import { DynamoLimits } from '../../functions/storage/callers/dynamo-limits.ts';
import { DynamoConversions } from '../../functions/storage/dynamo-conversions.ts';
import { DynamoUploads } from '../../functions/storage/dynamo-uploads.ts';
import { loseAnswers } from '../support/lost-answers.ts';
import { seededRandom } from '../support/random.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { Killed, UnreliableEngine } from './unreliable-engine.ts';
import { UnreliableQueue } from './unreliable-queue.ts';
import { UnreliableStream } from './unreliable-stream.ts';

useStandIns();

/** How many conversions are asked for. */
const MANY = 1000;

const START = Date.UTC(2026, 10, 10, 12);
const QUOTA = 60;

const CALLERS: readonly Caller[] = [
  { name: 'acme', account: 'acme', planName: 'pro', plan: {} },
  { name: 'busy', account: 'busy', plan: { atOnce: 6 } },
  { name: 'small', account: 'small', plan: { conversionsPerMonth: QUOTA } },
  { name: 'short', account: 'short', plan: { engineSecondsPerMonth: 600 } },
  { name: 'anonymous-0123456789abcdef', plan: {} },
  { name: 'anonymous-fedcba9876543210', plan: { conversionsPerMonth: QUOTA } },
];

const CONTENT = Buffer.from('a,b\n1,2\n');

let passed = 0;
const realNow = Date.now;

/** Has the clock jump ahead. It goes on from there: who waits until a moment waits no longer than ever. */
function letTimePass(milliseconds: number): void {
  passed += milliseconds;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + passed);
}

afterAll(() => {
  vi.restoreAllMocks();
  useListeners(undefined);
});

/** Files in memory: what becomes of them is tested elsewhere. */
function filesInMemory(): FileStore {
  const sizes = new Map<string, number>();
  const unused = () => Promise.reject(new Error('Nobody needs this here'));
  return {
    put: async (key, content) => void sizes.set(key, content instanceof Uint8Array ? content.length : 0),
    size: async (key) => sizes.get(key),
    peek: async (key) => (sizes.has(key) ? { size: CONTENT.length, head: CONTENT } : undefined),
    delete: async (key) => void sizes.delete(key),
    form: async () => ({ url: '', fields: {} }),
    receive: unused,
    open: unused,
    link: unused,
  };
}

/** The service, with all that can go wrong going wrong. */
class World {
  readonly random = seededRandom(20_261_122);
  /** How many answers each client did not get. */
  readonly lost: (() => number)[] = [];
  readonly reliable = new DynamoDBClient();
  readonly engine = new UnreliableEngine(this.random);
  readonly queue = new UnreliableQueue(this.random);
  readonly stream = new UnreliableStream(this.reliable, readEnvironment(ENVIRONMENT.conversionsTable), this.random);
  readonly ledger = new DynamoLedger(this.client(), readEnvironment(ENVIRONMENT.ledgerTable));
  readonly limits = new DynamoLimits(this.client(), readEnvironment(ENVIRONMENT.callersTable));
  readonly slots = new CountedSlots(this.limits);
  readonly stores: StorageStores;
  killed = 0;
  /** The requests that were answered with each error, or with none. */
  readonly answers: Record<string, number> = {};

  constructor() {
    const client = this.client();
    this.stream.watch(client);
    const table = readEnvironment(ENVIRONMENT.conversionsTable);
    this.stores = {
      secret: async () => 'secret',
      conversions: new DynamoConversions(client, table),
      uploads: new DynamoUploads(client, table),
      files: filesInMemory(),
      // Whoever ends a conversion is killed before it can count it out, or behind.
      slots: {
        take: this.slots.take.bind(this.slots),
        release: (ended) => this.perhaps(() => this.slots.release(ended)),
      },
    };
  }

  /** A client that does not get every answer to what it writes. */
  client(): DynamoDBClient {
    const client = new DynamoDBClient();
    this.lost.push(loseAnswers(client, Number.POSITIVE_INFINITY, () => this.random() < 0.06));
    return client;
  }

  /** Does something, unless who does it is killed before, and is killed behind it at times. */
  async perhaps<T>(act: () => Promise<T>): Promise<T> {
    if (this.random() < 0.04) throw this.kill();
    const done = await act();
    if (this.random() < 0.04) throw this.kill();
    return done;
  }

  kill(): Killed {
    this.killed += 1;
    return new Killed();
  }

  /** One of the ways in which a conversion is asked for. */
  async ask(): Promise<void> {
    const caller = CALLERS[Math.floor(this.random() * CALLERS.length)] as Caller;
    const way = this.random();
    try {
      if (way < 0.15) await this.#upload(caller);
      else await this.#convert(caller, way);
      this.#answer('none');
    } catch (error) {
      this.#answer(error instanceof ConversionError ? error.code : 'INTERNAL');
    }
  }

  #answer(code: string): void {
    this.answers[code] = (this.answers[code] ?? 0) + 1;
  }

  async #convert(caller: Caller, way: number): Promise<void> {
    const id = newConversionId();
    const sourceSize = 1 + Math.floor(this.random() * 1e8);
    const settings = { targetFormat: 'json', quality: 'medium', options: {}, secrets: {} } as const;
    const request = {
      ...settings,
      id,
      caller,
      sourceSize,
      filename: 'a.csv',
      sourceFormat: 'csv',
      engine: duckdb,
    } as const;
    // Far longer than the engine takes on a busy machine, or not at all.
    const patience = Date.now() + (this.random() < 0.5 ? 10_000 : 0);
    const services = { ...this.stores, jobs: this.queue, converter: this.engine.converter(this.random() < 0.5) };
    const begin = (): Promise<BegunConversion> => {
      if (way < 0.6) return convertNow(request, CONTENT, services, patience);
      if (way < 0.8) return queueConversion(request, CONTENT, services, Date.now());
      return convertUploaded(request, uploadKey(id), services, Date.now());
    };
    await countConversion(caller, { id }, services, begin);
  }

  async #upload(caller: Caller): Promise<void> {
    const order = { filename: 'a.csv', target_format: this.random() < 0.9 ? 'json' : 'mp3' };
    const { upload } = await requestUpload(order, { id: newConversionId() }, caller, this.stores);
    await this.stores.files.put(uploadKey(upload.id), CONTENT, 'text/csv');
    // The notice comes until somebody has dealt with it, and at times once more.
    const notice = () => acceptUpload(upload.id, { ...this.stores, jobs: this.queue });
    for (let told = 0; told < 3; told += 1) await notice().catch(() => undefined);
  }

  /** All that comes after the requests: jobs, some of which are begun again. */
  async work(): Promise<void> {
    do {
      await this.perform();
      await this.stream.deliver(4);
      letTimePass(visibilityTimeout(queueOf(duckdb)) * 1000);
    } while (this.queue.reveal());
  }

  /** Does the jobs that wait. */
  perform(): Promise<void> {
    const services = { ...this.stores, converter: this.engine.converter(true) };
    return this.queue.work((id) => performJob(id, services));
  }

  /** Some fetch what was made. */
  async download(): Promise<void> {
    for (const id of this.stream.identifiers) {
      if (this.random() > 0.2) continue;
      const found = await this.stores.conversions.beginDownload(id, 'reader').catch(() => undefined);
      if (found) await this.stores.conversions.endDownload(id, 'reader', true).catch(() => undefined);
    }
  }

  /** What was converted, by the records: those that became ready, whatever became of them then. */
  async converted(): Promise<Conversion[]> {
    const conversions = new DynamoConversions(this.reliable, readEnvironment(ENVIRONMENT.conversionsTable));
    const found: Conversion[] = [];
    for (const id of this.stream.identifiers) {
      const conversion = await conversions.find(id);
      if (conversion?.state === 'ready' || conversion?.state === 'spent') found.push(conversion);
    }
    return found;
  }
}

/** Sums as both sides have them; seconds to the millisecond. */
function sum(
  entries: readonly { readonly engineSeconds: number; readonly bytesIn: number; readonly bytesOut: number }[],
) {
  const total = { conversions: entries.length, engineSeconds: 0, bytesIn: 0, bytesOut: 0 };
  for (const { engineSeconds, bytesIn, bytesOut } of entries) {
    total.engineSeconds += engineSeconds;
    total.bytesIn += bytesIn;
    total.bytesOut += bytesOut;
  }
  return exact(total);
}

function exact<T extends { engineSeconds: number }>(use: T): T {
  return { ...use, engineSeconds: Math.round(use.engineSeconds * 1000) };
}

const useIn = ({ sourceSize, fileSize = 0, conversionTime = 0 }: Conversion) => ({
  engineSeconds: conversionTime,
  bytesIn: sourceSize,
  bytesOut: fileSize,
});

/**
 * What is tested is the way from a request to the books, with the stores on AWS as far as they are stood in for; what
 * engines do is not: see `UnreliableEngine`.
 */
describe(`${MANY} conversions, with lost responses, duplicates, and workers that are killed at any time`, () => {
  let world: World;
  let converted: Conversion[];
  const entries: LedgerEntry[] = [];

  beforeAll(async () => {
    letTimePass(START - Date.now());
    world = new World();
    const stores = {
      ledger: { record: (entry: LedgerEntry) => world.perhaps(() => world.ledger.record(entry)) },
      slots: {
        release: (ended: Parameters<CountedSlots['release']>[0]) => world.perhaps(() => world.slots.release(ended)),
      },
    };
    useListeners([(transition) => recordUse(transition, stores)]);
    let left = MANY;
    const client = async () => {
      for (; left > 0; ) {
        left -= 1;
        await world.ask();
        if (world.random() < 0.02) await world.stream.deliver(2);
        if (world.random() < 0.05) await world.perform();
      }
    };
    await Promise.all(Array.from({ length: 12 }, client));
    await world.download();
    await world.work();
    await world.stream.deliver();
    // Nobody will say any more that a place is free.
    letTimePass(61 * 60_000);
    converted = await world.converted();
    for await (const entry of new DynamoLedger(world.reliable, readEnvironment(ENVIRONMENT.ledgerTable)).of(
      '2026-11-10',
    ))
      entries.push(entry);
  }, 300_000);

  // About 13 to 300 of each are expected: who runs beside whom is chance, so that a bound close to these fails by chance.
  it('did go wrong in every way', () => {
    const lost = world.lost.map((count) => count());
    expect(Math.min(...lost)).toBeGreaterThan(5);
    expect(world.killed).toBeGreaterThan(30);
    expect(world.queue.duplicates).toBeGreaterThan(20);
    expect(world.queue.lost).toBeGreaterThan(0);
    expect(world.stream.repeated).toBeGreaterThan(100);
    for (const end of ['made', 'busy', 'caller killed', 'engine killed', 'unreadable'])
      expect([end, (world.engine.ends[end] ?? 0) > 0]).toEqual([end, true]);
    for (const code of ['none', 'INTERNAL', 'RATE_LIMITED', 'QUOTA_EXCEEDED', 'UNREADABLE_FILE'])
      expect([code, (world.answers[code] ?? 0) > 0]).toEqual([code, true]);
    expect(converted.length).toBeGreaterThan(MANY / 3);
    expect(converted.filter(({ state }) => state === 'spent').length).toBeGreaterThan(10);
  });

  it('are in the ledger, each that was made once, and no other', () => {
    expect(entries.map(({ id }) => id).sort()).toEqual(converted.map(({ id }) => id).sort());
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    for (const conversion of converted) {
      const entry = byId.get(conversion.id);
      expect(entry).toMatchObject({ ...useIn(conversion), resultFormat: conversion.resultFormat });
      expect(entry?.account).toBe(conversion.account);
      expect(entry?.plan).toBe(conversion.account === 'acme' ? 'pro' : undefined);
      const made = {
        resultFormat: entry?.resultFormat,
        fileSize: entry?.bytesOut,
        conversionTime: entry?.engineSeconds,
      };
      expect(world.engine.made.get(conversion.id)).toContainEqual(made);
    }
  });

  it.each(CALLERS)('add up to what the limits count: $name', async ({ name, account, plan }) => {
    const own = converted.filter(({ caller }) => caller === name);
    // Who may have six under way loses these places to callers that were killed, one after the other.
    expect(own.length).toBeGreaterThan(0);
    const limits = new DynamoLimits(world.reliable, readEnvironment(ENVIRONMENT.callersTable));
    expect(exact(await limits.use(name, monthOf(START)))).toEqual(sum(own.map(useIn)));
    if (account) expect(sum(entries.filter((entry) => entry.account === account))).toEqual(sum(own.map(useIn)));
    expect(own.length).toBeLessThanOrEqual(plan.conversionsPerMonth ?? MANY);
  });
});
