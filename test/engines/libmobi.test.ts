import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { pagesOfPdf, picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** Both kinds of Kindle books, in both ways of storing their text. */
describe.each([
  ['mobi', 'plain'],
  ['mobi', 'palmdoc'],
  ['azw3', 'plain'],
  ['azw3', 'palmdoc'],
] as const)('%s, its text %s', (format, packing) => {
  const book = committed(`books/files/${packing}.${format}`);

  it('is detected by its content', async () => {
    for (const name of ['a.mobi', 'a.azw3', 'a.azw', 'a.prc', 'a.pdb', 'a.zip'])
      expect(await detectFormat(book, name)).toBe(format);
  });

  it('becomes an EPUB book of well-formed pages, with its pictures and its title', async () => {
    const made = await convertBytes(pandoc, book, [format, 'epub']);
    const files = unzip(made.file);
    expect([...files.keys()][0]).toBe('mimetype');
    const pictures = [...files.values()].filter((file) => file.toString('latin1', 1, 4) === 'PNG');
    expect(pictures.map((picture) => book.includes(picture))).toEqual([true]);
    const pages = [...files].filter(([name]) => /\.x?html$/.test(name)).map(([, file]) => file.toString());
    for (const page of pages) expect(XMLValidator.validate(page)).toBe(true);
    expect(pages.join('\n')).toMatch(new RegExp(`${WORD}[\\s\\S]*Ende`));
    expect([...files].find(([name]) => name.endsWith('.opf'))?.[1].toString()).toContain('Ein Buch');
    // Another reader of such books.
    const read = unzip((await convertBytes(pandoc, made.file, ['epub', 'rst'])).file);
    expect(read.get('document.rst')?.toString()).toContain(WORD);
  });

  it('becomes a PDF file, with each chapter on a new page', async () => {
    const { file } = await convertBytes(chromium, book, [format, 'pdf']);
    expect(textOfPdf(file)).toMatch(new RegExp(`${WORD}[\\s\\S]*\\fDrei|${WORD}[\\s\\S]*\\fZwei`));
    expect([pagesOfPdf(file), picturesOfPdf(file).length]).toEqual([2, 1]);
  });
});

describe('Kindle books that are not read', () => {
  it.each([
    ['Topaz', Buffer.concat([Buffer.from('TPZ0'), Buffer.alloc(200, 0x81)])],
    ['KFX', Buffer.concat([Buffer.from('CONT\u0002\0'), Buffer.alloc(200, 0x81)])],
    ['KFX, encrypted', Buffer.concat([Buffer.from('ea44524d494f4eee', 'hex'), Buffer.alloc(200, 0x81)])],
  ])('%s is called by its name', async (name, file) => {
    await expect(detectFormat(file, 'a.azw')).rejects.toMatchObject({
      code: 'UNKNOWN_FORMAT',
      message: `The file is a Kindle book of the format ${name}, which this service does not read.`,
    });
  });
});
