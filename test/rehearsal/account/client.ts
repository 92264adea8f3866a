import { setTimeout } from 'node:timers/promises';
import { multipartBody } from '../../support/multipart-body.ts';
import type { Account } from './account.ts';
import type { ClientAnswer } from './gateway.ts';

/** A file that a client sends. */
export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

const BOUNDARY = 'rehearsal-boundary';

/** How often a client asks how far its conversion is, in milliseconds. */
const POLL = 200;

/** Sends a file to be converted, as clients do. */
export function convert(
  account: Account,
  { name, content }: SentFile,
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ClientAnswer> {
  const body = multipartBody(BOUNDARY, [
    { name: 'file', filename: name, content },
    { name: 'target_format', content: target },
  ]);
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  return account.request({
    method: 'POST',
    path: '/api/v1/convert',
    headers: { 'Content-Type': type, ...headers },
    body,
  });
}

/** Asks how far a conversion is until it has ended. */
export async function settled(account: Account, id: string): Promise<ClientAnswer> {
  for (;;) {
    const answer = await account.request({ method: 'GET', path: `/api/v1/status/${id}` });
    if (answer.json().data?.status !== 'processing') return answer;
    await setTimeout(POLL);
  }
}

/** Downloads the result of a conversion. */
export function download(account: Account, id: string): Promise<ClientAnswer> {
  return account.request({ method: 'GET', path: `/api/v1/download/${id}` });
}
