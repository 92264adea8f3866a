import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToken } from '../../functions/callers/api-key.ts';
import { fileForm } from '../support/file-form.ts';
import { LARGE_TABLE } from '../support/large-table.ts';
import type { Envelope } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { endServiceProcess, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { uploadForm } from '../support/upload-form.ts';

/** What of a key nobody may see but who has it: all behind the start that tells it from others. */
const SHOWN = 9;

const temporary = temporaryFolder();
let service: ServiceProcess;
let good: string;
const wrong = [newToken(), newToken().replace(/.$/, '-'), `${newToken()}${newToken()}`, `sk_live_${newToken()}`];
/** All that any client was answered. */
const answered: string[] = [];

beforeAll(async () => {
  service = await startServiceProcess({
    temporary,
    environment: { KEYS: 'required', POWERTOOLS_LOG_LEVEL: 'DEBUG', PLANS: '{"default":{}}' },
  });
  good = /API key: (\S+)/.exec(service.output())?.[1] ?? '';
});
afterAll(() => endServiceProcess(service));

async function ask(path: string, init: RequestInit = {}): Promise<Envelope | undefined> {
  const answer = await fetch(new URL(path, service.origin), { redirect: 'manual', ...init });
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  answered.push([`${answer.status}`, ...[...answer.headers].flat(), text].join('\n'));
  return text.startsWith('{') ? (JSON.parse(text) as Envelope) : undefined;
}

function convert(content: Uint8Array, name: string, target: string, headers: Record<string, string>) {
  const body = fileForm(content, name, { target_format: target });
  return ask('/api/v1/convert', { method: 'POST', body, headers });
}

/** Everything that a client may do with a key, in one spelling of it. */
async function useKey(headers: Record<string, string>): Promise<void> {
  const json = { 'Content-Type': 'application/json' };
  await convert(await photo(40, 30), 'a.jpg', 'png', headers);
  await convert(Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1'), 'a.jpg', 'png', headers);
  await convert(LARGE_TABLE, 'a.csv', 'json', headers);
  await convert(LARGE_TABLE, 'a.csv', 'nothing', headers);
  const queued = await convert(Buffer.from('a,b\n1,2\n'), 'a.csv', 'json', { ...headers, Prefer: 'respond-async' });
  if (queued?.data) {
    for (let tries = 0; tries < 200; tries += 1) {
      const { data } = (await ask(`/api/v1/status/${queued.data.conversion_id}`, { headers })) ?? {};
      if (data?.status !== 'processing') break;
      await setTimeout(100);
    }
    await ask(`/api/v1/download/${queued.data.conversion_id}`, { headers });
  }
  const order = JSON.stringify({ filename: 'a.jpg', target_format: 'png' });
  const form = await ask('/api/v1/uploads', { method: 'POST', body: order, headers: { ...headers, ...json } });
  if (form?.data) {
    await ask(form.data.url, { method: 'POST', body: uploadForm(form.data.fields, await photo(40, 30)), headers });
  }
  await ask('/api/v1/uploads', { method: 'POST', body: '{', headers: { ...headers, ...json } });
  for (const path of ['usage', 'health', 'formats', 'nothing', 'status/nothing', 'download/nothing'])
    await ask(`/api/v1/${path}`, { headers });
}

/** The files of the service that hold a text, wherever they lie. */
async function filesWith(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(temporary, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => Buffer.alloc(0)); // deleted meanwhile
    if (texts.some((text) => content.includes(text) || path.includes(text))) found.push(path);
  }
  return found;
}

const secretOf = (key: string) => key.slice(SHOWN);

describe('a key', { timeout: 240_000 }, () => {
  it('is in no answer, in no output and in no file of the service, in clear', async () => {
    expect(good).toMatch(/^fc_/);
    for (const key of [good, ...wrong]) {
      await useKey({ Authorization: `Bearer ${key}` });
      await useKey({ 'X-API-Key': key });
      await useKey({ Authorization: `Basic ${key}` });
      await useKey({ Authorization: key });
      // Where a key has no business: it may be wrong to send it so, and is still a secret.
      await convert(await photo(40, 30), 'a.jpg', 'png', { 'Idempotency-Key': key, 'X-API-Key': good });
      await ask(`/api/v1/usage?api_key=${key}`);
      await ask(`/api/v1/convert?key=${key}`, { method: 'POST' });
    }
    const statuses = new Set(answered.map((text) => text.slice(0, 3)));
    for (const status of ['200', '204', '400', '401', '404']) expect(statuses).toContain(status);
    const secrets = [good, ...wrong].map(secretOf);
    for (const secret of secrets) {
      expect(answered.filter((text) => text.includes(secret))).toEqual([]);
      // The operator is told the key that was made for the occasion, once, at the start.
      expect(service.output().split(secret).length - 1).toBe(secret === secretOf(good) ? 2 : 0);
    }
    // What it logs is there to be looked at, and so are its tables.
    expect(service.output()).toContain('"level":"INFO"');
    expect(await filesWith(['local'])).toContainEqual(expect.stringMatching(/callers\.sqlite/));
    expect(await filesWith(secrets)).toEqual([]);
  });
});
