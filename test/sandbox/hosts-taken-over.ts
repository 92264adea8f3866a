import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import type { ConversionError } from '../../functions/conversion/errors.ts';
import type { EngineWorker } from '../../functions/engines/engine.ts';
import { layerFolder } from '../../functions/sandbox/layer.ts';
import { type HostsUnderTest, hostsUnderTest } from '../support/host-under-test.ts';
import type { Attack } from './attacks.ts';
import { type Confinement, confine, onKernelOf } from './confinement.ts';

const JAIL = join(layerFolder('jail'), 'bin/jail');

export async function hostsIn(confinement: Confinement, worker: Partial<EngineWorker> = {}): Promise<HostsUnderTest> {
  const hosts = await hostsUnderTest({ processes: 8, ...worker });
  confine(hosts.folder, confinement);
  return hosts;
}

/** What comes of an attack: what the host says of it, or the code with which its job failed. */
export async function attempt({ run }: HostsUnderTest, attack: Attack): Promise<unknown> {
  return run({ do: 'attack', attack }).catch(({ code }: ConversionError) => code);
}

export async function expectNextServed({ run }: HostsUnderTest): Promise<void> {
  expect(await run({ do: 'answer', value: 'next' })).toBe('next');
}

/** Skips tests where this machine cannot confine so. */
export function skipWhereMissing(confinement: Exclude<Confinement, 'nothing'>): void {
  beforeEach(({ skip }) => {
    const reason = missing(confinement);
    skip(reason !== undefined, reason);
  });
}

/** Why this machine cannot confine so, if it cannot. */
export function missing(confinement: Exclude<Confinement, 'nothing'>): string | undefined {
  const [program, ...args] = onKernelOf(confinement, [JAIL, '--check']);
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return stdout.trim() === confinement.toLowerCase() ? undefined : `no ${confinement} here: ${stdout}${stderr}`;
}

/** Does something, and tells the longest time in which this process could do nothing else, in milliseconds. */
export async function longestStall(task: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  await task();
  clearInterval(timer);
  return longest;
}
