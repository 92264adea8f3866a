import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { pagesOfPdf, picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { palmDatabase } from '../ebooks/palm-database.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });
/** Books of ours: see the README beside them. */
const book = (name: string) => committed(`books/files/${name}`);

/** Both kinds of Kindle books, in both ways of storing their text. */
describe.each([
  ['mobi', 'plain'],
  ['mobi', 'palmdoc'],
  ['azw3', 'plain'],
  ['azw3', 'palmdoc'],
] as const)('%s, its text %s', (format, packing) => {
  const whole = book(`${packing}.${format}`);

  it('is detected by its content', async () => {
    for (const name of ['a.mobi', 'a.azw3', 'a.azw', 'a.prc', 'a.pdb', 'a.zip'])
      expect(await detectFormat(whole, name)).toBe(format);
  });

  it('becomes an EPUB book of well-formed pages, with its pictures and its title', async () => {
    const made = await convertBytes(pandoc, whole, [format, 'epub']);
    const files = unzip(made.file);
    expect([...files.keys()][0]).toBe('mimetype');
    const pictures = [...files.values()].filter((file) => file.toString('latin1', 1, 4) === 'PNG');
    expect(pictures.map((picture) => whole.includes(picture))).toEqual([true]);
    const pages = [...files].filter(([name]) => /\.x?html$/.test(name)).map(([, file]) => file.toString());
    for (const page of pages) expect(XMLValidator.validate(page)).toBe(true);
    expect(pages.join('\n')).toMatch(new RegExp(`${WORD}[\\s\\S]*Ende`));
    expect([...files].find(([name]) => name.endsWith('.opf'))?.[1].toString()).toContain('Ein Buch');
  });

  it('becomes a PDF file, with each chapter on a new page', async () => {
    const { file } = await convertBytes(chromium, whole, [format, 'pdf']);
    expect(textOfPdf(file)).toMatch(new RegExp(`${WORD}[\\s\\S]*\\f(?:Drei|Zwei)`));
    expect([pagesOfPdf(file), picturesOfPdf(file).length]).toEqual([2, 1]);
  });
});

it.each([
  ['Topaz', '54505a30'],
  ['KFX', '434f4e540200'],
  ['KFX, encrypted', 'ea44524d494f4eee'],
])('a Kindle book that is not read is called by its name: %s', async (name, beginning) => {
  const file = Buffer.concat([Buffer.from(beginning, 'hex'), Buffer.alloc(200, 0x81)]);
  await expect(detectFormat(file, 'a.azw')).rejects.toMatchObject({
    code: 'UNKNOWN_FORMAT',
    message: `The file is a Kindle book of the format ${name}, which this service does not read.`,
  });
});

/** The numbers of a book in its first record. */
function changed(name: string, size: 16 | 32, at: number, value: number): Buffer {
  const bytes = book(name);
  const place = bytes.readUInt32BE(78) + at;
  if (size === 16) bytes.writeUInt16BE(value, place);
  else bytes.writeUInt32BE(value, place);
  return bytes;
}

function repeating(): Buffer {
  const bytes = book('palmdoc.mobi');
  const first = bytes.subarray(bytes.readUInt32BE(78), bytes.readUInt32BE(86));
  return palmDatabase('Kranichflug', 'BOOKMOBI', [first, Buffer.alloc(4096, 0xbf)]);
}

describe('a hostile Kindle book', () => {
  const outcome = (source: Buffer, format: FormatName) => codeOf(convertBytes(pandoc, source, [format, 'txt']));

  it.each(['plain.mobi', 'plain.azw3'])('is refused with a message about DRM where it has it: %s', async (name) => {
    await expect(convertBytes(pandoc, changed(name, 16, 12, 2), ['mobi', 'docx'])).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('DRM'),
    });
  });

  it.each([
    ['nothing but a name', Buffer.concat([Buffer.alloc(60), Buffer.from('BOOKMOBI'), Buffer.alloc(10)])],
    ['a database without records', palmDatabase('Kranichflug', 'BOOKMOBI', [])],
    ['more records than there are', book('plain.mobi').fill(0xff, 76, 78)],
    ['records all in one place', palmDatabase('Kranichflug', 'BOOKMOBI', Array(60_000).fill(Buffer.alloc(0)))],
    ['a text packed with codes that are not there', changed('plain.mobi', 16, 0, 17480)],
    ['pages without anything', book('empty.azw3')],
    ['a page without anything', book('empty.mobi')],
  ])('of %s is refused', async (_, source) => {
    expect(await outcome(source, 'mobi')).toMatch(/UNREADABLE_FILE|TOO_COMPLEX/);
  });

  it.each([
    ['a longest text', changed('plain.mobi', 32, 4, 0xffffffff)],
    ['pictures that begin nowhere', changed('plain.mobi', 32, 108, 0xfffffff0)],
    ['an index that is itself', changed('plain.azw3', 32, 248, 0)],
    ['text that repeats what is not there', repeating()],
  ])('of %s is refused, or what could be read of it', async (_, source) => {
    expect(await outcome(source, 'azw3')).toMatch(/UNREADABLE_FILE|TOO_COMPLEX|none/);
  });

  it('puts no part of its title into the names of files', async () => {
    const { file } = await convertBytes(pandoc, book('odd-title.azw3'), ['azw3', 'epub']);
    for (const name of unzip(file).keys()) expect(name).toMatch(/^(mimetype|META-INF\/\w+\.xml|OEBPS\/\w+\.\w+)$/);
  });
});
