/**
 * npm run test:image: builds the image, runs it as README.md says, and converts with it. It needs podman and minutes.
 *
 * - `BASE`: the image to build on. `mmdebstrap`: one that this makes, where no registry of images can be reached; it trusts
 *   what this machine trusts.
 * - `PODMAN_BUILD`, `PODMAN_RUN`: further options, such as `--isolation chroot`, or `--network host`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { smokeTest } from '../../smoke/smoke-test.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'localhost/file-conversion-test';
const OWN_BASE = 'localhost/file-conversion-test-base';
const { BASE = 'docker.io/library/debian:trixie-slim', PODMAN_BUILD = '', PODMAN_RUN = '' } = process.env;
const words = (options: string) => options.split(' ').filter(Boolean);

function podman(...args: string[]): string {
  return execFileSync('podman', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], cwd: ROOT }).trim();
}

function step(name: string): void {
  process.stdout.write(`${name}\n`);
}

/** Debian trixie from the mirror of this machine. */
function makeBase(): string {
  const trusted = '/usr/local/share/ca-certificates';
  const hooks = [`copy-in ${trusted} /usr/local/share`, 'chroot "$1" update-ca-certificates'];
  const options = [
    '--variant=minbase',
    '--include=ca-certificates',
    ...hooks.map((hook) => `--customize-hook=${hook}`),
  ];
  const archive = execFileSync('mmdebstrap', [...options, 'trixie', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1024 ** 3,
  });
  execFileSync('podman', ['import', '-', OWN_BASE], { input: archive, stdio: ['pipe', 'ignore', 'inherit'] });
  return OWN_BASE;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Waits until the health check of the image itself is content. */
async function healthy(container: string): Promise<void> {
  for (let tries = 60; ; tries--) {
    try {
      podman('healthcheck', 'run', container);
      return;
    } catch (error) {
      if (tries === 0) throw error;
      await setTimeout(1000);
    }
  }
}

/** A file with each engine, and those that go the way of queues, forms and large files. */
async function converts(address: string): Promise<void> {
  for await (const { name, fault } of smokeTest(address)) assert.equal(fault, undefined, name);
}

async function runs(port: number): Promise<void> {
  const limits = words('--read-only --tmpfs /tmp:rw,size=2g,mode=1777 --cap-drop=all --security-opt=no-new-privileges');
  const isHost = words(PODMAN_RUN).some((word) => word.includes('host'));
  const network = isHost ? ['--env', `PORT=${port}`] : ['--publish', `127.0.0.1:${port}:3000`];
  const container = podman('run', '--detach', ...limits, ...network, ...words(PODMAN_RUN), IMAGE);
  try {
    await healthy(container);
    step('it is healthy');
    assert.equal(podman('exec', container, 'id', '-u'), '10001');
    await converts(`http://127.0.0.1:${port}/api/v1`);
    step('it converts');
    assert.doesNotMatch(podman('top', container, 'state'), /Z/, 'nothing is left of engines that have ended');
    podman('stop', '--time', '20', container);
    assert.equal(podman('inspect', '--format', '{{.State.ExitCode}}', container), '0');
    step('it ends when it is told to');
  } finally {
    process.stdout.write(podman('logs', container));
    podman('rm', '--force', container);
  }
}

const base = BASE === 'mmdebstrap' ? makeBase() : BASE;
step(`building on ${base}`);
// A layer for each line would be a copy of everything for each, where storage is plain folders.
const options = [...words('--format docker --layers=false -f Containerfile'), '--build-arg', `BASE=${base}`];
podman('build', ...options, ...words(PODMAN_BUILD), '-t', IMAGE, '.');
await runs(await freePort());
step('all is well');
