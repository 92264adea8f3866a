import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { uploadForm } from '../support/upload-form.ts';
import { FILE_STORES } from './implementations.ts';

describe.each(FILE_STORES)('files %s', (_, use) => {
  const files = use();

  const put = (key: string, content: Uint8Array) => files.store.put(key, content, 'image/png');

  async function sha256(key: string): Promise<string | undefined> {
    const file = await files.store.open(key);
    const hash = createHash('sha256');
    for await (const chunk of file?.body ?? []) hash.update(chunk);
    return file && hash.digest('hex');
  }

  describe('a file store', () => {
    it.each([1, 8 * 1024 * 1024])('gives back a file of %i bytes as it was', async (size) => {
      const content = randomBytes(size);
      await put('results/x', content);
      expect((await files.store.open('results/x'))?.size).toBe(size);
      expect(await sha256('results/x')).toBe(createHash('sha256').update(content).digest('hex'));
    });

    it('deletes, also what is not there', async () => {
      await put('results/gone', Buffer.from('x'));
      await files.store.delete('results/gone');
      expect(await files.store.open('results/gone')).toBeUndefined();
      await files.store.delete('results/gone');
    });

    const MEBIBYTE = 1024 * 1024;
    it.each([
      ['nothing', 0],
      ['a byte', 1],
      ['just a part', 5 * MEBIBYTE],
      ['a part and a byte', 5 * MEBIBYTE + 1],
      ['many parts', 23 * MEBIBYTE + 7],
    ])('receives a stream of %s', async (_, size) => {
      const content = randomBytes(size);
      await files.store.put('uploads/x', inPieces(content), 'application/octet-stream');
      expect(await sha256('uploads/x')).toBe(createHash('sha256').update(content).digest('hex'));
    });

    it('receives many at once, each whole, in memory that is shared', async () => {
      const contents = Array.from({ length: 6 }, () => randomBytes(12_000_000));
      await Promise.all(
        contents.map((content, index) =>
          files.store.put(`uploads/${index}`, inPieces(content), 'application/octet-stream'),
        ),
      );
      for (const [index, content] of contents.entries()) {
        expect(await sha256(`uploads/${index}`)).toBe(createHash('sha256').update(content).digest('hex'));
        await files.store.delete(`uploads/${index}`);
      }
    });

    it.each([0, 4_000_000, 12_000_000])('keeps nothing of a stream that breaks off after %i bytes', async (size) => {
      async function* breaking() {
        yield* inPieces(randomBytes(size));
        throw new Error('It broke off');
      }
      await expect(files.store.put('uploads/broken', breaking(), 'application/octet-stream')).rejects.toThrow(
        'It broke off',
      );
      expect(await files.store.open('uploads/broken')).toBeUndefined();
      expect((await readdir(files.folder)).filter((name) => name.includes('broken'))).toEqual([]);
    });

    it('reads a beginning, and knows the size of all', async () => {
      const content = randomBytes(3_000_000);
      await put('uploads/peek', content);
      const peeked = await files.store.peek('uploads/peek', 1000);
      expect(peeked?.size).toBe(content.length);
      expect(Buffer.compare(peeked?.head ?? Buffer.alloc(0), content.subarray(0, 1000))).toBe(0);
      await put('uploads/short', content.subarray(0, 10));
      expect(await files.store.peek('uploads/short', 1000)).toMatchObject({ size: 10 });
      await files.store.put('uploads/empty', inPieces(Buffer.alloc(0)), 'application/octet-stream');
      expect(await files.store.peek('uploads/empty', 1000)).toMatchObject({ size: 0, head: { length: 0 } });
      expect(await files.store.peek('uploads/none', 1000)).toBeUndefined();
    });

    it('signs a link to a file, with an expiry and the chosen headers', async () => {
      const key = "results/it's (a) key!*+ü";
      await put(key, Buffer.from('content'));
      const headers = { 'Content-Type': 'text/x-test', 'Content-Disposition': 'attachment; filename="x"' };
      const response = await fetch(await files.store.link(key, Date.now() + 60_000, headers));
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/x-test',
        'content-disposition': 'attachment; filename="x"',
      });
      expect(await response.text()).toBe('content');
      expect(await (await fetch(await files.store.link(key, Date.now() + 60_000))).text()).toBe('content');
      const names = [...new URL(await files.store.link(key, Date.now() + 60_000)).searchParams.keys()];
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
      const soon = await files.store.link(key, Date.now() + 1500, headers);
      await setTimeout(2500);
      expect((await fetch(soon)).status).toBe(403);
    });
  });

  describe('a form for a result', () => {
    const send = async (size: number) => {
      const { url, fields } = await files.store.form('results/form', Date.now() + 60_000, 1000, 1);
      return (await fetch(url, { method: 'POST', body: uploadForm(fields, new Uint8Array(size)) })).status;
    };

    it('takes what is neither empty nor too large', async () => {
      expect(await send(0)).toBe(400);
      expect(await send(1001)).toBe(400);
      expect(await files.store.size('results/form')).toBeUndefined();
      expect(await send(1000)).toBe(204);
      expect(await files.store.size('results/form')).toBe(1000);
    });
  });
});

/** Bytes in pieces as a network delivers them. */
async function* inPieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 65_521) yield content.subarray(at, at + 65_521);
}
