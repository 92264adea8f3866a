import { openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type End, ended, firstWords, Ground, type Home } from './confined.ts';

const GOT = 'got it';
const EPERM = '1';
/** prctl, seccomp, ptrace, chroot, unshare, mount, setns, fallocate: what Lambda refuses. */
const LAMBDA_REFUSES = '157,317,101,161,272,165,308,285';
const HOME: Home = { user: 'an ordinary user', files: 'landlock, namespaces' };

const ground = new Ground();
const folder = ground.folderOf(HOME);

afterAll(() => rmSync(ground.folder, { recursive: true, force: true }));

describe.each([
  { kernel: 'any machine', prefix: () => [] },
  { kernel: 'Lambda', prefix: () => [ground.refuse, EPERM, LAMBDA_REFUSES] },
])('on $kernel', ({ kernel, prefix }) => {
  const start = (command: readonly string[], options = {}) => ground.start(HOME, command, { cwd: folder, ...options });
  const limited = (options: readonly string[], command: readonly string[]) => [
    ...prefix(),
    ground.limit,
    ...options,
    '--',
    ...command,
  ];
  const run = (options: readonly string[], command: readonly string[]): Promise<End> =>
    ended(start(limited(options, command)));
  const node = (code: string) => [ground.node, '-e', code];

  it('becomes the program, and ends as it does', async () => {
    const child = start(limited([], [ground.takenOver, 'nap', 'x']));
    await firstWords(child);
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toContain('nap');
    child.kill('SIGTERM');
    expect((await ended(child)).signal).toBe('SIGTERM');
    expect((await run([], [ground.takenOver, 'exit', '7'])).exitCode).toBe(7);
  });

  it('reports a missing program and an unknown limit', async () => {
    expect((await run([], ['/usr/bin/missing'])).exitCode).toBe(127);
    expect((await run(['--memory', 'much'], ['/usr/bin/true'])).exitCode).toBe(125);
    expect((await run(['--unknown'], ['/usr/bin/true'])).exitCode).toBe(125);
  });

  it('limits memory, processor time, and the size of a file', async () => {
    const attack = [ground.takenOver, 'memory', '600'];
    expect(await firstWords(start(limited(['--memory', '500'], attack)))).toBe('Cannot allocate memory');
    expect(await firstWords(start(limited(['--memory', '700'], attack)))).toBe(GOT);
    const { signal } = await run(['--cpu', '1'], node('for (;;);'));
    expect(['SIGXCPU', 'SIGKILL']).toContain(signal);
    const code = node('fs.writeFileSync("large", Buffer.alloc(2 << 20))');
    expect((await run(['--file-size', '3'], code)).exitCode).toBe(0);
    expect(await run(['--file-size', '1'], code)).not.toMatchObject({ exitCode: 0 });
    expect(statSync(join(folder, 'large')).size).toBe(1 << 20);
  });

  it('limits open files, and inherits three', async () => {
    const code = node('for (let i = 0; i < 100; i++) fs.openSync("/dev/null")');
    expect((await run(['--open-files', '300'], code)).exitCode).toBe(0);
    expect((await run(['--open-files', '60'], code)).stderr).toContain('EMFILE');
    const stray = openSync('/etc/hostname', 'r');
    const options = { stdio: ['ignore', 'pipe', 'pipe', stray, stray] };
    const list = ['/bin/sh', '-c', 'ls -l /proc/self/fd'];
    expect((await ended(start(limited([], list), options))).stdout).not.toContain('/etc/hostname');
    expect((await ended(start(list, options))).stdout).toContain('/etc/hostname');
  });

  it('is chosen before the service when memory runs out, leaves no core, and writes for itself only', async () => {
    const { stdout } = await run([], ['/bin/sh', '-c', 'cat /proc/self/oom_score_adj; ulimit -c; umask']);
    expect(stdout).toBe('900\n0\n0077');
  });

  it('limits new processes, where the kernel lets it', async () => {
    const attack = [ground.takenOver, 'forks', '2'];
    const expected = kernel === 'Lambda' ? GOT : 'Operation not permitted';
    expect(await firstWords(start(limited(['--no-fork'], attack)))).toBe(expected);
    expect(await firstWords(start(limited([], attack)))).toBe(GOT);
    expect(await firstWords(start(limited(['--no-fork'], [ground.takenOver, 'threads', '8'])))).toBe(GOT);
  });
});
