import { type AddressInfo, createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConversionError } from '../../functions/conversion/errors.ts';
import { ResidentPool, type ResidentPoolOptions } from '../../functions/sandbox/resident-pool.ts';
import type { Task } from '../engines/resident-program-under-test.ts';

const MB = 1024 * 1024;
const pools: ResidentPool<Task>[] = [];

function pool(options: Partial<ResidentPoolOptions> = {}): ResidentPool<Task> {
  const made = new ResidentPool<Task>({
    program: 'test/engines/resident-program-under-test.ts',
    size: 1,
    timeLimit: 10_000,
    memoryLimit: 1000 * MB,
    jailMemory: 2000,
    ...options,
  });
  pools.push(made);
  return made;
}

afterEach(() => {
  for (const made of pools.splice(0)) made.stop();
});

const failure = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: ConversionError) => error,
  );
const gone = (pid: unknown) => {
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    return true;
  }
};

describe('a pool of resident processes', () => {
  it('does jobs one after the other in one process, in the order they came', async () => {
    const one = pool();
    const finished: number[] = [];
    const job = async (value: number, milliseconds: number) =>
      finished.push(Number(await one.run({ do: 'wait', milliseconds, value })));
    const pid = await one.run({ do: 'pid' });
    await Promise.all([job(1, 60), job(2, 20), job(3, 0)]);
    expect(finished).toEqual([1, 2, 3]);
    expect(await one.run({ do: 'pid' })).toBe(pid);
  });

  it('works in as many processes as it has', async () => {
    const two = pool({ size: 2 });
    const pids = await Promise.all([two.run({ do: 'pid' }), two.run({ do: 'pid' })]);
    expect(new Set(pids).size).toBe(2);
  });

  it('loses one job with a process that dies, and does the next in a fresh one', async () => {
    const one = pool();
    const [died, next] = await Promise.all([failure(one.run({ do: 'die' })), one.run({ do: 'answer', value: 'next' })]);
    expect(died?.code).toBe('ENGINE_FAILED');
    expect(next).toBe('next');
  });

  it('survives that its process is killed from outside, working or idle', async () => {
    const one = pool();
    const pid = Number(await one.run({ do: 'pid' }));
    const working = failure(one.run({ do: 'wait', milliseconds: 5000 }));
    process.kill(pid, 'SIGKILL');
    expect((await working)?.code).toBe('ENGINE_FAILED');
    const idle = Number(await one.run({ do: 'pid' }));
    process.kill(idle, 'SIGKILL');
    await expect.poll(() => gone(idle)).toBe(true);
    expect(await one.run({ do: 'answer', value: 1 })).toBe(1);
  });

  it('kills a job that takes too long, whatever it does', async () => {
    const one = pool({ timeLimit: 1500 });
    const pid = await one.run({ do: 'pid' });
    const late = await failure(one.run({ do: 'hang' }));
    expect(late?.code).toBe('ENGINE_TIMED_OUT');
    expect(late?.message).toContain('2 seconds');
    await expect.poll(() => gone(pid)).toBe(true);
    expect(await one.run({ do: 'answer', value: 1 })).toBe(1);
  });

  it('ends a job that is not wanted any more, and does not begin one that waits', async () => {
    const one = pool();
    const patience = new AbortController();
    const pid = await one.run({ do: 'pid' });
    const both = [failure(one.run({ do: 'hang' }, patience.signal)), failure(one.run({ do: 'pid' }, patience.signal))];
    const next = one.run({ do: 'answer', value: 'next' });
    setTimeout(() => patience.abort(), 300);
    const [working, waiting] = await Promise.all(both);
    expect([working?.code, waiting?.code]).toEqual(['ENGINE_FAILED', 'ENGINE_TIMED_OUT']);
    expect(await next).toBe('next');
    expect(gone(pid)).toBe(true);
  });

  it('replaces a process that has grown', async () => {
    const one = pool({ memoryLimit: 200 * MB });
    const pid = await one.run({ do: 'pid' });
    expect(await one.run({ do: 'grow' })).toBe(1);
    expect(await one.run({ do: 'pid' })).not.toBe(pid);
  });

  it('gives its processes nothing of its own environment', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'secret';
    try {
      const seen = (await pool({ environment: { GIVEN: 'yes' } }).run({ do: 'environment' })) as Record<string, string>;
      const expected = [
        'GIVEN',
        'HOME',
        'LANG',
        'MALLOC_ARENA_MAX',
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
        'OPENSSL_CONF',
        'TMPDIR',
      ];
      expect(Object.keys(seen).filter((name) => !expected.includes(name))).toEqual([]);
      expect(seen.GIVEN).toBe('yes');
    } finally {
      delete process.env.AWS_SECRET_ACCESS_KEY;
    }
  });

  it('keeps the code in them from other files', async () => {
    const denied = await failure(pool().run({ do: 'read', path: '/proc/self/environ' }));
    expect(inspect(denied?.cause)).toContain('ERR_ACCESS_DENIED');
  });

  it('passes failures on: the message to the client, the reason to the log', async () => {
    const one = pool();
    const failed = await failure(one.run({ do: 'fail' }));
    expect([failed?.code, failed?.message]).toEqual(['UNREADABLE_FILE', 'Not readable.']);
    expect(inspect(failed?.cause)).toContain('the secret reason');
    const broken = await failure(one.run({ do: 'break' }));
    expect(broken?.code).toBe('ENGINE_FAILED');
    expect(broken?.message).not.toContain('a fault of ours');
  });

  it('can be warmed up, and stopped', async () => {
    const one = pool();
    one.warmUp();
    const pid = await one.run({ do: 'pid' });
    one.stop();
    await expect.poll(() => gone(pid)).toBe(true);
    expect(await one.run({ do: 'answer', value: 1 })).toBe(1);
  });

  it('keeps its processes in a jail: they reach no server', async () => {
    const server = createServer();
    let connections = 0;
    server.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      expect(await pool().run({ do: 'connect', port })).toMatch(/EACCES|EPERM|EAFNOSUPPORT/);
      expect(connections).toBe(0);
    } finally {
      server.close();
    }
  });
});
