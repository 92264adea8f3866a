import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '../support/pictures.ts';
import { convertAt, endServiceProcess, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { head, type RawClient, sendRaw } from './raw-client.ts';

const MEGABYTE = 1024 * 1024;
/** What one client sends of its body before it falls silent, of the four megabytes that it announces. */
const SENT = Buffer.alloc(3 * MEGABYTE, 'x');
const LONGEST = 120_000;
/** So many that they would be seen in memory if they were kept there. */
const CLIENTS = 200;

/** For those that take no memory. */
let shared: ServiceProcess;
beforeAll(async () => {
  shared = await startServiceProcess();
});
afterAll(() => endServiceProcess(shared));

/** Each has a service of its own, so that all can wait for silent clients side by side. */
async function withService(task: (service: ServiceProcess) => Promise<void>): Promise<void> {
  const service = await startServiceProcess();
  try {
    await task(service);
  } finally {
    await endServiceProcess(service);
  }
}

function residentMegabytes(service: ServiceProcess): number {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

const convert = async (service: ServiceProcess) => convertAt(service, await photo(), ['a.jpg', 'webp']);

const BEGINNING = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 4 * MEGABYTE };

describe.concurrent('many requests whose bodies do not come to their end', { timeout: 300_000 }, () => {
  it.each<[string, string, Readonly<Record<string, string | number>>]>([
    ['to no path', 'POST /nowhere', { 'Content-Length': 4 * MEGABYTE }],
    ['for uploads, in chunks', 'POST /api/v1/uploads', { 'Transfer-Encoding': 'chunked' }],
    ['for /convert', 'POST /api/v1/convert', MULTIPART],
    ['for the bucket', 'POST /files', MULTIPART],
  ])('%s take little memory, and are broken off', (_, line, headers) =>
    withService(async (service) => {
      await convert(service);
      const before = residentMegabytes(service);
      const body = headers['Transfer-Encoding'] ? `${(SENT.length).toString(16)}\r\n${SENT}` : `${BEGINNING}${SENT}`;
      const message = Buffer.from(`${head(line, headers)}${body}`);
      const clients: RawClient[] = [];
      let most = before;
      for (let sent = 0; sent < CLIENTS; sent += 1) {
        clients.push(await sendRaw(service.origin, message));
        if (sent % 100 === 99) most = Math.max(most, residentMegabytes(service));
      }
      for (let second = 0; second < 5; second += 1) {
        await setTimeout(1000);
        most = Math.max(most, residentMegabytes(service));
      }
      expect(most - before).toBeLessThan(400);
      // Others are served meanwhile; where all places are taken, as soon as the silent ones are gone.
      expect((await convert(service)).body.data.status).toBe('ready');
      await Promise.race([
        Promise.all(clients.map(({ ended }) => ended)),
        setTimeout(LONGEST).then(() => expect.fail('not all were broken off')),
      ]);
    }),
  );
});

describe.concurrent('a body', { timeout: 120_000 }, () => {
  it('is not waited for where there is nothing, or nothing of this method', async () => {
    for (const line of ['POST /nowhere', 'PUT /api/v1/convert', 'POST /api/v1/health', 'DELETE /files/a']) {
      const { received, socket } = await sendRaw(shared.origin, head(line, { 'Content-Length': 1000 }));
      await expect.poll(received, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 40[34]/);
      socket.destroy();
    }
  });

  it('in chunks that are too many is refused, and what follows on the connection is answered', async () => {
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const upload = `${head('POST /api/v1/uploads', { 'Transfer-Encoding': 'chunked' })}${chunk.repeat(8)}0\r\n\r\n`;
    const { received, socket } = await sendRaw(shared.origin, `${upload}${head('GET /api/v1/health', {})}`);
    await expect
      .poll(received, { timeout: 20_000 })
      .toMatch(/^HTTP\/1\.1 413[\s\S]*larger than 256 KB[\s\S]*HTTP\/1\.1 200/);
    socket.destroy();
  });
});

describe.concurrent('a request', { timeout: 180_000 }, () => {
  it.each([
    ['a length and chunks', { 'Content-Length': 5, 'Transfer-Encoding': 'chunked' }],
    ['two lengths', { 'Content-Length': 5, 'content-length': 6 }],
    ['a coding of which chunks are not the last', { 'Transfer-Encoding': 'chunked, identity' }],
    ['a length with a sign', { 'Content-Length': '+5' }],
    ['a header of 100 kB', { 'X-Long': 'x'.repeat(100_000) }],
  ])('with %s is refused in the envelope, and its connection ended', async (_, headers) => {
    const { received, ended } = await sendRaw(
      shared.origin,
      `${head('POST /api/v1/uploads', headers)}0\r\n\r\nGET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 400[\s\S]*"success":false[\s\S]*"code":"INVALID_REQUEST"/);
    expect(received()).not.toContain('200 OK');
  });

  it.each([
    ['is no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['has an unknown method', 'FROB / HTTP/1.1\r\n\r\n', 400],
    ['has no Host', 'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['asks for a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n', 404],
  ])('that %s is answered in the envelope', async (_, bytes, status) => {
    const { received, ended } = await sendRaw(shared.origin, bytes);
    await ended;
    expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status}[^]*"success":false`));
  });

  it('whose head does not come to its end is broken off', async () => {
    const clients = await Promise.all(
      ['', 'GET /api/v1/health HTTP/1.1\r\nX-Slow: '].map((beginning) => sendRaw(shared.origin, beginning)),
    );
    const dripping = setInterval(() => clients[1]?.socket.write('x'), 1000);
    await Promise.all(clients.map(({ ended }) => ended));
    clearInterval(dripping);
  });
});
