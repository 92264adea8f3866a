import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusOf } from '../../functions/conversion/conversion.ts';
import { NO_METER } from '../../functions/conversion/job-meter.ts';
import type { Places } from '../../functions/conversion/places.ts';
import type { ConversionStore, FileStore } from '../../functions/conversion/stores.ts';
import { handler } from '../../functions/drop-folder/handler.ts';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { useConverter } from '../../functions/services/converter.ts';
import { useDropped } from '../../functions/services/dropped.ts';
import { LambdaConverter } from '../../functions/services/lambda-converter.ts';
import { useMessages } from '../../functions/services/messages.ts';
import { useMeter } from '../../functions/services/meter.ts';
import { usePlaces } from '../../functions/services/places.ts';
import { useRecords } from '../../functions/services/records.ts';
import { useJobQueue } from '../../functions/services/services.ts';
import { useFiles } from '../../functions/services/storage.ts';
import { RecordTable } from '../../local/records/record-table.ts';
import { SqliteConversions } from '../../local/records/sqlite-conversions.ts';
import { SqliteUploads } from '../../local/records/sqlite-uploads.ts';
import { Account } from '../dispatch/account.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { RoomInMemory } from './room-in-memory.ts';
import { SimulatedQueue } from './simulated-queue.ts';

const folder = temporaryFolder();
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const FILES = 3000;
const AT_ONCE = 6;
const CONTENT = Buffer.from('a,b\n1,2\n3,4\n');

const random = seededRandom(20);

/** The same object, but that one call of these methods in two thousand is not made, and the answer to another is lost. */
function lossy<T extends object>(object: T, ...methods: (keyof T)[]): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!methods.includes(name as keyof T)) return value.bind(target);
      return async (...parameters: unknown[]) => {
        if (random() < 0.0005) throw new Error('not made');
        const answer: unknown = await value.apply(target, parameters);
        if (random() < 0.0005) throw new Error('lost');
        return answer;
      };
    },
  });
}

/** Most jobs take a second, some longer than a call of the function waits. */
const jobTime = () => (random() < 0.02 ? 25 : 0.5 + random()) * SECOND;

/** The conversions that are under way, and how it ends with them. */
class Watch {
  readonly running = new Set<string>();
  most = 0;
  late = 0;
  failed = 0;

  conversions(inner: ConversionStore): ConversionStore {
    const watched: Partial<ConversionStore> = {
      create: async (conversion) => {
        await inner.create(conversion);
        this.running.add(conversion.id);
        this.most = Math.max(this.most, this.running.size);
      },
      complete: async (id, outcome) => {
        const conversion = await inner.find(id);
        if (conversion && statusOf(conversion) === 'failed') this.late += 1;
        this.running.delete(id);
        return inner.complete(id, outcome);
      },
      fail: async (id, failure) => {
        this.failed += 1;
        this.running.delete(id);
        return inner.fail(id, failure);
      },
    };
    return withOther(inner, watched);
  }
}

/** The same object with some other methods. */
function withOther<T extends object>(object: T, others: Partial<T>): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = others[name as keyof T] ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openService() {
  const account = new Account(1000, { quick: 1, medium: AT_ONCE, long: 1 }, jobTime);
  const table = new RecordTable(join(folder, `${Math.random()}.sqlite`));
  const watch = new Watch();
  const results = new Map<string, number>();
  let looking = 0;
  const places: Places = {
    look: async () => ({ size: CONTENT.length, etag: 'etag', ours: false }),
    copyIn: async () => true,
    copyOut: async (_, { key }) => void results.set(key, (results.get(key) ?? 0) + 1),
    write: async ({ key }) => void results.set(key, (results.get(key) ?? 0) + 1),
  };
  const files: FileStore = {
    ...account.files,
    peek: async () => {
      looking += 1;
      return { size: CONTENT.length, head: CONTENT };
    },
  };
  const watched = watch.conversions(new SqliteConversions(table));
  const conversions = lossy(watched, 'create', 'beginDownload', 'endDownload', 'forgetFiles');
  const create: ConversionStore['create'] = async (conversion) => {
    looking -= 1;
    await conversions.create(conversion);
  };
  useRecords({
    secret: async () => 'secret',
    conversions: withOther(conversions, { create }),
    uploads: new SqliteUploads(table),
  });
  useFiles(files);
  usePlaces(lossy(places, 'look', 'copyIn', 'copyOut', 'write'));
  useMeter(NO_METER);
  useMessages(account.messages);
  useJobQueue(lossy(account.jobs, 'send'));
  useConverter(
    new LambdaConverter(account.lambda, account.files, {
      functionName: (engine) => engine,
      engines: () => [],
      perAccount: false,
    }),
  );
  const [waiting, underWay] = [new SimulatedQueue(handler), new SimulatedQueue(handler)];
  const room = lossy(new RoomInMemory(), 'take', 'free');
  useDropped({ room, waiting: lossy(waiting, 'send'), underWay: lossy(underWay, 'send') });
  account.start();
  for (const queue of [waiting, underWay]) queue.start(4);
  const stop = async () => {
    account.stop();
    for (const queue of [waiting, underWay]) queue.stop();
    await vi.advanceTimersByTimeAsync(60 * SECOND);
    table.close();
  };
  return { waiting, underWay, results, watch, stop, isLooking: () => looking > 0 };
}

function messageFor(file: number): string {
  const object = { key: `in/${file}.csv`, etag: 'etag', sequencer: `${file}` };
  return JSON.stringify({ time: new Date().toISOString(), detail: { bucket: { name: 'dropped' }, object } });
}

describe('3,000 files dropped at once, some reported twice, while one call of a store in 1,000 fails', () => {
  it('are all converted, never more at once than may be, and none passes its deadline for waiting', {
    timeout: 300_000,
  }, async () => {
    process.env[ENVIRONMENT.dropFolder] = JSON.stringify({
      prefix: 'in/',
      into: 'made',
      outPrefix: 'out/',
      to: 'json',
    });
    process.env[ENVIRONMENT.dropFolderAtOnce] = `${AT_ONCE}`;
    const { waiting, underWay, results, watch, stop, isLooking } = openService();
    const began = Date.now();
    for (let file = 0; file < FILES; file += 1)
      for (let time = file % 10 === 0 ? 2 : 1; time > 0; time -= 1) await waiting.send(messageFor(file), 0);
    while (results.size < FILES && Date.now() < began + 6 * HOUR) {
      // A thread that looks at a file goes by the clock of this machine.
      do await setImmediate();
      while (isLooking());
      await vi.advanceTimersByTimeAsync(SECOND / 4);
    }
    // What is told once more of all, or sent anew, finds nothing to do.
    await vi.advanceTimersByTimeAsync(HOUR / 4);
    await stop();
    expect([...results.keys()].filter((key) => !/^out\/\d+\.csv\.json$/.test(key))).toEqual([]);
    expect(results.size).toBe(FILES);
    expect(watch.most).toBeLessThanOrEqual(AT_ONCE);
    expect({ late: watch.late, failed: watch.failed }).toEqual({ late: 0, failed: 0 });
    expect([...waiting.deadLetters, ...underWay.deadLetters]).toEqual([]);
    // Waiting is cheap: within the hour that it takes, a file is looked at nine times, on a busy machine some twenty.
    expect(waiting.sent / FILES).toBeLessThan(40);
  });
});
