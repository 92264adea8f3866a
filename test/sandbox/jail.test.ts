import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { chmodSync, existsSync, openSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type End, ended, firstWords, Ground, HOMES, type Home, MOUNT, own, processesWith } from './confined.ts';

const GOT = 'got it';
const SECRET = 'AKIAEXAMPLE';

const ground = new Ground();

afterAll(() => rmSync(ground.folder, { recursive: true, force: true }));

describe.each(HOMES)('a program taken over, started by $user, confined by $files', (home) => {
  const started: ChildProcess[] = [];
  let work: string;

  ground.skipWhereUnavailable(home);

  beforeEach(() => {
    work = ground.folderOf(home);
  });

  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  function start(command: readonly string[], options: SpawnOptions = {}): ChildProcess {
    const child = ground.start(home, command, { cwd: work, ...options });
    started.push(child);
    return child;
  }

  /** What comes of an attack from inside a jail, and of the same from outside. */
  async function inside(...attack: string[]): Promise<string> {
    own(home, work); // the jail before has given it to its user
    const { stdout, stderr, exitCode } = await run(ground.jailed(home, work, [ground.takenOver, ...attack]));
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout;
  }

  async function outside(...attack: string[]): Promise<string> {
    return (await run([ground.takenOver, ...attack])).stdout;
  }

  const run = (command: readonly string[], options?: SpawnOptions): Promise<End> => ended(start(command, options));
  const script = (code: string) => ground.jailed(home, work, [ground.node, '-e', code]);

  describe('other processes', () => {
    type Target = (pid: number | string) => string;
    const attacks: [string, Target][] = [
      ['read', (pid) => `/proc/${pid}/environ`],
      ['list', (pid) => `/proc/${pid}/fd`],
      ...['memory-of', 'copy-of', 'trace', 'signal', 'owner-signal', 'slow', 'pin', 'limit'].map(
        (name): [string, Target] => [name, String],
      ),
    ];

    it.each(attacks)('%s: not one of the same user', async (attack, target) => {
      const victim = start([ground.takenOver, 'nap', 'victim'], { env: { SECRET } });
      await firstWords(victim);
      const argument = target(victim.pid ?? 0);
      expect(await inside(attack, argument)).not.toBe(GOT);
      expect(await outside(attack, argument)).toBe(GOT);
    });

    it.each(attacks)('%s: not the one that started the jail', async (attack, target) => {
      const serve = (command: readonly string[]) => run([ground.takenOver, 'serve', ...command], { env: { SECRET } });
      const attacker = [ground.takenOver, attack, target('PID')];
      const { stdout, exitCode } = await serve(ground.jailed(home, work, attacker));
      expect(exitCode).toBe(0);
      expect(stdout).not.toBe(GOT);
      expect((await serve(attacker)).stdout).toBe(GOT);
    });

    // Root here may lack the power to set limits of other users, which is the control of that attack.
    it.each(attacks.filter(([name]) => name !== 'limit'))('%s: not one in another jail', async (attack, target) => {
      const mark = `sibling-${basename(work)}`;
      const sibling = ground.jailed(home, ground.folderOf(home), [ground.takenOver, 'nap', mark]);
      await firstWords(start(sibling, { env: { SECRET } }));
      const [victim = 0] = processesWith(mark);
      const argument = target(victim);
      expect(await inside(attack, argument)).not.toBe(GOT);
      expect(await outside(attack, argument)).toBe(GOT);
    });

    it('semaphores of another: none, by their numbers', async () => {
      const owner = start([ground.takenOver, 'give-semaphore', 'x']);
      const id = await firstWords(owner);
      expect(await inside('semaphore', id)).toMatch(/Operation not permitted|Invalid argument/);
      expect(await outside('semaphore', id)).toBe(GOT);
      owner.stdin?.end();
      await ended(owner);
    });

    it('no credentials anywhere in /proc', async () => {
      await firstWords(start([ground.takenOver, 'nap', 'victim'], { env: { SECRET } }));
      expect(await inside('search', SECRET)).not.toBe(GOT);
      expect(await outside('search', SECRET)).toBe(GOT);
    });

    it.each(['parent-signal', 'parent-memory'])('%s: not the one that watches it', async (attack) => {
      expect(await inside(attack, 'x')).not.toBe(GOT);
    });
  });

  describe('files', () => {
    let secret: string;

    beforeEach(() => {
      secret = join(ground.folderOf(home), 'secret');
      writeFileSync(secret, 'secret', { mode: 0o600 });
      own(home, secret);
      symlinkSync(join(secret, '..'), join(work, 'way-out'));
    });

    const attacks = ['read', 'list', 'watch', 'link', 'write', 'empty', 'truncate', 'delete'];

    it.each(attacks)('%s: none of another folder, nor by a link in its own', async (attack) => {
      const [target, byLink] = attack === 'list' ? [join(secret, '..'), 'way-out'] : [secret, 'way-out/secret'];
      for (const path of [target, byLink]) expect(await inside(attack, path)).not.toBe(GOT);
      expect(readFileSync(secret, 'utf8')).toBe('secret');
      expect(await outside(attack, byLink)).toBe(GOT);
    });

    it.each(['lease', 'notice'])(
      '%s: none of what it may read, to hold up or watch who works there',
      async (attack) => {
        const target = attack === 'lease' ? join(work, 'own') : work;
        await outside('write', join(work, 'own'));
        chmodSync(join(work, 'own'), 0o644);
        expect(await inside(attack, target)).toBe('Operation not permitted');
        own(home, work);
        expect(await outside(attack, target)).toBe(GOT);
      },
    );

    it('changes no modes', async () => {
      await inside('chmod', secret);
      await inside('chmod', ground.takenOver);
      expect([secret, ground.takenOver].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o755]);
      await outside('chmod', secret);
      expect(statSync(secret).mode & 0o777).toBe(0);
    });

    it('makes nothing elsewhere, and reads nothing of the machine', async () => {
      for (const folder of [join(secret, '..'), '/tmp', '/dev/shm', '/var/tmp', '/run']) {
        expect(await inside('write', join(folder, basename(work)))).not.toBe(GOT);
        expect(existsSync(join(folder, basename(work)))).toBe(false);
      }
      for (const file of ['/etc/passwd', '/etc/hostname', `/proc/${process.pid}/status`])
        expect(await inside('read', file)).not.toBe(GOT);
      expect(await outside('read', '/etc/passwd')).toBe(GOT);
    });

    it('changes no setting of the kernel', async () => {
      const settings = ['kernel/core_pattern', 'vm/drop_caches', 'kernel/sysrq'].map((name) => `/proc/sys/${name}`);
      for (const file of [...settings, '/proc/self/oom_score_adj', '/proc/self/comm', '/proc/sysrq-trigger'])
        expect(await inside('write', file)).toMatch(/Permission denied|Read-only file system|No such file/);
      expect(await outside('write', '/proc/self/oom_score_adj')).toBe(GOT);
      if (home.user === 'root') expect(await outside('write', settings[0] ?? '')).toBe(GOT);
    });

    it('sees nothing of /sys but the processors and their memory', async () => {
      for (const path of ['/sys/kernel', '/sys/class', '/sys/fs', '/sys/devices/system/clocksource'])
        expect(await inside('list', path)).not.toBe(GOT);
      expect(await inside('write', '/sys/devices/system/cpu/cpu1/online')).not.toBe(GOT);
      expect(await outside('list', '/sys/kernel')).toBe(GOT);
    });

    it('reads what it may, and writes to its folder', async () => {
      writeFileSync(join(work, 'source'), 'source');
      chmodSync(join(work, 'source'), 0o644);
      expect(await inside('read', 'source')).toBe(GOT);
      expect(await inside('read', ground.takenOver)).toBe(GOT);
      expect(await inside('write', join(work, 'result'))).toBe(GOT);
      expect(statSync(join(work, 'result')).mode & 0o777).toBe(0o600);
    });

    it('inherits no open file but three', async () => {
      const list =
        'fs.readdirSync("/proc/self/fd").map((fd) => { try { return fs.readlinkSync("/proc/self/fd/" + fd) } catch {} })';
      const stray = openSync('/etc/hostname', 'r');
      const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe', stray, stray] };
      const links = `console.log(${list}.filter((path) => path?.startsWith("/etc/")).length)`;
      expect((await run(script(links), options)).stdout).toBe('0');
      expect((await run([ground.node, '-e', links], options)).stdout).toBe('2');
    });
  });

  describe('network', () => {
    let server: Server;

    afterEach(() => server.close());

    async function listen(at: number | string): Promise<void> {
      server = createServer((socket) => socket.destroy());
      await new Promise<void>((resolve) => server.listen(at, resolve));
    }

    it.each(['tcp', 'udp'])('%s: none', async (attack) => {
      await listen(0);
      const { port } = server.address() as AddressInfo;
      const datagrams = createSocket('udp4').bind(port, '127.0.0.1');
      expect(await inside(attack, String(port))).toBe('Permission denied');
      expect(await outside(attack, String(port))).toBe(GOT);
      datagrams.close();
    });

    it.each(['datagram', 'raw-datagram'])(
      '%s: none to who listens at a path, as the log of the system does',
      async (attack) => {
        const path = join(ground.folderOf(home), 'log');
        await listen(0);
        const log = start([ground.takenOver, 'listen', path]);
        await firstWords(log);
        chmodSync(join(path, '..'), 0o755);
        const heard = firstWords(log);
        expect(await inside(attack, path)).toBe('Operation not permitted');
        expect(await outside(attack, path)).toBe(GOT);
        expect(await heard).toBe('forged');
      },
    );

    it('pairs of sockets: only those that are connected for good', async () => {
      await listen(0);
      const [STREAM, DATAGRAM, RAW, PACKETS] = ['1', '2', '3', '5'];
      const flags = String(0o2000000 | 0o4000 | 1);
      for (const type of [STREAM, flags]) expect(await inside('pair', type)).toBe(GOT);
      for (const type of [DATAGRAM, RAW, PACKETS]) {
        expect(await inside('pair', type)).toBe('Operation not permitted');
        expect(await outside('pair', type)).toBe(GOT);
      }
      const sharing = (type = '') => {
        own(home, work);
        const command = ground.jailed(home, work, [ground.takenOver, 'pair', type]);
        return firstWords(start(command.toSpliced(command.indexOf('--'), 0, '--sharing')));
      };
      for (const type of [STREAM, flags, PACKETS]) expect(await sharing(type)).toBe(GOT);
      for (const type of [DATAGRAM, RAW, '4']) expect(await sharing(type)).toBe('Operation not permitted');
      for (const network of ['2', '10', '16', '30', '40'])
        expect(await inside('pair-of-network', network)).toBe('Operation not permitted');
    });

    it('learns nothing of the connections of the machine', async ({ skip }) => {
      await listen(0);
      const files = ['tcp', 'unix', 'dev'].map((name) => `/proc/self/net/${name}`);
      for (const file of files) expect(await outside('read', file)).toBe(GOT);
      if (home.files !== 'landlock') skip('it has a network of its own, with nobody in it');
      for (const file of files) expect(await inside('read', file)).toBe('Permission denied');
    });

    it('socket: none in a folder, and none without', async () => {
      const path = join(work, 'socket');
      for (const name of [path, `\0${basename(work)}`]) {
        await listen(name);
        if (name === path) chmodSync(path, 0o777);
        const argument = name.replace('\0', '@');
        expect(await inside('socket', argument)).toBe('Permission denied');
        expect(await outside('socket', argument)).toBe(GOT);
        server.close();
      }
    });
  });

  it('has no powers', async () => {
    const { stdout } = await run(script('console.log(fs.readFileSync("/proc/self/status", "utf8"))'));
    expect(stdout).toMatch(/NoNewPrivs:\s+1/);
    expect(stdout).toMatch(/Seccomp:\s+2/);
    for (const name of ['CapEff', 'CapPrm', 'CapInh', 'CapAmb'])
      expect(stdout).toMatch(new RegExp(`${name}:\\s+0+\\n`));
  });
});

