import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { palmDatabase } from '../ebooks/palm-database.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });
const failureOf = (source: Buffer, format: FormatName) => codeOf(convertBytes(pandoc, source, [format, 'txt']));
const REFUSED = ['UNREADABLE_FILE', 'TOO_COMPLEX'];
/** Books of ours: see the README beside them. */
const book = (name: string) => committed(`books/files/${name}`);

/** A book with some bytes of its own. */
function changed(name: string, change: (bytes: Buffer) => void): Buffer {
  const bytes = book(name);
  change(bytes);
  return bytes;
}

/** A change of the first record. */
const with32 = (name: string, at: number, value: number) =>
  changed(name, (bytes) => bytes.writeUInt32BE(value, bytes.readUInt32BE(78) + at));
const with16 = (name: string, at: number, value: number) =>
  changed(name, (bytes) => bytes.writeUInt16BE(value, bytes.readUInt32BE(78) + at));

/** The first record of a book. */
const firstRecord = (name: string) => {
  const bytes = book(name);
  return bytes.subarray(bytes.readUInt32BE(78), bytes.readUInt32BE(86));
};

describe('Kindle books that are no books', () => {
  it('are converted when whole: the control', async () => {
    expect([await failureOf(book('plain.mobi'), 'mobi'), await failureOf(book('plain.azw3'), 'azw3')]).toEqual([
      'none',
      'none',
    ]);
  });

  it('are refused with a message about DRM where they have it', async () => {
    for (const name of ['plain.mobi', 'plain.azw3'])
      await expect(convertBytes(pandoc, with16(name, 12, 2), ['mobi', 'docx'])).rejects.toMatchObject({
        code: 'UNREADABLE_FILE',
        message: expect.stringContaining('DRM'),
      });
  });

  it.each([
    ['nothing but a name', () => Buffer.concat([Buffer.alloc(60), Buffer.from('BOOKMOBI'), Buffer.alloc(10)])],
    ['a database without records', () => palmDatabase('Kranichflug', 'BOOKMOBI', [])],
    ['more records than there are', () => changed('plain.mobi', (bytes) => bytes.writeUInt16BE(0xffff, 76))],
    ['records all in one place', () => palmDatabase('Kranichflug', 'BOOKMOBI', Array(60_000).fill(Buffer.alloc(0)))],
    ['a text packed with codes that are not there', () => with16('plain.mobi', 0, 17480)],
    ['pages without anything', () => book('empty.azw3')],
    ['a page without anything', () => book('empty.mobi')],
  ])('%s', async (_, make) => {
    expect(REFUSED).toContain(await failureOf(make(), 'mobi'));
  });

  it.each([
    ['a longest text', () => with32('plain.mobi', 4, 0xffffffff)],
    ['pictures that begin nowhere', () => with32('plain.mobi', 108, 0xfffffff0)],
    ['an index that is itself', () => with32('plain.azw3', 248, 0)],
    [
      'text that repeats what is not there',
      () => palmDatabase('Kranichflug', 'BOOKMOBI', [firstRecord('palmdoc.mobi'), Buffer.alloc(4096, 0xbf)]),
    ],
  ])('%s: refused, or what could be read of it', async (_, make) => {
    expect([...REFUSED, 'none']).toContain(await failureOf(make(), 'azw3'));
  });

  it('put no part of their title into the names of files', async () => {
    const { file } = await convertBytes(pandoc, book('odd-title.azw3'), ['azw3', 'epub']);
    for (const name of unzip(file).keys()) expect(name).toMatch(/^(mimetype|META-INF\/\w+\.xml|OEBPS\/\w+\.\w+)$/);
  });
});
