import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { palmDatabase } from '../books/palm-database.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { committed } from '../support/committed.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { seededRandom } from '../support/random.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const TIME = 120_000;
const failureOf = (source: Buffer, format: FormatName) =>
  convertWithPandoc(source, format, 'txt').then(
    () => 'none',
    (error) => error.code,
  );
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

/** Where the nth index of a book stands. */
function indexAt(book: Buffer, number: number): number {
  let at = -1;
  for (let found = 0; found <= number; found++) at = book.indexOf('INDX', at + 1);
  return at;
}

/** The first record of a book. */
const firstRecord = (name: string) => {
  const bytes = book(name);
  return bytes.subarray(bytes.readUInt32BE(78), bytes.readUInt32BE(86));
};

describe('Kindle books that are no books', () => {
  it('are those that are: the control', { timeout: TIME }, async () => {
    expect([await failureOf(book('plain.mobi'), 'mobi'), await failureOf(book('plain.azw3'), 'azw3')]).toEqual([
      'none',
      'none',
    ]);
  });

  it('are refused when they are locked, in a sentence that says so', { timeout: TIME }, async () => {
    for (const name of ['plain.mobi', 'plain.azw3'])
      await expect(convertWithPandoc(with16(name, 12, 2), 'mobi', 'pdf')).rejects.toMatchObject({
        code: 'UNREADABLE_FILE',
        message: expect.stringContaining('DRM'),
      });
  });

  it.each([
    ['nothing but a name', () => Buffer.concat([Buffer.alloc(60), Buffer.from('BOOKMOBI'), Buffer.alloc(10)])],
    ['a database without records', () => palmDatabase([])],
    ['records of zeros', () => palmDatabase([Buffer.alloc(300), Buffer.alloc(300)])],
    ['more records than there are', () => changed('plain.mobi', (bytes) => bytes.writeUInt16BE(0xffff, 76))],
    ['records that lead back', () => changed('plain.mobi', (bytes) => bytes.writeUInt32BE(78, 86))],
    ['records all in one place', () => palmDatabase(Array(60_000).fill(Buffer.alloc(0)))],
    ['a text without end, cut off', () => book('plain.mobi').subarray(0, 1000)],
    ['a text packed with codes that are not there', () => with16('plain.mobi', 0, 17480)],
    [
      'codes at the place of the text',
      () =>
        changed('plain.mobi', (bytes) => {
          const first = bytes.subarray(bytes.readUInt32BE(78));
          first.writeUInt16BE(17480, 0);
          first.writeUInt32BE(1, 112);
          first.writeUInt32BE(0xffff, 116);
        }),
    ],
    ['pages without anything', () => book('empty.azw3')],
    ['a page without anything', () => book('empty.mobi')],
  ])('%s', { timeout: TIME }, async (_, make) => {
    expect(REFUSED).toContain(await failureOf(make(), 'mobi'));
  });

  it.each([
    ['a longest text', () => with32('plain.mobi', 4, 0xffffffff)],
    ['most texts', () => with16('plain.mobi', 8, 0xffff)],
    ['pictures that begin nowhere', () => with32('plain.mobi', 108, 0xfffffff0)],
    ['a longest title', () => with32('plain.mobi', 88, 0xfffffff0)],
    ['a most endless header', () => with32('plain.mobi', 20, 0xfffffff0)],
    ['an index that is itself', () => with32('plain.azw3', 248, 0)],
    ['most flows', () => with32('plain.azw3', 196, 0xffffffff)],
    [
      'most parts in an index',
      () => changed('plain.azw3', (bytes) => bytes.writeUInt32BE(0xffffffff, indexAt(bytes, 2) + 24)),
    ],
    [
      'most entries in a part',
      () => changed('plain.azw3', (bytes) => bytes.writeUInt32BE(0x7fffffff, indexAt(bytes, 3) + 24)),
    ],
    [
      'an index whose list lies outside',
      () => changed('plain.azw3', (bytes) => bytes.writeUInt32BE(0xfffffff0, indexAt(bytes, 1) + 20)),
    ],
    [
      'text that repeats what is not there',
      () => palmDatabase([firstRecord('palmdoc.mobi'), Buffer.alloc(4096, 0xbf)]),
    ],
  ])('%s: refused, or what could be read of it', { timeout: TIME }, async (_, make) => {
    expect([...REFUSED, 'none']).toContain(await failureOf(make(), 'azw3'));
  });

  it('put nothing of their title into the names of files', { timeout: TIME }, async () => {
    const { file } = await convertWithPandoc(book('odd-title.azw3'), 'azw3', 'epub');
    for (const name of unzip(file).keys()) expect(name).toMatch(/^(mimetype|META-INF\/\w+\.xml|OEBPS\/\w+\.\w+)$/);
  });

  it('of which a byte is another are books or refused, always', { timeout: 2 * TIME }, async () => {
    const random = seededRandom(7);
    const whole = book('palmdoc.azw3');
    const spots = [...Array(60)].map(() => Math.floor(random() * whole.length));
    const codes = new Set<string>();
    for (const [index, spot] of spots.entries()) {
      // The beginnings of records more often than what fills the first one.
      const at = index % 2 === 0 ? spot : indexAt(whole, index % 4) + (spot % 60);
      const spoilt = changed('palmdoc.azw3', (bytes) => bytes.writeUInt8(Math.floor(random() * 256), at));
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
