import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES } from '../../functions/engines/index.ts';
import { type Envelope, read, useLocalService } from '../support/local-service.ts';

const INLINE = 20;
const QUEUED = 10;
/** How many clients come at once, as many as right after the start. */
const CLIENTS = 6;
const TIME = 10 * 60_000;

/** Each host does one job: every job is the first that its host does. */
const service = useLocalService({
  engines: ENGINES.map((engine) => ({ ...engine, worker: { ...engine.worker, jobs: 1 } })),
});

describe('conversions that are each the first of a fresh engine host', () => {
  const hosts = new Set<string>();
  let stop: () => void;
  let png: Buffer;
  let pdf: Buffer;

  beforeAll(async () => {
    const watcher = watch(join(dirname(service.files), 'hosts'), (_, name) => name && hosts.add(name));
    stop = () => watcher.close();
    png = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    pdf = await readFile(join(import.meta.dirname, '../pdfs/cairo.pdf'));
  });

  afterAll(() => stop());

  /** Does so many things, a few at a time. */
  async function repeat<T>(times: number, task: (time: number) => Promise<T>): Promise<T[]> {
    const done: T[] = [];
    let next = 0;
    const client = async () => {
      while (next < times) done.push(await task(next++));
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return done;
  }

  /** How a conversion ended that may have been left to the queue. */
  async function settle({ body }: { body: Envelope }): Promise<string> {
    if (body.data?.status !== 'processing') return body.data?.status ?? JSON.stringify(body);
    const settled = await service.settled(body.data.conversion_id);
    return settled.body.data?.status ?? JSON.stringify(settled.body);
  }

  it(`${INLINE} while their sender waits: none fails`, { timeout: TIME }, async () => {
    const ends = await repeat(INLINE, async () =>
      settle(await read(service.convert(png, 'a.png', { target_format: 'webp' }))),
    );
    expect(ends).toEqual(Array(INLINE).fill('ready'));
    expect(hosts.size).toBeGreaterThanOrEqual(INLINE);
  });

  it(`${QUEUED} from the queues: none fails`, { timeout: TIME }, async () => {
    hosts.clear();
    const ends = await repeat(QUEUED, async (time) => {
      const [file, target] = time % 2 ? [png, 'webp'] : [pdf, 'txt'];
      const headers = { Prefer: 'respond-async' };
      return settle(await read(service.convert(file, 'a', { target_format: target }, headers)));
    });
    expect(ends).toEqual(Array(QUEUED).fill('ready'));
    expect(hosts.size).toBeGreaterThanOrEqual(QUEUED);
  });
});
