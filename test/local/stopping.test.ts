import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { docx } from '../documents/office-open-xml.ts';
import { fetchChecked } from '../support/check-answer.ts';
import type { Envelope } from '../support/local-service.ts';
import { endServiceProcess, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { keepBusy, running } from './busy-service.ts';

const ROOT = join(import.meta.dirname, '../..');

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

async function start(root = ROOT): Promise<ServiceProcess> {
  const service = await startServiceProcess({ root, temporary });
  started.push(service);
  return service;
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

  it('converts documents in a checkout that was copied', { timeout: 180_000 }, async () => {
    const copy = join(folder, 'copy');
    const built = ['build/layers/office', 'build/unpacked/office', 'build/programs'];
    for (const name of ['bin', 'client', 'functions', 'layers', 'local', 'web', 'package.json', ...built])
      if (existsSync(join(ROOT, name)))
        cpSync(join(ROOT, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
    // What it takes a gigabyte to copy and documents do not need.
    const others = readdirSync(join(ROOT, 'build/layers')).filter((name) => name !== 'office');
    for (const name of ['node_modules', ...others.map((layer) => `build/layers/${layer}`)])
      symlinkSync(join(ROOT, name), join(copy, name));
    const { origin } = await start(copy);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await docx(['a few words']))]), 'a.docx');
    form.set('target_format', 'pdf');
    const answer = await fetchChecked(`${origin}/api/v1/convert`, { method: 'POST', body: form });
    const { data } = (await answer.json()) as Envelope;
    expect(data).toMatchObject({ status: 'ready', result_format: 'pdf' });
  });
});
