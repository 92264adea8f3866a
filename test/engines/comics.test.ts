import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ARCHIVES, COMICS, type Comic } from '../../functions/engines/comics/comic-formats.ts';
import { comics } from '../../functions/engines/comics.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { rar } from '../archives/hand-made.ts';
import { readArchive } from '../archives/read-archive.ts';
import { sevenZip } from '../archives/seven-zip.ts';
import { tape } from '../archives/tape.ts';
import { type ComicFiles, colouredPage, comic } from '../books/comic.ts';
import { zip } from '../documents/package.ts';
import { pagesOfPdf, picturesOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });
const folder = temporaryFolder();

/** Pages in natural order, which is not that of their bytes, and files that are no pages. */
const CONTENT: ComicFiles = {
  'vol 1/page10.png': await colouredPage('#0000ff', 'png'),
  'vol 1/page2.jpg': await colouredPage('#00ff00'),
  'vol 1/page1.jpg': await colouredPage('#ff0000'),
  'ComicInfo.xml': Buffer.from(
    '<?xml version="1.0"?><ComicInfo><Series>Kraniche &amp; mehr</Series><Number>7</Number><Manga>YesAndRightToLeft</Manga></ComicInfo>',
  ),
  '__MACOSX/vol 1/page1.jpg': Buffer.from('nothing'),
};
const RED = await colouredPage('red');

/** What colour a picture is. */
async function colourOf(picture: Buffer): Promise<string> {
  const means = (await sharp(picture).stats()).channels.map(({ mean }) => mean);
  return ['red', 'green', 'blue'][means.findIndex((mean) => mean > 200)] ?? 'none';
}

const convert = async (source: Buffer, from: FormatName, to: FormatName, options = {}) =>
  (await convertBytes(comics, source, [from, to], { options })).file;
const failureOf = (...of: Parameters<typeof convert>) => codeOf(convert(...of));

describe.each(Object.keys(COMICS) as Comic[])('%s', (format) => {
  it('is distinguished from an archive by its name, and from other comics by its content', async () => {
    const book = await comic(format, CONTENT);
    for (const name of Object.keys(COMICS)) expect(await detectFormat(book, `a.${name}`)).toBe(format);
    for (const name of [`a.${COMICS[format]}`, 'a']) expect(await detectFormat(book, name)).toBe(COMICS[format]);
  });

  it.each(ARCHIVES.filter((target) => target !== format))('becomes %s with all its files', async (target) => {
    const made = await convert(await comic(format, CONTENT), format, target);
    const archive = { cbz: 'zip', cb7: '7z', cbt: 'tar', zip: 'zip' }[target];
    const found = [...readArchive(made, archive, folder)].filter(([, { kind }]) => kind === 'file');
    const wanted = Object.entries(CONTENT).map(([name, bytes]) => [name, bytes.toString()]);
    expect(found.map(([name, { content: bytes }]) => [name, bytes]).sort()).toEqual(wanted.sort());
    expect(await detectFormat(made, `a.${target}`)).toBe(target);
  });

  it('becomes a PDF file of its pages in their order, JPEG as it is', async () => {
    const pdf = await convert(await comic(format, CONTENT), format, 'pdf');
    expect(pagesOfPdf(pdf)).toBe(3);
    expect(picturesOfPdf(pdf).map((line) => line.trim().split(/ +/)[8])).toEqual(['jpeg', 'jpeg', 'image']);
    const [one = -1, two = -1] = [1, 2].map((page) => pdf.indexOf(CONTENT[`vol 1/page${page}.jpg`] ?? 'none'));
    expect([one > 0, two > one]).toEqual([true, true]);
  });

  it('becomes a book of its pages in their order, each picture as it is', async () => {
    const book = await convert(await comic(format, CONTENT), format, 'epub');
    expect(await detectFormat(book, 'a')).toBe('epub');
    const inside = unzip(book);
    const pictures = [...inside].filter(([name]) => /\.(jpg|png)$/.test(name)).map(([, picture]) => picture);
    expect(await Promise.all(pictures.map(colourOf))).toEqual(['red', 'green', 'blue']);
    for (const picture of pictures) expect(Object.values(CONTENT).some((page) => page.equals(picture))).toBe(true);
    for (const [name, text] of inside)
      if (/\.(xhtml|opf|xml)$/.test(name)) expect(XMLValidator.validate(text.toString())).toBe(true);
    const list = inside.get('OPS/book.opf')?.toString() ?? '';
    expect(list).toContain('<dc:title>Kraniche &amp; mehr 7</dc:title>');
    expect(list).toContain('page-progression-direction="rtl"');
    expect(inside.get('OPS/page-0001.xhtml')?.toString()).toContain('width=60, height=90');
  });

  it('is refused where it is truncated', async () => {
    const book = await comic(format, { '1.jpg': RED, '2.jpg': RED });
    expect(await failureOf(book.subarray(0, book.length * 0.6), format, 'pdf')).toBe('UNREADABLE_FILE');
  });
});

