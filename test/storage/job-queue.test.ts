import { afterEach, describe, expect, it } from 'vitest';
import { newConversionId } from '../../functions/conversion/conversion.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { JobQueues, type JobQueuesOptions } from '../../local/jobs/job-queues.ts';

/** How long a job that failed is left alone, in milliseconds. */
const PAUSE = 300;

const job = (engine: string, id: string, caller = 'acme', originalFormat: FormatName = 'png') => ({
  engine,
  id,
  caller,
  originalFormat,
});

describe('jobs', () => {
  const started: JobQueues[] = [];
  const start = (options: Pick<JobQueuesOptions, 'handle'> & Partial<JobQueuesOptions>) => {
    const queues = new JobQueues({ engines: { sharp: PAUSE, office: PAUSE }, concurrency: 2, ...options });
    started.push(queues);
    return queues;
  };
  afterEach(async () => {
    for (const queue of started.splice(0)) await queue.stop();
  });

  it('are tried again some time after they failed, and so long leave the others their turn', async () => {
    const begun: { id: string; at: number }[] = [];
    const [failing, other] = [newConversionId(), newConversionId()];
    const handle = async (id: string) => {
      begun.push({ id, at: performance.now() });
      if (id === failing && begun.filter((job) => job.id === failing).length === 1) throw new Error('Not now');
    };
    const queue = start({ handle, concurrency: 1 });
    await queue.send(job('sharp', failing));
    await queue.send(job('sharp', other));
    await expect.poll(() => begun.map(({ id }) => id), { timeout: 10_000 }).toEqual([failing, other, failing]);
    const [first, , second] = begun.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(PAUSE * 0.9);
  });

  it('of several callers are done one of each after the other', async () => {
    const done: string[] = [];
    const finish: (() => void)[] = [];
    const handle = async (id: string) => {
      if (done.length === 0) await new Promise<void>((resolve) => finish.push(resolve));
      done.push(id);
    };
    const queue = start({ concurrency: 1, handle });
    const send = async (caller: string, count: number) => {
      const ids = Array.from({ length: count }, newConversionId);
      for (const id of ids) await queue.send(job('sharp', id, caller));
      return ids;
    };
    const many = await send('greedy', 100);
    const few = await send('modest', 2);
    finish.shift()?.();
    await expect.poll(() => done.length).toBe(102);
    expect(few.map((id) => done.indexOf(id))).toEqual([2, 4]);
    expect(done.filter((id) => many.includes(id))).toEqual(many);
    await queue.stop();
  });

  it('of another format do not wait for those of one that take long', async () => {
    const begun: string[] = [];
    const end = Promise.withResolvers<void>();
    const handle = (id: string) => {
      begun.push(id);
      return end.promise;
    };
    const queue = start({ handle });
    const send = async (format: FormatName) => {
      const id = newConversionId();
      await queue.send(job('sharp', id, 'acme', format));
      return id;
    };
    const drawings: string[] = [];
    for (let sent = 0; sent < 8; sent += 1) drawings.push(await send('svg'));
    const [photo, icon] = [await send('jpg'), await send('ico')];
    await send('gif');
    // As many again as there are places, and no more.
    expect(begun).toEqual([...drawings.slice(0, 2), photo, icon]);
    end.resolve();
    await queue.stop();
  });

  it('are counted while they wait, and fill the queue of their engine alone', async () => {
    const finish: (() => void)[] = [];
    const queue = start({
      concurrency: 1,
      longest: 2,
      handle: () => new Promise((resolve) => finish.push(resolve)),
    });
    const backlogs: unknown[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      await queue.send(job('sharp', newConversionId()));
      backlogs.push(queue.backlog('sharp'));
    }
    expect(backlogs).toEqual(['none', 'some', 'full']);
    expect(queue.backlog('office')).toBe('none');
    finish.shift()?.();
    await expect.poll(() => queue.backlog('sharp')).toBe('some');
    const stopped = queue.stop();
    finish.shift()?.();
    await stopped;
  });
});
