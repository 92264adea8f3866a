import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_SLOTS } from '../../functions/callers/slots.ts';
import { type Conversion, newConversionId, statusOf } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/convert-now.ts';
import type { ConversionError } from '../../functions/conversion/errors.ts';
import { NO_METER } from '../../functions/conversion/job-meter.ts';
import { type ConversionRequest, queueConversion } from '../../functions/conversion/request-conversion.ts';
import { ENGINES } from '../../functions/engines/index.ts';
import { useConverter } from '../../functions/services/converter.ts';
import { LambdaConverter } from '../../functions/services/lambda-converter.ts';
import { useMessages } from '../../functions/services/messages.ts';
import { useMeter } from '../../functions/services/meter.ts';
import { useRecords } from '../../functions/services/records.ts';
import { useFiles } from '../../functions/services/storage.ts';
import { RecordTable } from '../../local/records/record-table.ts';
import { SqliteConversions } from '../../local/records/sqlite-conversions.ts';
import { SqliteUploads } from '../../local/records/sqlite-uploads.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Account, pause, THROTTLED } from './account.ts';

const folder = temporaryFolder();
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CONTENT = Buffer.from('content');

/** What each engine does, and for how long in seconds: sharp at once, the others from the queue. */
const KINDS = [
  ['sharp', 'jpg', 'webp', 1],
  ['office', 'docx', 'pdf', 6],
  ['pandoc', 'md', 'html', 2],
  ['duckdb', 'csv', 'json', 1],
  ['ffmpeg', 'wav', 'mp3', 20],
] as const;

const timeOf = (engine: string) => SECOND * (KINDS.find(([name]) => name === engine)?.[3] ?? 5);

let made = 0;

/** The service in an account with room for so many calls. */
function serviceIn(room: number) {
  made += 1;
  mkdirSync(join(folder, String(made)));
  const table = new RecordTable(join(folder, String(made), 'records.sqlite'));
  const account = new Account(room, { quick: 3, medium: 3, long: 2 }, timeOf);
  const converter = new LambdaConverter(account.lambda, account.files, {
    functionName: (engine) => engine,
    engines: () => [],
    perAccount: false,
  });
  const records = {
    secret: async () => 'secret',
    conversions: new SqliteConversions(table),
    uploads: new SqliteUploads(table),
  };
  useRecords(records);
  useFiles(account.files);
  useConverter(converter);
  useMeter(NO_METER);
  useMessages(account.messages);
  const services = { ...records, files: account.files, slots: NO_SLOTS, jobs: account.jobs, converter };
  account.start();
  ended.push(() => {
    account.stop();
    table.close();
  });
  return { account, services };
}

const ended: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers());

afterEach(async () => {
  // Whoever polls looks once more, and sees that it is stopped.
  const [stop] = ended.splice(0);
  stop?.();
  await vi.advanceTimersByTimeAsync(2 * MINUTE).catch(() => undefined);
  vi.useRealTimers();
});

function requestFor(kind: number): ConversionRequest {
  const [name, sourceFormat, targetFormat] = KINDS[kind % KINDS.length] ?? KINDS[0];
  const engine = ENGINES.find((candidate) => candidate.name === name);
  if (!engine) throw new Error(`there is no engine ${name}`);
  return {
    id: newConversionId(),
    caller: { name: `caller-${kind % 3}` },
    filename: `a.${sourceFormat}`,
    sourceFormat,
    sourceSize: CONTENT.length,
    targetFormat,
    quality: 'medium',
    options: {},
    secrets: {},
    engine,
  };
}

type Services = ReturnType<typeof serviceIn>['services'];

/** Leaves a job, without waiting for it. */
async function leave(kind: number, services: Services): Promise<Conversion> {
  const { conversion } = await queueConversion(requestFor(kind), CONTENT, services, Date.now());
  return conversion;
}

const find = async (id: string, { conversions }: Services) => {
  const conversion = await conversions.find(id);
  if (!conversion) throw new Error('the record is gone');
  return conversion;
};

/** Turns the clock until all have ended. @returns when each was seen to, in milliseconds since the epoch */
async function waitForAll(jobs: readonly Conversion[], services: Services, longest: number): Promise<number[]> {
  const ends = new Map<string, number>();
  const until = Date.now() + longest;
  while (ends.size < jobs.length && Date.now() < until) {
    await vi.advanceTimersByTimeAsync(SECOND);
    for (const { id } of jobs)
      if (!ends.has(id) && (await find(id, services)).state !== 'processing') ends.set(id, Date.now());
  }
  return jobs.map(({ id }) => ends.get(id) ?? Number.POSITIVE_INFINITY);
}

const THROTTLES = () => THROTTLED;

