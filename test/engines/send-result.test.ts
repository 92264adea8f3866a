import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sendResult } from '../../functions/engines/send-result.ts';
import { openResult } from '../../functions/sandbox/result-file.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const workplace = temporaryFolder();

/** A server that fails the first requests, and keeps what the others bring. */
async function flaky(failures: number, fail: (request: IncomingMessage, response: ServerResponse) => void) {
  const bodies: Buffer[] = [];
  let asked = 0;
  const url = await serve(async (request, response) => {
    asked += 1;
    if (asked <= failures) return fail(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks));
    return response.writeHead(204).end();
  });
  return { form: { url, fields: { key: 'results/1' } }, bodies, requests: () => asked };
}

/** A result, opened as that of an engine is. */
async function resultOf(content: Buffer) {
  mkdirSync(join(workplace, 'job'), { recursive: true });
  writeFileSync(join(workplace, 'job', 'result.zip'), content);
  return openResult({ workplace, format: 'zip', largest: 100_000_000 });
}

const LARGE = randomBytes(20_000_000);

/** Reads some of what comes, and breaks off. */
const reset = async (request: IncomingMessage) => {
  // A request that is left in the middle lets go of its socket, which stays open.
  const { socket } = request;
  let read = 0;
  for await (const chunk of request) {
    read += (chunk as Buffer).length;
    if (read > 5_000_000) break;
  }
  socket.destroy();
};

/** Answers when all has come, as S3 does. */
const unavailable = async (request: IncomingMessage, response: ServerResponse) => {
  for await (const _ of request);
  response.writeHead(503).end('Slow Down');
};

it.each([
  ['whose connection is reset in the middle', reset],
  ['that is answered with 503', unavailable],
])('a result %s twice is sent whole, from its first byte on', async (_, fail) => {
  const { form, bodies } = await flaky(2, fail);
  await sendResult(form, await resultOf(LARGE));
  expect(bodies).toHaveLength(1);
  expect(bodies[0]?.includes(LARGE)).toBe(true);
});

it('a result that is always refused fails after three tries, and is not sent again where it is forbidden', async () => {
  for (const [status, tries] of [
    [503, 3],
    [403, 1],
  ] as const) {
    const { form, requests } = await flaky(9, (request, response) => {
      request.resume().on('end', () => response.writeHead(status).end());
    });
    await expect(sendResult(form, await resultOf(Buffer.from('small')))).rejects.toThrow(`cannot be stored: ${status}`);
    expect(requests()).toBe(tries);
  }
});