describe('a comic book', () => {
  it('becomes an EPUB of core media types, whatever its pictures are', async () => {
    const pages = {
      '1.tif': await colouredPage('#ff0000', 'tiff'),
      '2.webp': await colouredPage('#00ff00', 'webp'),
      '3.gif': await colouredPage('#0000ff', 'gif'),
    };
    const inside = unzip(await convert(await comic('cbz', pages), 'cbz', 'epub'));
    const pictures = [...inside].filter(([name]) => /\.(png|webp|gif)$/.test(name));
    expect(pictures.map(([name]) => name)).toEqual(['OPS/page-0001.png', 'OPS/page-0002.webp', 'OPS/page-0003.gif']);
    expect(await Promise.all(pictures.map(([, picture]) => colourOf(picture)))).toEqual(['red', 'green', 'blue']);
    expect(pagesOfPdf(await convert(await comic('cbz', pages), 'cbz', 'pdf'))).toBe(3);
  });

  it('is made of a PDF file, and of a DjVu file', async () => {
    const paged = { options: { pages: '2,1', dpi: 36 } };
    for (const made of [
      await convertBytes(poppler, committed('pdfs/office.pdf'), ['pdf', 'cbz'], paged),
      await convertBytes(djvulibre, committed('books/files/book.djvu'), ['djvu', 'cbz'], paged),
    ]) {
      expect([made.format, [...unzip(made.file).keys()]]).toEqual(['cbz', ['page-001.jpg', 'page-002.jpg']]);
      expect((await sharp(unzip(made.file).get('page-001.jpg')).metadata()).format).toBe('jpeg');
    }
  });

  it('puts no markup of its metadata into a book', async () => {
    const info = '<ComicInfo><Title>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#0;&bad;</Title></ComicInfo>';
    const inside = unzip(await convert(await zip({ '1.jpg': RED, 'ComicInfo.xml': info }), 'cbz', 'epub'));
    const all = [...inside].map(([name, text]) => (name.endsWith('.jpg') ? '' : text.toString())).join('');
    expect(all).toContain('&lt;script&gt;');
    expect(all).not.toMatch(/<script|&bad;|\0/);
  });

  it('that is encrypted opens with its password only', async () => {
    const place = mkdtempSync(`${folder}/locked-`);
    writeFileSync(`${place}/1.jpg`, RED);
    sevenZip(place, 'a', '-tzip', '-psecret', '-mem=AES256', `${place}/a.zip`, `${place}/1.jpg`);
    const book = readFileSync(`${place}/a.zip`);
    for (const options of [{}, { password: 'wrong' }])
      expect(await failureOf(book, 'cbz', 'pdf', options)).toBe('PASSWORD_PROTECTED');
    expect(await failureOf(book, 'cbz', 'pdf', { password: 'secret' })).toBe('none');
  });
});

describe('a comic book is refused', () => {
  it('without pictures, which is an archive', async () => {
    const words = await zip({ 'a.txt': 'x' });
    expect(await detectFormat(words, 'a.cbz')).toBe('zip');
    for (const to of ['pdf', 'cbt'] as const) expect(await failureOf(words, 'cbz', to)).toBe('UNREADABLE_FILE');
    const hidden = await zip({ '.hidden.jpg': 'x', '__MACOSX/a.jpg': 'x' });
    expect(await failureOf(hidden, 'cbz', 'pdf')).toBe('UNREADABLE_FILE');
  });

  it('with names that lead out of it', async () => {
    const book = (await zip({ 'aa/aa/page.jpg': RED })).toString('latin1');
    const evil = Buffer.from(book.replaceAll('aa/aa/page.jpg', '../../page.jpg'), 'latin1');
    expect(await failureOf(evil, 'cbz', 'pdf')).toBe('UNSUPPORTED_CONVERSION');
    expect(await failureOf(rar([{ name: '../page.jpg', content: RED }]), 'cbr', 'epub')).toBe('UNSUPPORTED_CONVERSION');
  });

  it.each(['/etc/passwd', 'x.jpg'])('with a page that is a link to %s', async (link) => {
    const book = tape([{ name: '1.jpg', type: '2', link }]);
    expect(await failureOf(book, 'cbt', 'pdf')).toMatch(/^UN(?:SUPPORTED_CONVERSION|READABLE_FILE)$/);
  });

  it.each(['pdf', 'epub'] as const)('with a page that is no picture, half of one or too large, as %s', async (to) => {
    const page = await colouredPage('red', 'png');
    for (const bad of [Buffer.from('words'), page.subarray(0, page.length / 2), Buffer.alloc(0)])
      await expect(convert(await zip({ '1.png': page, 'bad "page".png': bad }), 'cbz', to)).rejects.toMatchObject({
        code: 'UNREADABLE_FILE',
        message: expect.stringContaining('bad "page".png'),
      });
    const large = await zip({ '1.png': committed('pictures/made/60000-pixels.png') });
    expect(await failureOf(large, 'cbz', to)).toBe('TOO_COMPLEX');
  });

  it('with more pages than are converted', async () => {
    const pages = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.jpg`, RED]));
    expect(await failureOf(await zip(pages), 'cbz', 'pdf')).toBe('TOO_COMPLEX');
  });
});