describe('jobs while Lambda refuses calls', () => {
  it('for a minute are done within 40 seconds when there is room again', async () => {
    const { account, services } = serviceIn(1000);
    account.weather = THROTTLES;
    const jobs = await Promise.all([0, 1, 2, 3, 4].map((kind) => leave(kind, services)));
    await vi.advanceTimersByTimeAsync(MINUTE);
    account.weather = () => undefined;
    const room = Date.now();
    const ends = await waitForAll(jobs, services, 10 * MINUTE);
    for (const [at, { id }] of jobs.entries()) {
      expect(await find(id, services)).toMatchObject({ state: 'ready', attempts: 1 });
      expect((ends[at] ?? 0) - room - timeOf(jobs[at]?.engine ?? '')).toBeLessThan(40 * SECOND);
    }
    expect(account.refused).toBeGreaterThan(5);
  });

  it('for an hour fail at their deadline and not before, and the last of them are done within 40 seconds', async () => {
    const { account, services } = serviceIn(1000);
    account.weather = THROTTLES;
    const jobs: Conversion[] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      jobs.push(await leave(minute, services));
      await vi.advanceTimersByTimeAsync(MINUTE);
      for (const { id } of jobs) {
        const conversion = await find(id, services);
        // To the second in which it is seen.
        if (Date.now() < conversion.deadline) expect(conversion.state).toBe('processing');
        else expect(statusOf(conversion)).toBe('failed');
      }
    }
    account.weather = () => undefined;
    const room = Date.now();
    const late = jobs.filter(({ deadline }) => deadline > room);
    await waitForAll(jobs, services, 10 * MINUTE);
    expect(late.length).toBeGreaterThan(5);
    for (const { id, deadline } of jobs) {
      const conversion = await find(id, services);
      if (deadline > room + MINUTE) expect(conversion.state).toBe('ready');
      if (deadline < room) expect(conversion).toMatchObject({ state: 'failed', failure: { code: 'SERVICE_BUSY' } });
    }
  });

  it.each<[string, object]>([
    ['ResourceNotReadyException', { $metadata: { httpStatusCode: 502 } }],
    ['ResourceConflictException', { $metadata: { httpStatusCode: 409 } }],
    ['CodeArtifactUserPendingException', { $metadata: { httpStatusCode: 409 } }],
  ])('since a function wakes up (%s) are done when it is there', async (name, more) => {
    const { account, services } = serviceIn(1000);
    const awake = Date.now() + 90 * SECOND;
    account.weather = () => (Date.now() < awake ? { name, ...more } : undefined);
    const job = await leave(1, services);
    const [end = 0] = await waitForAll([job], services, 10 * MINUTE);
    expect(await find(job.id, services)).toMatchObject({ state: 'ready', attempts: 1 });
    expect(end - awake).toBeLessThan(50 * SECOND);
  });

  it('with 5xx, every second time, are all done', async () => {
    const { account, services } = serviceIn(1000);
    const random = seededRandom(20_261_123);
    account.weather = () =>
      random() < 0.5 ? { name: 'ServiceException', $metadata: { httpStatusCode: 500 } } : undefined;
    const jobs = await Promise.all(Array.from({ length: 20 }, (_, kind) => leave(kind, services)));
    await waitForAll(jobs, services, 20 * MINUTE);
    for (const { id } of jobs) expect((await find(id, services)).state).toBe('ready');
  });

  it('and loses answers count the attempts that may have begun, and fail by our fault after them', async () => {
    const { account, services } = serviceIn(1000);
    let lost = 1;
    account.weather = () => {
      lost -= 1;
      return lost >= 0 ? 'lost' : undefined;
    };
    const lucky = await leave(1, services);
    await waitForAll([lucky], services, 10 * MINUTE);
    expect((await find(lucky.id, services)).state).toBe('ready');
    lost = Number.POSITIVE_INFINITY;
    const unlucky = await leave(1, services);
    await waitForAll([unlucky], services, 10 * MINUTE);
    expect(await find(unlucky.id, services)).toMatchObject({ state: 'failed', failure: { code: 'ENGINE_FAILED' } });
  });

  it('after an answer was lost keep that attempt counted', async () => {
    const { account, services } = serviceIn(1000);
    const answers: ReturnType<Account['weather']>[] = ['lost', THROTTLED];
    account.weather = () => answers.shift();
    const job = await leave(1, services);
    await waitForAll([job], services, 10 * MINUTE);
    expect(await find(job.id, services)).toMatchObject({ state: 'ready', attempts: 2 });
  });
});

/** A client of convert that asks again when there is no room for its call, or its conversion is not done yet. */
async function convertAsClient(kind: number, account: Account, services: Services): Promise<string> {
  const request = requestFor(kind);
  let id = '';
  let refused = 0;
  const ask = async () => {
    const convert = request.engine.worker.lane === 'request' ? convertNow : queueConversion;
    const { conversion } = await convert(request, CONTENT, services, Date.now() + 25 * SECOND);
    id = conversion.id;
  };
  while (!(await account.occupy(ask))) {
    refused += 1;
    // What API Gateway answers then is no answer of ours; a client waits longer each time.
    await pause(Math.min(2 ** refused, 10) * SECOND);
  }
  return id;
}

describe('a new account with 10 concurrent executions', () => {
  it('does 100 jobs of mixed engines, requested within 20 seconds: all end ready', async () => {
    const { account, services } = serviceIn(10);
    const failures: ConversionError[] = [];
    const clients: Promise<string | undefined>[] = [];
    const began = Date.now();
    for (let kind = 0; kind < 100; kind += 1) {
      clients.push(
        convertAsClient(kind, account, services).catch((error: ConversionError) => {
          failures.push(error);
          return undefined;
        }),
      );
      await vi.advanceTimersByTimeAsync(200);
    }
    const all = Promise.all(clients);
    let taken: (string | undefined)[] | undefined;
    void all.then((ids) => {
      taken = ids;
    });
    while (!taken && Date.now() < began + 20 * MINUTE) await vi.advanceTimersByTimeAsync(SECOND);
    expect(failures).toEqual([]);
    const jobs = await Promise.all((taken ?? []).map((id) => find(id ?? '', services)));
    expect(jobs).toHaveLength(100);
    await waitForAll(jobs, services, 20 * MINUTE);
    const states = await Promise.all(jobs.map(async ({ id }) => (await find(id, services)).state));
    expect(states.filter((state) => state !== 'ready')).toEqual([]);
    expect(account.most).toBe(10);
  });
});
