// Installs the packages if they are not there as locked, so that one command is enough on a fresh clone. Plain JavaScript
// for whatever Node there is: the Node that runs all else is one of the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const locked = join(root, 'package-lock.json');
const installed = join(root, 'node_modules/.package-lock.json');

/** The first npm that reads our lock file; an older one is left aside for one of the registry. */
const OLDEST_NPM = 10;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) {
  process.stderr.write('Installing the packages: half a minute, once.\n');
  // Packages that want a newer Node than that of the machine get one: their warnings would be of no use.
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const version = Number(/npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? OLDEST_NPM);
  const [command, ...args] = version < OLDEST_NPM ? ['npx', '--yes', 'npm@11', ...options] : ['npm', ...options];
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  process.exit(status ?? 1);
}
