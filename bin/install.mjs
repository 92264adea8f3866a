// Installs the packages if they are not there as locked, so that one command is enough on a fresh clone. Plain JavaScript
// for whatever Node there is: the Node that runs all else is one of the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const locked = join(root, 'package-lock.json');
const packages = join(root, 'node_modules');
const installed = join(packages, '.package-lock.json');

/** The first npm that reads our lock file; an older one is left aside for one of the registry. */
const OLDEST_NPM = 10;

/** The Node that the packages are for. Where npm has one for the machine, its digest is in the lock file. */
const NODE = 24;
const brought = `node-${process.platform}-${process.arch}`;
const program = join(packages, brought, 'bin/node');
const link = join(packages, '.bin/node');

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(locked).mtimeMs) install();
checkNode();

function install() {
  process.stderr.write('Installing the packages: half a minute, once.\n');
  // Packages that want a newer Node than that of the machine get one: their warnings would be of no use.
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const version = Number(/npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? OLDEST_NPM);
  const [command, ...args] = version < OLDEST_NPM ? ['npx', '--yes', 'npm@11', ...options] : ['npm', ...options];
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

/** npm leaves out without a word what is optional and did not come, or not with its digest: then nothing would start. */
function checkNode() {
  if (existsSync(link)) return;
  if (existsSync(program)) {
    mkdirSync(join(packages, '.bin'), { recursive: true });
    rmSync(link, { force: true }); // one that leads nowhere
    symlinkSync(join('..', brought, 'bin/node'), link);
  } else if (Number(process.versions.node.split('.')[0]) < NODE) {
    process.stderr.write(
      `Node ${NODE} is missing: npm did not install ${brought}. Try npm ci, or install Node ${NODE} yourself.\n`,
    );
    process.exit(1);
  }
}
