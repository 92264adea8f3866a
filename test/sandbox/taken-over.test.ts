import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../functions/sandbox/jail.ts';
import { endHosts, type HostsUnderTest } from '../support/host-under-test.ts';
import { type Attack, GOT } from './attacks.ts';
import { removePrograms } from './confinement.ts';
import { attempt, expectNextServed, hostsIn, missing, skipWhereMissing } from './hosts-taken-over.ts';

/*
 * A decoder that is taken over, as a whole: what runs in an engine host is the attacker's, and what the service does
 * with it is as ever. The jail by itself is tried in jail.test.ts, results that are none in forged-results.test.ts, use
 * without measure in greedy-hosts.test.ts.
 *
 * Promised: it gets at nothing of the service, of the machine, or of a job in another host, and the service goes on
 * serving others. Not promised: that a host which was taken over, and does not show it, is honest with the jobs that it
 * is given afterwards. It sees their sources and makes their results until another host takes its place: after as many
 * jobs as its engine says (50 where it decodes in its own process), and after every odd end. A host and the tools that it
 * starts are one: they can end each other, and without Landlock a tool can take over its host.
 */

vi.mock('../../functions/sandbox/jail.ts', async (original) =>
  (await import('./confinement.ts')).withConfinements(await original()),
);

const SECRET = 'AKIAEXAMPLE';
/** Somebody else on this machine, who knows all names: those of hosts are in the list of processes. */
const ANOTHER = 1001;
const IS_ROOT = process.getuid?.() === 0;
const LARGE = 3 * 1024 * 1024;

afterAll(removePrograms);

describe.each(['Landlock', 'namespaces'] as const)('an engine host taken over, confined by %s', (confinement) => {
  const wanted = new AbortController();
  let own: HostsUnderTest;
  let free: HostsUnderTest;
  let sibling: string;
  let stored: string;

  beforeAll(async () => {
    if (missing(confinement)) return;
    own = await hostsIn(confinement);
    free = await hostsIn('nothing');
    const others = await hostsIn(confinement, { timeout: 600 });
    const { signal } = wanted;
    others.run({ do: 'wait', milliseconds: 600_000, value: SECRET }, { signal }).catch(() => undefined);
    await vi.waitUntil(() => others.folders().length === 1);
    sibling = join(others.folder, 'hosts', ...others.folders());
    await vi.waitUntil(() => existsSync(join(sibling, 'work/job')), 10_000);
    stored = join(own.folder, 's3/stored');
    writeFileSync(stored, SECRET);
    await expectNextServed(own);
  });

  afterAll(async () => {
    wanted.abort();
    await endHosts();
  });

  skipWhereMissing(confinement);

  async function expectRefused(attack: Attack): Promise<void> {
    expect(await attempt(own, attack), JSON.stringify(attack)).not.toBe(GOT);
  }

  /** The control: without a jail, the same is got. */
  async function expectGot(attack: Attack): Promise<void> {
    expect(await attempt(free, attack), JSON.stringify(attack)).toBe(GOT);
  }

  describe('reads nothing', () => {
    it('of the files of a sibling, of the store, of this checkout, of the machine', async () => {
      const files = [join(sibling, 'in/source'), stored, join(ROOT, 'README.md'), '/etc/passwd'];
      for (const path of files) {
        await expectRefused({ do: 'read', path });
        await expectGot({ do: 'read', path });
      }
      // What belongs to root, an ordinary user cannot read anyhow.
      for (const path of ['/etc/shadow', '/root/.bashrc', '/proc/1/environ', '/dev/mem']) {
        await expectRefused({ do: 'read', path });
      }
    });

    it('of the names of others', async () => {
      const seen = [
        [sibling, 'in'],
        [dirname(sibling), basename(sibling)],
        [own.folder, 's3'],
        [ROOT, 'README.md'],
        [join(ROOT, 'test'), 'api'],
        // The names that lead to our own code are no secret.
        ...(ROOT.startsWith(homedir()) ? [] : [[dirname(homedir()), basename(homedir())]]),
      ];
      for (const [path = '', name = ''] of seen) {
        await expectRefused({ do: 'list', path, name });
        await expectGot({ do: 'list', path, name });
      }
      await expectRefused({ do: 'list', path: join(ROOT, '.git'), name: 'HEAD' });
    });
  });

  it('writes nothing outside of its folder, and not into its source', async () => {
    const name = `mark-${basename(sibling)}`;
    const folders = [
      '/tmp',
      '/dev/shm',
      '/var/tmp',
      homedir(),
      ROOT,
      join(ROOT, 'functions'),
      join(ROOT, 'node_modules'),
    ];
    const ours = [own.folder, join(own.folder, 's3')];
    const theirs = [dirname(sibling), join(sibling, 'in'), join(sibling, 'work/job')];
    for (const path of [...folders, ...ours, ...theirs].map((folder) => join(folder, name))) {
      await expectRefused({ do: 'write', path });
      expect(existsSync(path)).toBe(false);
    }
    for (const path of [stored, join(ROOT, 'package.json'), process.execPath, '../../in/source', '../../in/new'])
      await expectRefused({ do: 'write', path });
    expect(await attempt(own, { do: 'write', path: 'file in its folder' })).toBe(GOT);
    await expectGot({ do: 'write', path: join(own.folder, 's3', name) });
    rmSync(join(own.folder, 's3', name));
    await expectNextServed(own);
    expect(existsSync(join(sibling, 'work/job'))).toBe(true);
  });
});

describe.each(['Landlock', 'namespaces'] as const)('while a job runs, confined by %s', (confinement) => {
  const umask = process.umask();

  skipWhereMissing(confinement);

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

  it.runIf(IS_ROOT)('root with a umask that closes all to others serves, by hosts that are not root', async () => {
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
  if (!IS_ROOT) return paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
  const code = `for (const path of ${JSON.stringify(paths)}) try { fs.openSync(path); console.log(path); } catch {}`;
  const { stdout, stderr } = spawnSync('/proc/self/exe', ['-e', code], {
    uid: ANOTHER,
    gid: ANOTHER,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}
