import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { multipartBody } from '../../support/multipart-body.ts';
import type { Account } from './account.ts';
import type { ClientAnswer } from './gateway.ts';

export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

const BOUNDARY = 'rehearsal-boundary';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** How often a client asks how far its conversion is, in milliseconds. */
const POLL = 200;

export function convert(account: Account, file: SentFile, target: string, headers = {}): Promise<ClientAnswer> {
  return account.request(convertRequest(file, target, headers));
}

export function convertRequest(
  { name, content }: SentFile,
  target: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const body = multipartBody(BOUNDARY, [
    { name: 'file', filename: name, content },
    { name: 'target_format', content: target },
  ]);
  return { method: 'POST', path: '/api/v1/convert', headers: { 'Content-Type': FORM, ...headers }, body };
}

export function merge(account: Account, files: readonly SentFile[]): Promise<ClientAnswer> {
  const body = multipartBody(BOUNDARY, [
    { name: 'target_format', content: 'pdf' },
    { name: 'merge', content: 'true' },
    ...files.map(({ name, content }) => ({ name: 'file', filename: name, content })),
  ]);
  return account.request({ method: 'POST', path: '/api/v1/convert', headers: { 'Content-Type': FORM }, body });
}

/** A form with which a client may send a file to the bucket. */
export interface SignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Sends a file with a form, straight to the bucket. @returns the status of the answer */
export async function sendForm(
  { recorder, stores }: Account,
  { url, fields }: SignedForm,
  content: Uint8Array,
): Promise<number> {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, content: value }));
  const body = multipartBody(BOUNDARY, [...texts, { name: 'file', filename: 'file', content }]);
  const headers = { 'content-type': FORM };
  const refusal = await recorder.note(undefined, 's3', { method: 'POST', url: new URL(url), headers, body });
  if (refusal) return 403;
  const init = { method: 'POST', headers, body: new Uint8Array(body) };
  return (await fetch(`${stores.s3}/${stores.bucket}`, init)).status;
}

export async function settled(account: Account, id: string): Promise<ClientAnswer> {
  for (;;) {
    const answer = await account.request({ method: 'GET', path: `/api/v1/status/${id}` });
    if (answer.json().data?.status !== 'processing') return answer;
    await setTimeout(POLL);
  }
}

export function download(account: Account, id: string): Promise<ClientAnswer> {
  return account.request({ method: 'GET', path: `/api/v1/download/${id}` });
}

/** What becomes of a conversion that was begun: it is ready, and downloaded. */
export async function resultOf(account: Account, begun: ClientAnswer): Promise<Buffer> {
  expect(begun.status, begun.body.toString()).toBe(200);
  const { conversion_id: id } = begun.json().data;
  const ended = await settled(account, id);
  expect(ended.json().data, ended.body.toString()).toMatchObject({ status: 'ready' });
  const { status, body } = await download(account, id);
  expect(status).toBe(200);
  return body;
}
