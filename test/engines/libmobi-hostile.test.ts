import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { azw3, type KindleBook, mobi } from '../books/kindle-book.ts';
import { palmDatabase } from '../books/palm-database.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { WORD } from '../documents/words.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { seededRandom } from '../support/random.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const TIME = 120_000;
const failureOf = (book: Buffer, format: FormatName) =>
  convertWithPandoc(book, format, 'txt').then(
    () => 'none',
    (error) => error.code,
  );
const REFUSED = ['UNREADABLE_FILE', 'TOO_COMPLEX'];
const OLD = `<html><body><p>${WORD}</p></body></html>`;
const NEW = [`<p>${WORD}</p>`, '<p>Ende</p>'];

/** A change of the first record. */
const with32 = (at: number, value: number): KindleBook => ({ spoil: (first) => first.writeUInt32BE(value, at) });
const with16 = (at: number, value: number): KindleBook => ({ spoil: (first) => first.writeUInt16BE(value, at) });

/** A book with some bytes of its own. */
function changed(book: Buffer, change: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(book);
  change(copy);
  return copy;
}

/** Where the nth index of a book stands. */
function indexAt(book: Buffer, number: number): number {
  let at = -1;
  for (let found = 0; found <= number; found++) at = book.indexOf('INDX', at + 1);
  return at;
}

describe('Kindle books that are no books', () => {
  it('are those that are: the control', { timeout: TIME }, async () => {
    expect([await failureOf(mobi(OLD), 'mobi'), await failureOf(azw3(NEW), 'azw3')]).toEqual(['none', 'none']);
  });

  it('are refused when they are locked, in a sentence that says so', { timeout: TIME }, async () => {
    for (const book of [mobi(OLD, { locked: true }), azw3(NEW, { locked: true })])
      await expect(convertWithPandoc(book, 'mobi', 'pdf')).rejects.toMatchObject({
        code: 'UNREADABLE_FILE',
        message: expect.stringContaining('DRM'),
      });
  });

  it.each([
    ['nothing but a name', () => Buffer.concat([Buffer.alloc(60), Buffer.from('BOOKMOBI'), Buffer.alloc(10)])],
    ['a database without records', () => palmDatabase([])],
    ['records of zeros', () => palmDatabase([Buffer.alloc(300), Buffer.alloc(300)])],
    ['more records than there are', () => changed(mobi(OLD), (bytes) => bytes.writeUInt16BE(0xffff, 76))],
    ['records that lead back', () => changed(mobi(OLD), (bytes) => bytes.writeUInt32BE(78, 86))],
    ['records all in one place', () => palmDatabase(Array(60_000).fill(Buffer.alloc(0)))],
    ['a text without end, cut off', () => mobi(OLD).subarray(0, 1000)],
    ['a text packed with codes that are not there', () => mobi(OLD, with16(0, 17480))],
    [
      'codes at the place of the text',
      () =>
        mobi(OLD, {
          spoil: (first) => {
            first.writeUInt16BE(17480, 0);
            first.writeUInt32BE(1, 112);
            first.writeUInt32BE(0xffff, 116);
          },
        }),
    ],
    ['pages without anything', () => azw3(['', ' '])],
    ['a page without anything', () => mobi('<html><head><title>x</title></head><body><p> </p></body></html>')],
  ])('%s', { timeout: TIME }, async (_, make) => {
    expect(REFUSED).toContain(await failureOf(make(), 'mobi'));
  });

  it.each([
    ['a longest text', () => mobi(OLD, with32(4, 0xffffffff))],
    ['most texts', () => mobi(OLD, with16(8, 0xffff))],
    ['pictures that begin nowhere', () => mobi(OLD, with32(108, 0xfffffff0))],
    ['a longest title', () => mobi(OLD, with32(88, 0xfffffff0))],
    ['a most endless header', () => mobi(OLD, with32(20, 0xfffffff0))],
    ['an index that is itself', () => azw3(NEW, with32(248, 0))],
    ['most flows', () => azw3(NEW, with32(196, 0xffffffff))],
    [
      'most parts in an index',
      () => changed(azw3(NEW), (bytes) => bytes.writeUInt32BE(0xffffffff, indexAt(bytes, 2) + 24)),
    ],
    [
      'most entries in a part',
      () => changed(azw3(NEW), (bytes) => bytes.writeUInt32BE(0x7fffffff, indexAt(bytes, 3) + 24)),
    ],
    [
      'an index whose list lies outside',
      () => changed(azw3(NEW), (bytes) => bytes.writeUInt32BE(0xfffffff0, indexAt(bytes, 1) + 20)),
    ],
    [
      'text that repeats what is not there',
      () => palmDatabase([mobi('x', { packing: 'palmdoc' }).subarray(110, 3000), Buffer.alloc(4096, 0xbf)]),
    ],
  ])('%s: refused, or what could be read of it', { timeout: TIME }, async (_, make) => {
    expect([...REFUSED, 'none']).toContain(await failureOf(make(), 'azw3'));
  });

  it('put nothing of their title into the names of files', { timeout: TIME }, async () => {
    const title = '../../../tmp/<a>&"\n';
    const { file } = await convertWithPandoc(azw3(NEW, { title }), 'azw3', 'epub');
    for (const name of unzip(file).keys()) expect(name).toMatch(/^(mimetype|META-INF\/\w+\.xml|OEBPS\/\w+\.\w+)$/);
  });

  it('of which a byte is another are books or refused, always', { timeout: 2 * TIME }, async () => {
    const random = seededRandom(7);
    const book = azw3(NEW, { packing: 'palmdoc' });
    const spots = [...Array(60)].map(() => Math.floor(random() * book.length));
    const codes = new Set<string>();
    for (const [index, spot] of spots.entries()) {
      // The beginnings of records more often than what fills the first one.
      const at = index % 2 === 0 ? spot : indexAt(book, index % 4) + (spot % 60);
      const spoilt = changed(book, (bytes) => bytes.writeUInt8(Math.floor(random() * 256), at));
      codes.add(
        await convertWithPandoc(spoilt, 'azw3', 'epub').then(
          () => 'none',
          (error) => error.code,
        ),
      );
    }
    expect([...REFUSED, 'none']).toEqual(expect.arrayContaining([...codes]));
    expect(codes).toContain('none');
  });
});