describe.each(HOMES.filter(({ user }) => user === 'root'))('as root, confined by $files', (home) => {
  const writing = (folder: string) => [ground.takenOver, 'write', join(folder, 'ran')];

  const userOf = async (folder: string): Promise<number> => {
    const command = ground.jailed(home, folder, [ground.node, '-p', 'process.getuid()']);
    return Number((await ended(ground.start(home, command, { cwd: folder }))).stdout);
  };

  /** Nothing runs, and it is said why. */
  const expectRefused = async (folder: string, path: string): Promise<void> => {
    const { exitCode, stderr } = await ended(ground.start(home, ground.jailed(home, folder, writing(folder)), {}));
    const message = `jail: ${path}: the program does not run as root, and its own user has no access`;
    expect({ exitCode, stderr }).toEqual({ exitCode: 125, stderr: message });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  };

  ground.skipWhereUnavailable(home);

  it('each jail is a user of its own, who owns the folder', async () => {
    const folders = [ground.folderOf(home), ground.folderOf(home)];
    const users = await Promise.all(folders.map(userOf));
    expect(new Set(users).size).toBe(2);
    for (const user of users) expect(user).toBeGreaterThanOrEqual(0x70000000);
    expect(folders.map((folder) => statSync(folder).uid)).toEqual(users);
  });

  it('a jail in a folder that only root may enter has a root of its own, or is refused', async () => {
    const folder = ground.folderOf(home, ground.folderOf(home));
    if (home.files === 'landlock') await expectRefused(folder, folder);
    else expect(await userOf(folder)).toBeGreaterThanOrEqual(0x70000000);
  });

  it('no program is started that only root may read', async () => {
    chmodSync(ground.node, 0o700);
    await expectRefused(ground.folderOf(home), ground.node).finally(() => chmodSync(ground.node, 0o755));
  });

  it.each(['setuid', 'setgid', 'chown'])(
    'no program is started by a root that lacks the power of %s',
    async (power) => {
      const folder = ground.folderOf(home);
      const command = ['/usr/bin/setpriv', `--bounding-set=-${power}`, ...ground.jailed(home, folder, writing(folder))];
      const { exitCode, stderr } = await ended(ground.start(home, command, { cwd: folder }));
      const message =
        'started by root, which may not become another user here (CAP_SETUID, CAP_SETGID, CAP_CHOWN): Operation not permitted';
      expect({ exitCode, stderr }).toEqual({ exitCode: 125, stderr: `jail: ${message}` });
      expect(existsSync(join(folder, 'ran'))).toBe(false);
    },
  );

  it('the program reads its source, whose folder is closed to all other users, and does not change it', async () => {
    const [folder, closed, open] = [ground.folderOf(home), ground.folderOf(home), ground.folderOf(home)];
    for (const [source, mode] of [
      [closed, 0o750],
      [open, 0o755],
    ] as const) {
      writeFileSync(join(source, 'source'), SECRET);
      chmodSync(source, mode);
    }
    const jailed = (attack: string, path: string) =>
      ground.jailed(home, folder, [ground.takenOver, attack, path]).toSpliced(-4, 0, '--source', closed);
    const run = async (command: readonly string[], user = home) =>
      (await ended(ground.start(user, command, {}))).stdout;
    for (const path of [join(closed, 'source'), closed]) {
      own(home, folder);
      expect(await run(jailed(path === closed ? 'list' : 'read', path))).toBe(GOT);
      for (const attack of ['write', 'delete', 'empty']) {
        own(home, folder);
        expect(await run(jailed(attack, path))).not.toBe(GOT);
      }
    }
    expect(readFileSync(join(closed, 'source'), 'utf8')).toBe(SECRET);
    const another: Home = { ...home, user: 'an ordinary user' };
    expect(await run([ground.takenOver, 'read', join(closed, 'source')], another)).not.toBe(GOT);
    expect(await run([ground.takenOver, 'read', join(open, 'source')], another)).toBe(GOT);
  });
});

describe('without a way to confine files', () => {
  it('starts nothing', async () => {
    const home: Home = { user: 'an ordinary user', files: 'namespaces' };
    const folder = ground.folderOf(home);
    const EPERM = '1';
    const refusing = (command: readonly string[]) =>
      ended(ground.start(home, [ground.refuse, EPERM, MOUNT, ...command], { cwd: folder }));
    const message = 'jail: no way to confine files: neither Landlock nor user namespaces';
    for (const command of [ground.check(home), ground.jailed(home, folder, [ground.takenOver, 'write', 'ran'])]) {
      const { exitCode, stderr } = await refusing(command);
      expect({ exitCode, stderr }).toEqual({ exitCode: 125, stderr: message });
    }
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});
