import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
// biome-ignore lint/style/noRestrictedImports: runs in the engine function, outside of the host that decodes
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { UploadForm } from '../conversion/stores.ts';
import type { ResultFile } from '../sandbox/result-file.ts';
import { beginRequest, responseError, withRetries } from './with-retries.ts';

/** Sends a file with a presigned POST form, which fixes its key and its largest size, with retries of the whole file. */
export function sendResult(form: UploadForm, file: ResultFile): Promise<void> {
  return withRetries(() => trySending(form, file));
}

async function trySending({ url, fields }: UploadForm, { size, content }: ResultFile): Promise<void> {
  const boundary = randomUUID();
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`);
  const before = Buffer.from(`${texts.join('')}${part('file')}; filename="result"\r\n\r\n`);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  const request = beginRequest(url, {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      // S3 takes no form of unknown length.
      'Content-Length': before.length + size + after.length,
    },
  });
  const answer = once(request, 'response') as Promise<[IncomingMessage]>;
  async function* body() {
    yield before;
    if (content instanceof Uint8Array) yield content;
    else yield* content;
    yield after;
  }
  await Promise.all([pipeline(body, request), answer]);
  const [response] = await answer;
  if ((response.statusCode ?? 500) < 300) return void response.resume();
  throw await responseError(response, 'the result cannot be stored');
}
