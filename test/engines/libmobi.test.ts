import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it, vi } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { chromium } from '../../functions/engines/chromium.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { pagesOfPdf, picturesOfPdf, textOfPdf } from '../documents/read-result.ts';
import { WORD } from '../documents/words.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
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

  it('is detected, and becomes an EPUB book of well-formed pages, with its pictures and its title', async () => {
    for (const name of ['a.mobi', 'a.azw3', 'a.azw', 'a.prc', 'a.zip'])
      expect(await detectFormat(whole, name)).toBe(format);
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

describe('a hostile Kindle book', () => {
  it.each(['locked.mobi', 'locked.azw3'])('is refused with a message about DRM where it has it: %s', async (name) => {
    await expectRefused(convertBytes(pandoc, book(`hostile/${name}.gz`), ['mobi', 'docx']), 'UNREADABLE_FILE', 'DRM');
  });

  it.each([
    'empty.azw3',
    'empty.mobi',
    'hostile/a-name.mobi.gz',
    'hostile/no-records.mobi.gz',
    'hostile/more-records.mobi.gz',
    'hostile/records-in-one-place.mobi.gz',
    'hostile/codes-not-there.mobi.gz',
  ])('is refused: %s', async (name) => {
    expect(await codeOf(convertBytes(pandoc, book(name), ['mobi', 'txt']))).toMatch(/UNREADABLE_FILE|TOO_COMPLEX/);
  });

  it.each(['longest-text', 'pictures-nowhere', 'index-of-itself', 'repeats-nothing'])(
    'is refused, or what could be read of it: %s',
    async (name) => {
      const conversion = convertBytes(pandoc, book(`hostile/${name}.azw3.gz`), ['azw3', 'txt']);
      expect(await codeOf(conversion)).toMatch(/UNREADABLE_FILE|TOO_COMPLEX|none/);
    },
  );

  it('puts no part of its title into the names of files', async () => {
    const { file } = await convertBytes(pandoc, book('odd-title.azw3'), ['azw3', 'epub']);
    for (const name of unzip(file).keys()) expect(name).toMatch(/^(mimetype|META-INF\/\w+\.xml|OEBPS\/\w+\.\w+)$/);
  });
});
