import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { descendantsOf } from '../../bench/service-memory.ts';
import { wavHeader } from '../../smoke/wav-header.ts';
import {
  convertAt,
  endServiceProcess,
  type ServiceProcess,
  startServiceProcess,
  statusAt,
} from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const started: ServiceProcess[] = [];
let temporary = '';

beforeEach(() => {
  temporary = join(folder, `temporary-${Math.random()}`);
  mkdirSync(temporary);
});

afterEach(async () => {
  for (const service of started.splice(0)) await endServiceProcess(service);
});

async function start(): Promise<ServiceProcess> {
  const service = await startServiceProcess({ temporary });
  started.push(service);
  return service;
}

/** What LibreOffice and ffmpeg are called on one machine. */
const TOOLS = ['unpacked/office/', 'ffmpeg/bin/ffmpeg'];

/**
 * Gives a service work for LibreOffice and for ffmpeg that takes longer than anybody waits.
 * @returns the processes that it has started, once they are at it
 */
async function keepBusy(service: ServiceProcess): Promise<number[]> {
  // Almost as many pages as are converted: with more, it would be refused in a moment.
  const text = Buffer.from('a line of text that fills a good part of the page\n'.repeat(170_000));
  const send = (content: Buffer, name: string, target: string) =>
    convertAt(service, content, [name, target], { Prefer: 'respond-async' });
  const jobs = await Promise.all([send(text, 'a.txt', 'pdf'), send(hoursOfSound(), 'a.wav', 'opus')]);
  const family = () => descendantsOf(service.child.pid ?? 0);
  const commands = () => family().map((pid) => read(`/proc/${pid}/cmdline`));
  await vi.waitUntil(() => TOOLS.every((tool) => commands().some((command) => command.includes(tool))), 60_000);
  await setTimeout(500);
  for (const job of jobs) {
    const { body } = await statusAt(service, job.body.data.conversion_id);
    if (body.data?.status !== 'processing') throw new Error(`the work is done too soon: ${JSON.stringify(body)}`);
  }
  return family();
}

/** Three hours of noise, at 8,000 samples of a byte a second. */
function hoursOfSound(): Buffer {
  const size = 90_000_000;
  return Buffer.concat([wavHeader({ rate: 8000, channels: 1, bits: 8 }, size), randomBytes(size)]);
}

/** Those of some processes that are still there. */
function running(pids: readonly number[]): number[] {
  return pids.filter((pid) => /^State:\s+[^ZX]/m.test(read(`/proc/${pid}/status`)));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // it has ended
  }
}

describe('the service on one machine', () => {
  it('ends at a signal, whatever it is doing, and leaves no files or processes', async () => {
    const service = await start();
    const engines = await keepBusy(service);
    expect(engines.length).toBeGreaterThan(8);
    service.child.kill('SIGTERM');
    expect(await once(service.child, 'exit')).toEqual([0, null]);
    expect(running(engines)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('leaves no process behind when it is killed, and removes at the next start what lies there', async () => {
    const service = await start();
    const engines = await keepBusy(service);
    service.child.kill('SIGKILL');
    await once(service.child, 'exit');
    await expect.poll(() => running(engines), { timeout: 20_000 }).toEqual([]);
    const left = readdirSync(temporary);
    expect(left.length).toBe(1);
    await start();
    expect(readdirSync(temporary).length).toBe(1);
    expect(readdirSync(temporary)).not.toEqual(left);
  });
});
