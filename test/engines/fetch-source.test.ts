import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { FETCHED_PART, fetchSource } from '../../functions/engines/fetch-source.ts';
import { beginRequest } from '../../functions/engines/with-retries.ts';
import { storage } from '../../functions/services/storage.ts';
import { serve } from '../support/serve.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const read = async (...of: Parameters<typeof fetchSource>) => buffer(await fetchSource(...of));

const FILE = randomBytes(3 * FETCHED_PART + 5);

const FIRST_TEN = { 'Content-Range': `bytes 0-9/${FILE.length}` };

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The range that is asked for. */
function asked({ headers }: IncomingMessage): { first: number; last: number } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  return { first: Number(first), last: Math.min(Number(last), FILE.length - 1) };
}

/** Begins to answer as S3 does. @returns what it has to send */
function begin(request: IncomingMessage, response: ServerResponse): Buffer {
  const { first, last } = asked(request);
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${FILE.length}`, ETag: '"a"' });
  return FILE.subarray(first, last + 1);
}

const properly: Answer = (request, response) => response.end(begin(request, response));

/** Answers as S3 does to the first request, and otherwise to those after it. */
const thenOtherwise =
  (otherwise: Answer): Answer =>
  (request, response) =>
    (asked(request).first === 0 ? properly : otherwise)(request, response);

describe('a source', () => {
  it.each([0, 1, FETCHED_PART, FETCHED_PART + 1, 7 * FETCHED_PART + 1])(
    'of %i bytes comes as it is stored',
    async (size) => {
      const content = randomBytes(size);
      await storage().files.put('uploads/source', content, 'audio/wav');
      const link = await storage().files.link('uploads/source', Date.now() + 60_000);
      expect((await read(link)).equals(content)).toBe(true);
    },
  );

  it('is not waited for when its connection is idle', async () => {
    const url = await serve((_, response) => response.writeHead(206).write('a'));
    const stalled = beginRequest(url, {}, 50).end();
    const [response] = await once(stalled, 'response');
    await expect(buffer(response)).rejects.toThrow(/idle|aborted/);
  });

  it.each([
    [0, 0],
    [5, FETCHED_PART + 5],
    [FETCHED_PART, FILE.length - 1],
  ])('comes from byte %i to byte %i where that range is requested', async (first, last) => {
    const url = await serve(properly);
    expect((await read(url, { first, last })).equals(FILE.subarray(first, last + 1))).toBe(true);
  });

  it('that does not exist, or whose signature is wrong, is not fetched', async () => {
    const link = await storage().files.link('uploads/none', Date.now() + 60_000);
    await expect(read(link)).rejects.toThrow(/cannot be fetched: 404/);
    await expect(read(link.replace('none', 'other'))).rejects.toThrow(/cannot be fetched: 403/);
  });

  it.each<[string, Answer]>([
    ['is answered with 503', (_, response) => response.writeHead(503).end('Slow Down')],
    ['loses its connection', (_, response) => response.destroy()],
    [
      'is cut off',
      (request, response) => response.write(begin(request, response).subarray(0, 1000), () => response.destroy()),
    ],
  ])('of which each part %s twice comes as it is stored', async (_, fail) => {
    const tries = new Map<number, number>();
    const url = await serve((request, response) => {
      const { first } = asked(request);
      tries.set(first, (tries.get(first) ?? 0) + 1);
      ((tries.get(first) ?? 0) < 3 ? fail : properly)(request, response);
    });
    expect((await read(url)).equals(FILE)).toBe(true);
    expect([...tries.values()]).toEqual([3, 3, 3, 3]);
  });

  it('comes in order, with several requests in parallel and few buffered parts', async () => {
    let [underWay, most] = [0, 0];
    const url = await serve((request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const delay = (20_000_000 - asked(request).first) / 200_000; // the later parts first
      setTimeout(() => {
        underWay -= 1;
        properly(request, response);
      }, delay);
    });
    expect((await read(url)).equals(FILE)).toBe(true);
    expect(most).toBe(3);
  });

  it('that is replaced or deleted midway is not a mix of both', async () => {
    await storage().files.put('uploads/changing', FILE, 'audio/wav');
    const url = await storage().files.link('uploads/changing', Date.now() + 60_000);
    const replaced = await fetchSource(url);
    await storage().files.put('uploads/changing', randomBytes(FILE.length), 'audio/wav');
    await expect(buffer(replaced)).rejects.toThrow(/cannot be fetched: 412/);
    const deleted = await fetchSource(url);
    await storage().files.delete('uploads/changing');
    await expect(buffer(deleted)).rejects.toThrow(/cannot be fetched: 404/);
  });

  it.each<[string, Answer]>([
    ['whole, though a part was asked for', (_, response) => response.end(FILE)],
    ['another range than requested', (_, response) => response.writeHead(206, FIRST_TEN).end('0123456789')],
    ['without telling which bytes', (_, response) => response.writeHead(206).end('0123456789')],
    [
      'longer than it is said to be',
      (request, response) => response.end(Buffer.concat([begin(request, response), FILE.subarray(0, 1)])),
    ],
  ])('is refused when a part comes %s', async (_, answer) => {
    const url = await serve(thenOtherwise(answer));
    await expect(read(url)).rejects.toThrow();
  });

  it('stops being fetched when the consumer stops', async () => {
    const broken: Promise<unknown>[] = [];
    const url = await serve(thenOtherwise((_, response) => void broken.push(once(response, 'close'))));
    for await (const _ of await fetchSource(url)) {
      while (broken.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
      break;
    }
    await Promise.all(broken);
  });
});
