import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { run } from '../../layers/run.ts';
import { makeRoot } from './sandbox/root.ts';
import { runInSandbox, type SandboxOptions } from './sandbox/sandbox.ts';
import type { Workbench } from './workbench.ts';

const workbench = inject('workbench') as Workbench;
const possible = typeof inject('workbench') !== 'string';

const EPERM = 1;
const ENOSYS = 38;

/** What Lambda refuses, by the numbers of x86-64. */
const REFUSED = {
  ...{
    ptrace: 101,
    prctl: 157,
    chroot: 161,
    mount: 165,
    umount2: 166,
    pivot_root: 155,
    add_key: 248,
    request_key: 249,
  },
  ...{ keyctl: 250, unshare: 272, fallocate: 285, perf_event_open: 298, setns: 308, seccomp: 317, bpf: 321 },
};

/** What its kernel does not know. */
const UNKNOWN = {
  ...{ clone3: 435, landlock_create_ruleset: 444, landlock_add_rule: 445, landlock_restrict_self: 446 },
  ...{ epoll_pwait2: 441, mount_setattr: 442, futex_waitv: 449, cachestat: 451, fchmodat2: 452, newest: 470 },
};

/** What works as ever: getpid, getuid, sched_yield. */
const ALLOWED = { getpid: 39, getuid: 102, sched_yield: 24 };

let ask: string;

beforeAll(async () => {
  if (!possible) return;
  ask = join(workbench.folder, 'ask');
  await run('gcc', ['-O2', '-static', '-o', ask, join(import.meta.dirname, 'probes/ask.c')]);
});

/** How one of the probes is run. */
function optionsFor(name: string, environment: Record<string, string> = {}): SandboxOptions {
  const { folder, system, node } = workbench;
  const views = [
    { source: join(system, 'lib64'), target: 'lib64' },
    { source: join(system, 'etc'), target: 'etc' },
    { source: node, target: 'var/lang/bin/node' },
    { source: join(import.meta.dirname, 'probes'), target: 'var/task' },
    { source: ask, target: 'var/probe/ask' },
  ];
  const root = mkdtempSync(join(folder, 'probe-'));
  makeRoot(root, views);
  return {
    ...workbench,
    root,
    views,
    scratch: 16,
    ports: { 9001: (_, response) => response.end('somebody') },
    environment: { LD_LIBRARY_PATH: '/lib64', ...environment },
    command: ['/var/lang/bin/node', `/var/task/${name}.mts`],
  };
}

/** Runs one of the probes, and reads the JSON that it prints. */
async function probe<T>(name: string, environment: Record<string, string> = {}): Promise<T> {
  const { code, output } = await runInSandbox(optionsFor(name, environment));
  expect(code, output).toBe(0);
  return JSON.parse(output) as T;
}

describe.skipIf(!possible)('the sandbox', () => {
  it('shows what Lambda shows, to an ordinary user without capabilities', async () => {
    expect(await probe('surroundings')).toEqual({
      user: 993,
      groups: expect.not.arrayContaining([0]),
      capabilities: '0000000000000000',
      tmp: [],
      writable: ['/tmp'],
      room: expect.toSatisfy((bytes: number) => bytes > 14 * 2 ** 20 && bytes <= 16 * 2 ** 20),
      devices: ['fd', 'full', 'null', 'random', 'stderr', 'stdin', 'stdout', 'urandom', 'zero'],
      processes: 2,
      interfaces: ['lo'],
      ports: ['somebody', 'nobody'],
      variables: ['LD_LIBRARY_PATH'],
    });
  });

  it('refuses the system calls that Lambda refuses, and no others', async () => {
    const numbers = { ...REFUSED, ...UNKNOWN, ...ALLOWED };
    const answers = await probe<number[]>('calls', { CALLS: Object.values(numbers).join() });
    const named = Object.fromEntries(Object.keys(numbers).map((name, at) => [name, answers[at]]));
    const all = (calls: object, answer: number) => Object.fromEntries(Object.keys(calls).map((name) => [name, answer]));
    expect(named).toEqual({ ...all(REFUSED, EPERM), ...all(UNKNOWN, ENOSYS), ...all(ALLOWED, 0) });
  });
});
