import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ended, Ground, HOMES } from '../sandbox/confined.ts';

// node test/arm64/try-attacks.ts, as root: what a program that was taken over gets, in each kind of jail and in none.
const ground = new Ground();
const victim = spawn(ground.takenOver, ['nap', 'victim'], {
  uid: 1000,
  gid: 1000,
  stdio: ['ignore', 'pipe', 'ignore'],
});
await once(victim.stdout, 'data');
const server = createServer((socket) => socket.destroy()).listen(4999, '127.0.0.1');

/** What it does, of which an ordinary user without a jail gets all but three. */
const ATTACKS: readonly (readonly [attack: string, what: string])[] = [
  ...['memory-of', 'copy-of', 'trace', 'signal', 'owner-signal', 'slow', 'pin', 'limit'].map(
    (attack) => [attack, `${victim.pid}`] as const,
  ),
  ...['io_uring', 'aio', 'userfaultfd', 'key', 'message queue', 'inotify', 'memfd', 'map', 'counter'].map(
    (what) => ['make', what] as const,
  ),
  ['read', '/etc/passwd'],
  ['write', '/tmp/attacked'],
  ['watch', '/usr'],
  ['tcp', '4999'],
  ['udp', '4999'],
  ['pair-of-network', '2'],
  ['segment', '1'],
  ['memory-file', '1'],
  ['shared-memory', '1'],
  ['landlock-rules', '1'],
  ['larger-pipe', '1'],
  ['locks', '9'],
];
for (const home of HOMES) {
  const reason = ground.unavailable(home);
  if (reason) process.stdout.write(`skipped: ${home.user}, ${home.files}: ${reason}\n`);
  const got: string[] = [];
  for (const attack of reason ? [] : ATTACKS) {
    const folder = ground.folderOf(home);
    const { stdout } = await ended(
      ground.start(home, ground.jailed(home, folder, [ground.takenOver, ...attack]), { cwd: folder }),
    );
    if (stdout === 'got it') got.push(attack.join(' '));
  }
  if (!reason)
    process.stdout.write(`${home.user}, ${home.files}: of ${ATTACKS.length}, got ${got.join(', ') || 'none'}\n`);
}
const free: string[] = [];
for (const attack of ATTACKS) {
  const options = { uid: 1000, gid: 1000, cwd: '/tmp' };
  const { stdout } = await ended(spawn(ground.takenOver, attack, options));
  free.push(`${attack.join(' ')}: ${stdout}`);
}
process.stdout.write(`without a jail: ${free.join('; ')}\n`);
server.close();
victim.kill('SIGKILL');
