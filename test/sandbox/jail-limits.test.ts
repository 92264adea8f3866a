import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ended, firstWords, Ground, HOMES, type Limits, own, processesWith } from './confined.ts';

const GOT = 'got it';

const ground = new Ground();

/** What was said by attacks that succeeded without a jail. */
const got = new Map<string, string>();

afterAll(() => rmSync(ground.folder, { recursive: true, force: true }));

describe.each(HOMES)('a jail started by $user, confined by $files', (home) => {
  const started: ChildProcess[] = [];
  let work: string;
  let mark: string;

  ground.skipWhereUnavailable(home);

  beforeEach(() => {
    work = ground.folderOf(home);
    mark = basename(work);
  });

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    for (const pid of processesWith(mark)) process.kill(pid, 'SIGKILL');
    rmSync(work, { recursive: true, force: true });
  });

  function start(command: readonly string[], cwd = work): ChildProcess {
    const child = ground.start(home, command, { cwd });
    started.push(child);
    return child;
  }

  function jailed(attack: readonly string[], limits?: Limits): string[] {
    own(home, work); // a jail before has given it to its user
    return ground.jailed(home, work, [ground.takenOver, ...attack], limits);
  }

  /** What comes of the same without a jail. That depends on who tries it, and is tried once by each. */
  async function outside(...attack: string[]): Promise<string> {
    const key = [home.user, ...attack].join(' ');
    const known = got.get(key);
    if (known) return known;
    const folder = ground.folderOf(home);
    const said = await firstWords(start([ground.takenOver, ...attack], folder));
    if (existsSync(join(folder, 'closed'))) chmodSync(join(folder, 'closed'), 0o700);
    rmSync(folder, { recursive: true, force: true });
    if (said.startsWith(GOT)) got.set(key, said);
    return said;
  }

  describe('ends what takes too much', () => {
    const attacks: [string, string, Limits, string][] = [
      ['forks', '400', { tasks: 1000 }, 'processes'],
      ['forks', '60', { processes: 1000, tasks: 40 }, 'tasks'],
      ['threads', '3000', {}, 'tasks'],
      ['threads', '3000', { processes: 1 }, 'tasks'],
      ['memory-of-many', '100', { memory: 500, processes: 20 }, 'memory'],
      ['page-tables', '150', { memory: 100 }, 'memory'],
      ['socket-buffers-of-many', '60', { memory: 100 }, 'memory'],
      ['files', '80', {}, 'disk'],
      ['nameless-files', '80', {}, 'disk'],
      ['mapped-files', '80', {}, 'disk'],
      ['hidden-files', '80', {}, 'disk'],
      ['deep-folders', '100', {}, 'disk'],
    ];

    it.each(attacks)('%s of %s within %o: %s', async (attack, count, limits, limit) => {
      const { stderr, exitCode } = await ended(start(jailed([attack, count], limits)));
      expect({ exitCode, said: stderr.split('\n').at(-1) }).toEqual({ exitCode: 124, said: `jail: limit: ${limit}` });
      // Each process that an attack starts may say so before it is ended.
      expect(new Set((await outside(attack, count)).split('\n'))).toEqual(new Set([GOT]));
    });
  });

  describe('refuses', () => {
    const attacks: [string, string, Limits][] = [
      ['forks', '2', { processes: 1 }],
      ['memory', '600', { memory: 500 }],
      ['shared-memory', '10', {}],
      ['zero-memory', '10', {}],
      ['memory-file', '10', {}],
      ['segment', '10', {}],
      ['larger-sockets', '4', {}],
      ['larger-pipe', '1', {}],
      ['timers', '5000', {}],
      ['open-files', '600', { 'open-files': 512 }],
      ['landlock-rules', '1', {}],
    ];

    it.each(attacks)('%s of %s within %o', async (attack, count, limits) => {
      expect(await firstWords(start(jailed([attack, count], limits)))).toMatch(
        /Operation not permitted|Bad file descriptor|Cannot allocate memory|Resource temporarily|Too many open|not implemented/,
      );
      expect(await outside(attack, count)).toBe(GOT);
    });

    const parts = ['io_uring', 'aio', 'userfaultfd', 'key', 'message queue', 'inotify', 'memfd', 'map', 'counter'];

    it.each(parts)('what the kernel makes for a program: %s', async (part) => {
      expect(await firstWords(start(jailed(['make', part])))).toBe('Operation not permitted');
      // An ordinary user is refused some of it anyhow.
      if (home.user === 'root') expect(await outside('make', part)).toBe(GOT);
    });

    it('a table of locks of any size, where the kernel has them', async ({ skip }) => {
      expect(await firstWords(start(jailed(['futex-table', '65536'])))).toBe('Operation not permitted');
      if ((await outside('futex-table', '65536')) !== GOT) skip('this kernel has none');
    });

    it('to keep a record of each part of a file that is locked, and lets the program believe it', async () => {
      expect(await firstWords(start(jailed(['locks', '2000'])))).toBe('No locks available');
      expect(await outside('locks', '2000')).toBe(GOT);
    });

    it('more files on their way between processes that share them than one may have open', async () => {
      const sharing = (count: string) => {
        const command = jailed(['hand-over', count], { 'open-files': 64 });
        return command.toSpliced(command.indexOf('--'), 0, '--sharing');
      };
      expect(await firstWords(start(sharing('40')))).toBe(GOT);
      expect(await firstWords(start(sharing('200')))).toBe('Too many references: cannot splice');
      expect(await firstWords(start(jailed(['hand-over', '1'])))).toBe('Operation not permitted');
      expect(await outside('hand-over', '200')).toBe(GOT);
    });

    it('a file larger than the limit', async () => {
      const limits = { 'file-size': 1, disk: 100 };
      const code = 'fs.writeFileSync("large", Buffer.alloc(2 << 20))';
      const { signal, exitCode } = await ended(start(ground.jailed(home, work, [ground.node, '-e', code], limits)));
      expect(signal ?? exitCode).not.toBe(0);
      expect((await ended(start([ground.node, '-e', code]))).exitCode).toBe(0);
    });
  });

  describe('leaves nothing behind', () => {
    const gone = async () => {
      for (let i = 0; i < 20 && processesWith(mark).length > 0; i++) await wait(50);
      return processesWith(mark);
    };

    it('when the program ends and a daemon of it would stay', async () => {
      await ended(start(jailed(['escape', mark])));
      expect(processesWith(mark)).toEqual([]);
      await firstWords(start([ground.takenOver, 'escape', mark]));
      expect(processesWith(mark)).toHaveLength(1);
    });

    it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('when it gets %s', async (signal) => {
      const child = start(jailed(['family', mark]));
      await firstWords(child);
      expect(processesWith(mark).length).toBe(4);
      child.kill(signal);
      await ended(child);
      expect(await gone()).toEqual([]);
      expect(child.signalCode).toBe(signal);
    });

    it('when the one that started it is killed', async () => {
      const child = start(['/bin/sh', '-c', '"$@" & wait', 'sh', ...jailed(['family', mark])]);
      await firstWords(child);
      expect(processesWith(mark).length).toBe(4);
      child.kill('SIGKILL');
      expect(await gone()).toEqual([]);
    });

    it('when the process between it and the program is killed', async () => {
      const child = start(jailed(['family', mark]));
      await firstWords(child);
      const [warden = 0] = childrenOf(child.pid ?? 0);
      process.kill(warden, 'SIGKILL');
      expect((await ended(child)).signal).toBe('SIGKILL');
      expect(processesWith(mark)).toEqual([]);
    });
  });

  it('ends as its program does', async () => {
    expect(await ended(start(jailed(['exit', '7'])))).toMatchObject({ exitCode: 7, signal: null });
    expect(await ended(start(jailed(['crash', '11'])))).toMatchObject({ exitCode: null, signal: 'SIGSEGV' });
    const missing = jailed(['exit', '0']).toSpliced(-3, 3, '/usr/bin/missing');
    expect(await ended(start(missing))).toMatchObject({ exitCode: 127 });
    const unreadable = jailed(['exit', '0']).toSpliced(-4, 0, '--read', '/missing');
    const message = 'jail: /missing: No such file or directory';
    expect(await ended(start(unreadable))).toMatchObject({ exitCode: 125, stderr: message });
  });
});

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}
