import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { azw3, type KindleBook, mobi } from '../books/kindle-book.ts';
import { convertWithPandoc } from '../documents/convert-with-pandoc.ts';
import { pagesOfPdf, picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { redPicture } from '../documents/sources.ts';
import { WORD } from '../documents/words.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const OLD = `<html><body><h1>Eins &amp; zwei</h1><p>${WORD} über <b>Land<br>weit</b><p>dort <img recindex="00001"><mbp:pagebreak/><h1>Drei</h1><p>Ende`;
const NEW = [
  `<h1>Eins</h1><p>${WORD} <img alt="" src="kindle:embed:0001?mime=image/png"/></p>`,
  '<h1>Zwei</h1><p>Ende</p>',
];

/** Both kinds of Kindle books, in both ways of storing their text. */
const BOOKS: readonly (readonly [FormatName, string, (book: KindleBook) => Buffer])[] = [
  ['mobi', 'plain', (book) => mobi(OLD, book)],
  ['mobi', 'palmdoc', (book) => mobi(OLD, { ...book, packing: 'palmdoc' })],
  ['azw3', 'plain', (book) => azw3(NEW, book)],
  ['azw3', 'palmdoc', (book) => azw3(NEW, { ...book, packing: 'palmdoc' })],
];

describe.each(BOOKS)('%s, its text %s', (format, _, make) => {
  it('is told from others by its content', async () => {
    for (const name of ['a.mobi', 'a.azw3', 'a.azw', 'a.prc', 'a.pdb', 'a.zip'])
      expect(await detectFormat(make({}), name)).toBe(format);
  });

  it('becomes an EPUB book of well-formed pages, with its pictures and its title', { timeout: 60_000 }, async () => {
    const picture = await redPicture();
    const made = await convertWithPandoc(make({ pictures: [picture], title: 'Ein Buch' }), format, 'epub');
    const files = unzip(made.file);
    expect([...files.keys()][0]).toBe('mimetype');
    expect([...files.values()].some((file) => file.equals(picture))).toBe(true);
    const pages = [...files].filter(([name]) => /\.x?html$/.test(name)).map(([, file]) => file.toString());
    for (const page of pages) expect(XMLValidator.validate(page)).toBe(true);
    expect(pages.join('\n')).toMatch(new RegExp(`${WORD}[\\s\\S]*Ende`));
    expect([...files].find(([name]) => name.endsWith('.opf'))?.[1].toString()).toContain('Ein Buch');
    // Another reader of such books.
    const read = unzip((await convertWithPandoc(made.file, 'epub', 'rst')).file);
    expect(read.get('document.rst')?.toString()).toContain(WORD);
  });

  it('becomes a PDF file, each chapter on a page of its own', { timeout: 60_000 }, async () => {
    const { file } = await convertWithPandoc(make({ pictures: [await redPicture()] }), format, 'pdf');
    expect(textOfPdf(file)).toMatch(new RegExp(`${WORD}[\\s\\S]*\\fDrei|${WORD}[\\s\\S]*\\fZwei`));
    expect([pagesOfPdf(file), picturesOfPdf(file).length]).toEqual([2, 1]);
  });
});

describe('Kindle books that are not read', () => {
  it.each([
    ['Topaz', Buffer.concat([Buffer.from('TPZ0'), Buffer.alloc(200, 0x81)])],
    ['KFX', Buffer.concat([Buffer.from('CONT\u0002\0'), Buffer.alloc(200, 0x81)])],
    ['KFX, locked', Buffer.concat([Buffer.from('ea44524d494f4eee', 'hex'), Buffer.alloc(200, 0x81)])],
  ])('%s is called by its name', async (name, file) => {
    await expect(detectFormat(file, 'a.azw')).rejects.toMatchObject({
      code: 'UNKNOWN_FORMAT',
      message: `The file is a Kindle book of the kind ${name}, which this service does not read.`,
    });
  });
});
