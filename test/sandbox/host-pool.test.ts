import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ConversionError } from '../../functions/conversion/errors.ts';
import type { EngineWorker } from '../../functions/engines/engine.ts';
import { Semaphore } from '../../functions/sandbox/semaphore.ts';
import { endHosts, hostsUnderTest } from '../support/host-under-test.ts';
import type { Task } from './host-under-test.ts';

afterEach(endHosts);

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: ConversionError) => error,
  );

describe('the hosts of an engine', () => {
  it('serve one account each where an engine wants it, and end to make room for another', async () => {
    const { run, folders } = await hostsUnderTest({ perAccount: true }, 1, { standby: false });
    const hostOf = (account?: string) => run({ do: 'pid' }, { account });
    const [first, again, other, back] = [await hostOf('a'), await hostOf('a'), await hostOf(), await hostOf('a')];
    expect(again).toBe(first);
    expect(new Set([first, other, back]).size).toBe(3);
    await expect.poll(folders).toHaveLength(1);
  });

  it('do a file of another format while those of one take long', async () => {
    const { run } = await hostsUnderTest({}, 2);
    const long = Array.from({ length: 4 }, () => run({ do: 'wait', milliseconds: 1000, value: 'long' }));
    const short = [1, 2].map((value) => run({ do: 'wait', milliseconds: 0, value }, { format: 'md' }));
    expect(await Promise.race([Promise.all(short), ...long])).toEqual([1, 2]);
    expect(await Promise.all(long)).toHaveLength(4);
  });

  it('do a file of the same format beside those that have taken long', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const places = new Semaphore(2);
    for (const _ of 'ab') await places.acquire('txt');
    const begun = vi.fn();
    places.acquire('txt').then(begun);
    await vi.advanceTimersByTimeAsync(9000);
    expect(begun).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(begun).toHaveBeenCalled();
  });

  it('run jobs in order, also when some are aborted in between', async () => {
    const { run } = await hostsUnderTest({}, 2);
    expect(new Set(await Promise.all([run({ do: 'pid' }), run({ do: 'pid' })])).size).toBe(2);
    const begun: number[] = [];
    const task = { do: 'wait', milliseconds: 20, value: 1 } as const;
    const jobs = Array.from({ length: 30 }, (_, number) => {
      const impatient = number > 4 && number % 3 === 0;
      const signal = impatient ? AbortSignal.timeout(number) : undefined;
      return failure(run(task, { signal, onBegin: () => begun.push(number) }));
    });
    const codes = (await Promise.all(jobs)).map((error) => error?.code);
    expect(begun).toEqual([...begun].sort((a, b) => a - b));
    expect(codes.filter((code) => code === undefined).length).toBe(begun.length);
    expect(begun.length).toBe(22);
    const late = failure(run(task, { signal: AbortSignal.abort() }));
    expect((await late)?.code).toBe('ENGINE_TIMED_OUT');
  });

  it('end when they have worked and wait in vain, but for a fresh one that does the next job', async () => {
    const { run, folders } = await hostsUnderTest({}, 2, { longestIdle: 700 });
    const pids = await Promise.all([run({ do: 'pid' }), run({ do: 'pid' })]);
    const worked = folders();
    expect(worked.length).toBe(2);
    await expect
      .poll(folders, { timeout: 20_000 })
      .toSatisfy((now: string[]) => !now.some((at) => worked.includes(at)));
    const fresh = folders();
    expect(fresh.length).toBe(1);
    // One that has not worked does not end.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(folders()).toEqual(fresh);
    expect(pids).not.toContain(await run({ do: 'pid' }));
    expect(folders()).toEqual(fresh);
  });

  it('all end when they have worked and wait in vain, where none stands by, and are started by the next job', async () => {
    const { pool, run, folders } = await hostsUnderTest({}, 2, { longestIdle: 700, standby: false });
    await pool.warmUp();
    expect(folders()).toEqual([]);
    const pid = await run({ do: 'pid' });
    expect(folders().length).toBe(1);
    await expect.poll(folders, { timeout: 20_000 }).toEqual([]);
    expect(await run({ do: 'pid' })).not.toBe(pid);
  });

  it('report a file that exhausts the heap of Node as too complex', { timeout: 300_000 }, async () => {
    const { run } = await hostsUnderTest({ memory: 6000, timeout: 300 });
    const [filled, next] = await Promise.all([failure(run({ do: 'fill' })), run({ do: 'answer', value: 'next' })]);
    expect(filled?.code).toBe('TOO_COMPLEX');
    expect(next).toBe('next');
  });

  it.each(['die', 'exit'] as const)('find the file unreadable that has two of them end abruptly: %s', async (how) => {
    const { run, folders } = await hostsUnderTest();
    const pid = await run({ do: 'pid' });
    const [died, next] = await Promise.all([failure(run({ do: how })), run({ do: 'pid' })]);
    expect(died?.code).toBe('UNREADABLE_FILE');
    expect(next).not.toBe(pid);
    await expect.poll(() => folders().length).toBe(1);
  });

  it('do a job once more whose first host crashes by chance, and its client learns nothing of it', async () => {
    const { pool } = await hostsUnderTest();
    const tasks = [{ do: 'die' }, { do: 'answer', value: 'done' }];
    const order = { sourceFormat: 'txt', targetFormat: 'png', quality: 'medium', options: {} } as const;
    const source = async () => Buffer.from(JSON.stringify(tasks.shift()));
    const answer = await pool.convert(order, source, async (_, { content }) => text(Readable.from(content)));
    expect(answer).toBe('"done"');
  });

  it('are our fault when they cannot begin, however often they are started', async () => {
    const { run } = await hostsUnderTest({ program: 'test/sandbox/no-such-program.ts' });
    expect((await failure(run({ do: 'pid' })))?.code).toBe('ENGINE_FAILED');
  });

  const oneSecond = { processorTime: { seconds: 1, secondsForMillion: 0, most: 1 } };

  it.each<[string, Partial<EngineWorker>, Task, string]>([
    ['keeps them at work for longer than its size allows', oneSecond, { do: 'hang' }, 'TOO_COMPLEX'],
    ['keeps a tool of theirs at work', oneSecond, { do: 'tool', code: 'for (;;);' }, 'TOO_COMPLEX'],
    ['has them at work when their time ends', { timeout: 4 }, { do: 'hang' }, 'TOO_COMPLEX'],
    ['has a tool stand still', { timeout: 4 }, { do: 'tool', code: 'setInterval(() => {}, 1000)' }, 'ENGINE_TIMED_OUT'],
    ['has them wait for nothing', { timeout: 4 }, { do: 'sleep' }, 'ENGINE_TIMED_OUT'],
  ])('end with a file that %s, and do the next job', async (_, worker, task, code) => {
    const { run, folders } = await hostsUnderTest(worker);
    await run({ do: 'pid' });
    const [before] = folders();
    const began = Date.now();
    expect((await failure(run(task)))?.code).toBe(code);
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(await run({ do: 'answer', value: 1 })).toBe(1);
    await expect.poll(folders).not.toContain(before);
  });

  it('end a job that is not wanted any more, and do not begin one that waits', async () => {
    const { run } = await hostsUnderTest();
    const wanted = new AbortController();
    const pid = await run({ do: 'pid' });
    const { signal } = wanted;
    const both = [failure(run({ do: 'hang' }, { signal })), failure(run({ do: 'pid' }, { signal }))];
    const next = run({ do: 'pid' });
    setTimeout(() => wanted.abort(), 300);
    const [working, waiting] = await Promise.all(both);
    expect([working?.code, waiting?.code]).toEqual(['ENGINE_FAILED', 'ENGINE_TIMED_OUT']);
    expect(await next).not.toBe(pid);
  });

  it('are replaced when they have done their share, or have grown, and after every odd end', async () => {
    const { run } = await hostsUnderTest({ jobs: 3 });
    const pids = [];
    for (let job = 0; job < 6; job++) pids.push(await run({ do: 'pid' }));
    expect(pids.slice(0, 3)).toEqual(Array(3).fill(pids[0]));
    expect(pids.slice(3)).toEqual(Array(3).fill(pids[3]));
    expect(pids[3]).not.toBe(pids[0]);
    const { run: another } = await hostsUnderTest();
    for (const task of [{ do: 'grow' }, { do: 'break' }, { do: 'say', line: 'nonsense' }] as const) {
      const pid = await another({ do: 'pid' });
      await failure(another(task));
      expect(await another({ do: 'pid' }), task.do).not.toBe(pid);
    }
    const pid = await another({ do: 'pid' });
    expect((await failure(another({ do: 'fail' })))?.code).toBe('UNREADABLE_FILE');
    expect(await another({ do: 'pid' })).toBe(pid);
  });

  it('see one job: nothing of the last is there any more', async () => {
    const { run } = await hostsUnderTest();
    const folder = await run({ do: 'leftovers' });
    expect(await run({ do: 'leftovers' })).toBe(folder);
  });

  it('know nothing of our environment', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'secret';
    try {
      const { run } = await hostsUnderTest();
      const seen = (await run({ do: 'environment' })) as Record<string, string>;
      const expected = ['HOME', 'LANG', 'LC_ALL', 'MALLOC_ARENA_MAX', 'OPENSSL_CONF', 'TMPDIR'];
      expect(Object.keys(seen).sort()).toEqual(expected);
    } finally {
      delete process.env.AWS_SECRET_ACCESS_KEY;
    }
  });

  it('pass failures on: the message to the client, the reason to the log', async () => {
    const { run } = await hostsUnderTest();
    const failed = await failure(run({ do: 'fail' }));
    expect([failed?.code, failed?.message]).toEqual(['UNREADABLE_FILE', 'Not readable.']);
    expect(inspect(failed?.cause)).toContain('the secret reason');
    const broken = await failure(run({ do: 'break' }));
    expect(broken?.code).toBe('ENGINE_FAILED');
    expect(broken?.message).not.toContain('a fault of ours');
    expect((await failure(run({ do: 'nothing' })))?.code).toBe('ENGINE_FAILED');
  });

  it('cannot make a text that harms a client or a log', async () => {
    const { run } = await hostsUnderTest();
    const message = `\u001b[31mred\u0000 ${'y'.repeat(5000)}`;
    const line = JSON.stringify({ event: 'failed', code: 'INTERNAL', message, detail: '' });
    const failed = await failure(run({ do: 'say', line }));
    expect(failed?.code).toBe('ENGINE_FAILED');
    expect(failed?.message).toMatch(/^ \[31mred {2}y+$/);
    expect(failed?.message.length).toBeLessThanOrEqual(1000);
  });
});
