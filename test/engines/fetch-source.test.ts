import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FETCHED_PART, fetchSource } from '../../functions/engines/fetch-source.ts';
import { storage } from '../../functions/services/storage.ts';
import { serve } from '../support/serve.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const read = async (url: string) => rest(await fetchSource(url));

async function rest(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const FILE = randomBytes(3 * FETCHED_PART + 5);

/** The range that is asked for. */
function asked({ headers }: IncomingMessage): { first: number; last: number } {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  return { first: Number(first), last: Math.min(Number(last), FILE.length - 1) };
}

/** Answers as S3 does. */
function properly(request: IncomingMessage, response: ServerResponse): void {
  const { first, last } = asked(request);
  response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${FILE.length}`, ETag: '"a"' });
  response.end(FILE.subarray(first, last + 1));
}

/** Answers as S3 does to the first request, and otherwise to those after it. */
function thenOtherwise(otherwise: RequestListener): RequestListener {
  return (request, response) => (asked(request).first === 0 ? properly : otherwise)(request, response);
}

describe('a source', () => {
  it.each([0, 1, FETCHED_PART - 1, FETCHED_PART, FETCHED_PART + 1, 2 * FETCHED_PART, 7 * FETCHED_PART + 1])(
    'of %i bytes comes as it is stored',
    async (size) => {
      const content = randomBytes(size);
      await storage().files.put('uploads/source', content, 'audio/wav');
      expect((await read(await storage().files.link('uploads/source', Date.now() + 60_000))).equals(content)).toBe(
        true,
      );
    },
  );

  it.each([
    [0, 0],
    [5, FETCHED_PART + 5],
    [FETCHED_PART, 3 * FETCHED_PART - 1],
    [FILE.length - 1, FILE.length - 1],
  ])('comes from byte %i to byte %i where that range is requested', async (first, last) => {
    const url = await serve(properly);
    expect((await rest(await fetchSource(url, { first, last }))).equals(FILE.subarray(first, last + 1))).toBe(true);
  });

  it('that does not exist, or whose signature is wrong, is not fetched', async () => {
    const link = await storage().files.link('uploads/none', Date.now() + 60_000);
    await expect(read(link)).rejects.toThrow(/cannot be fetched: 404/);
    await expect(read(link.replace('none', 'other'))).rejects.toThrow(/cannot be fetched: 403/);
  });

  it.each<[string, (response: ServerResponse, request: IncomingMessage) => void]>([
    ['is answered with 503', (response) => response.writeHead(503).end('Slow Down')],
    ['loses its connection', (response) => response.destroy()],
    [
      'is cut off',
      (response, request) => {
        const { first, last } = asked(request);
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${FILE.length}`, ETag: '"a"' });
        response.write(FILE.subarray(first, first + 1000), () => response.destroy());
      },
    ],
  ])('of which each part %s twice comes as it is stored', async (_, fail) => {
    const tries = new Map<number, number>();
    const url = await serve((request, response) => {
      const { first } = asked(request);
      tries.set(first, (tries.get(first) ?? 0) + 1);
      if ((tries.get(first) ?? 0) < 3) fail(response, request);
      else properly(request, response);
    });
    expect((await read(url)).equals(FILE)).toBe(true);
    expect([...tries.values()]).toEqual([3, 3, 3, 3]);
  });

  it.each([
    [503, 3],
    [403, 1],
  ])('that is always refused with %i is requested %i times', async (status, times) => {
    let asks = 0;
    const url = await serve((_, response) => {
      asks += 1;
      response.writeHead(status).end();
    });
    await expect(read(url)).rejects.toThrow(`${status}`);
    expect(asks).toBe(times);
  });

  it('that is replaced or deleted midway is not a mix of both', async () => {
    await storage().files.put('uploads/changing', FILE, 'audio/wav');
    const url = await storage().files.link('uploads/changing', Date.now() + 60_000);
    const replaced = await fetchSource(url);
    await storage().files.put('uploads/changing', randomBytes(FILE.length), 'audio/wav');
    await expect(rest(replaced)).rejects.toThrow(/cannot be fetched: 412/);
    const deleted = await fetchSource(url);
    await storage().files.delete('uploads/changing');
    await expect(rest(deleted)).rejects.toThrow(/cannot be fetched: 404/);
  });

  it.each<[string, RequestListener]>([
    ['whole, though a part was asked for', (_, response) => response.end(FILE)],
    [
      'another range than requested',
      (_, response) => response.writeHead(206, { 'Content-Range': `bytes 0-9/${FILE.length}` }).end('0123456789'),
    ],
    ['without telling which bytes', (_, response) => response.writeHead(206).end('0123456789')],
    [
      'longer than it is said to be',
      (request, response) => {
        const { first, last } = asked(request);
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${FILE.length}` });
        response.end(Buffer.alloc(FETCHED_PART + 1));
      },
    ],
    [
      'half, before the connection breaks',
      (request, response) => {
        const { first, last } = asked(request);
        const length = last - first + 1;
        response.writeHead(206, { 'Content-Range': `bytes ${first}-${last}/${FILE.length}`, 'Content-Length': length });
        response.write('half', () => response.destroy());
      },
    ],
  ])('is refused when a part comes %s', async (_, answer) => {
    const url = await serve(thenOtherwise(answer));
    await expect(read(url)).rejects.toThrow();
  });
});
