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
});
