#!/usr/bin/env node
// The command line of a checkout, with whatever Node there is: the Node that runs all else is one of its packages.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const node = join(here, '../node_modules/.bin/node');
if (!existsSync(node)) {
  const { status } = spawnSync(process.execPath, [join(here, 'install.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}

// Where npm has no Node for the machine, install.mjs has seen to it that there is one that will do.
const child = spawn(existsSync(node) ? node : process.execPath, [join(here, 'fc.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl-C reaches both; whoever ends this one alone means the other.
process.on('SIGINT', () => undefined).on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143);
});
