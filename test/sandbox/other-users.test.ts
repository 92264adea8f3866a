import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endHosts, type HostsUnderTest } from '../support/host-under-test.ts';
import { removePrograms } from './confinement.ts';
import { hostsIn, missing } from './hosts-taken-over.ts';

vi.mock('../../functions/sandbox/jail.ts', async (original) =>
  (await import('./confinement.ts')).withConfinements(await original()),
);

/** Somebody else on this machine, who knows all names: those of hosts are in the list of processes. */
const ANOTHER = 1001;
const ROOT = process.getuid?.() === 0;
const LARGE = 3 * 1024 * 1024;

afterAll(removePrograms);

describe.each(['Landlock', 'namespaces'] as const)('while a job runs, confined by %s', (confinement) => {
  const umask = process.umask();

  beforeEach(({ skip }) => {
    const reason = missing(confinement);
    skip(reason !== undefined, reason);
  });

  afterEach(async () => {
    process.umask(umask);
    await endHosts();
  });

  async function working(content = 'small'): Promise<HostsUnderTest> {
    const hosts = await hostsIn(confinement);
    const begun = hosts.run({ do: 'wait', milliseconds: 60_000, value: content });
    begun.catch(() => undefined);
    for (;;) {
      await wait(50);
      if (allIn(hosts.folder).some((path) => path.endsWith('/work/job'))) return hosts;
    }
  }

  it.each([
    ['small', 'small'],
    ['large', 'x'.repeat(LARGE)],
  ])('no other user of the machine reads or lists any of its files, with a %s source', async (_, content) => {
    for (const mask of [0o000, 0o022]) {
      process.umask(mask);
      const { folder } = await working(content);
      const paths = allIn(folder);
      expect(paths.some((path) => path.endsWith('/in/source'))).toBe(true);
      expect(readable(paths)).toEqual([]);
      expect(readable([import.meta.filename])).toHaveLength(1);
    }
  });

  it.runIf(ROOT)('root with a umask that closes all to others serves, by hosts that are not root', async () => {
    process.umask(0o077);
    const { folder } = await working();
    expect(statSync(workplaceIn(folder)).uid).toBeGreaterThanOrEqual(0x70000000);
    const hosts = await hostsIn(confinement);
    expect(await hosts.run({ do: 'answer', value: 'served' })).toBe('served');
    expect(await hosts.run({ do: 'answer', value: 'x'.repeat(LARGE) })).toHaveLength(LARGE);
  });
});

/** All that lies below a folder, and itself. */
function allIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return [folder, ...names.map((name) => join(folder, name))];
}

function workplaceIn(folder: string): string {
  return allIn(folder).find((path) => path.endsWith('/work')) ?? '';
}

/** Those that another user can open to read; an ordinary user cannot become another, but sees what would let one in. */
function readable(paths: readonly string[]): string[] {
  if (!ROOT) return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
  const code = `for (const path of ${JSON.stringify(paths)}) try { fs.openSync(path); console.log(path); } catch {}`;
  const { stdout, stderr } = spawnSync('/proc/self/exe', ['-e', code], {
    uid: ANOTHER,
    gid: ANOTHER,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}
