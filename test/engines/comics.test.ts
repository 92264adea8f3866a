import { XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ARCHIVES, COMICS, type Comic } from '../../functions/engines/comics/comic-formats.ts';
import { comics } from '../../functions/engines/comics.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { readArchive } from '../archives/read-archive.ts';
import { zip } from '../documents/package.ts';
import { pagesOfPdf, picturesOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A comic book of ours: see the README beside it. */
const book = (name: string) => committed(`books/comics/${name}`);
/** Pages in natural order, which is not that of their bytes, and files that are no pages. */
const CONTENT = unzip(book('book.cbz'));

/** What colour a picture is. */
async function colourOf(picture: Buffer): Promise<string> {
  const means = (await sharp(picture).stats()).channels.map(({ mean }) => mean);
  return ['red', 'green', 'blue'][means.findIndex((mean) => mean > 200)] ?? 'none';
}

const convert = async (source: Buffer, from: FormatName, to: FormatName, options = {}) =>
  (await convertBytes(comics, source, [from, to], { options })).file;
const failureOf = (...of: Parameters<typeof convert>) => codeOf(convert(...of));

describe.each(Object.keys(COMICS) as Comic[])('%s', (format) => {
  const whole = book(`book.${format}`);

  it('is distinguished from an archive by its name, and from other comics by its content', async () => {
    for (const name of Object.keys(COMICS)) expect(await detectFormat(whole, `a.${name}`)).toBe(format);
    for (const name of [`a.${COMICS[format]}`, 'a']) expect(await detectFormat(whole, name)).toBe(COMICS[format]);
  });

  it.each(ARCHIVES.filter((target) => target !== format))('becomes %s with all its files', async (target) => {
    const made = await convert(whole, format, target);
    const archive = { cbz: 'zip', cb7: '7z', cbt: 'tar', zip: 'zip' }[target];
    const found = [...readArchive(made, archive)].filter(([, { kind }]) => kind === 'file');
    const wanted = [...CONTENT].map(([name, bytes]) => [name, bytes.toString()]);
    expect(found.map(([name, { content: bytes }]) => [name, bytes]).sort()).toEqual(wanted.sort());
    expect(await detectFormat(made, `a.${target}`)).toBe(target);
  });

  it('becomes a PDF file of its pages in their order, JPEG as it is', async () => {
    const pdf = await convert(whole, format, 'pdf');
    expect(pagesOfPdf(pdf)).toBe(3);
    expect(picturesOfPdf(pdf).map((line) => line.trim().split(/ +/)[8])).toEqual(['jpeg', 'jpeg', 'image']);
    const [one = -1, two = -1] = [1, 2].map((page) => pdf.indexOf(CONTENT.get(`vol 1/page${page}.jpg`) ?? 'none'));
    expect([one > 0, two > one]).toEqual([true, true]);
  });

  it('becomes a book of its pages in their order, each picture as it is', async () => {
    const made = await convert(whole, format, 'epub');
    expect(await detectFormat(made, 'a')).toBe('epub');
    const inside = unzip(made);
    const pictures = [...inside].filter(([name]) => /\.(jpg|png)$/.test(name)).map(([, picture]) => picture);
    expect(await Promise.all(pictures.map(colourOf))).toEqual(['red', 'green', 'blue']);
    for (const picture of pictures) expect([...CONTENT.values()].some((page) => page.equals(picture))).toBe(true);
    for (const [name, text] of inside)
      if (/\.(xhtml|opf|xml)$/.test(name)) expect(XMLValidator.validate(text.toString())).toBe(true);
    const list = inside.get('OPS/book.opf')?.toString() ?? '';
    expect(list).toContain('<dc:title>Kraniche &amp; mehr 7</dc:title>');
    expect(list).toContain('page-progression-direction="rtl"');
    expect(inside.get('OPS/page-0001.xhtml')?.toString()).toContain('width=60, height=90');
  });

  it('is refused where it is truncated', async () => {
    expect(await failureOf(whole.subarray(0, whole.length * 0.6), format, 'pdf')).toBe('UNREADABLE_FILE');
  });
});

describe('a comic book', () => {
  it('becomes an EPUB of core media types, whatever its pictures are', async () => {
    const inside = unzip(await convert(book('odd-pictures.cbz'), 'cbz', 'epub'));
    const pictures = [...inside].filter(([name]) => /\.(png|webp|gif)$/.test(name));
    expect(pictures.map(([name]) => name)).toEqual(['OPS/page-0001.png', 'OPS/page-0002.webp', 'OPS/page-0003.gif']);
    expect(await Promise.all(pictures.map(([, picture]) => colourOf(picture)))).toEqual(['red', 'green', 'blue']);
    expect(pagesOfPdf(await convert(book('odd-pictures.cbz'), 'cbz', 'pdf'))).toBe(3);
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
    const inside = unzip(await convert(book('markup.cbz'), 'cbz', 'epub'));
    const all = [...inside].map(([name, text]) => (name.endsWith('.jpg') ? '' : text.toString())).join('');
    expect(all).toContain('&lt;script&gt;');
    expect(all).not.toMatch(/<script|&bad;|\0/);
  });

  it.each([
    [{}, 'PASSWORD_PROTECTED'],
    [{ password: 'wrong' }, 'PASSWORD_PROTECTED'],
    [{ password: 'secret' }, 'none'],
  ])('that is encrypted opens with its password only: %j', async (options, code) => {
    expect(await failureOf(book('locked.cbz'), 'cbz', 'pdf', options)).toBe(code);
  });
});

describe('a comic book is refused', () => {
  it.each([
    ['without-pictures.cbz', 'pdf', /^UNREADABLE_FILE$/],
    ['without-pictures.cbz', 'cbt', /^UNREADABLE_FILE$/],
    ['hidden-pictures.cbz', 'pdf', /^UNREADABLE_FILE$/],
    ['leads-out.cbz', 'pdf', /^UNSUPPORTED_CONVERSION$/],
    ['leads-out.cbr', 'epub', /^UNSUPPORTED_CONVERSION$/],
    ['link-out.cbt', 'pdf', /^UN/],
    ['link-within.cbt', 'epub', /^UNREADABLE_FILE$/],
    ['1001-pages.cbz.gz', 'pdf', /^TOO_COMPLEX$/],
  ] as const)('%s, as %s', async (name, to, code) => {
    expect(await failureOf(book(name), name.replace('.gz', '').slice(-3) as Comic, to)).toMatch(code);
  });

  it('and detected as an archive, without pictures', async () => {
    expect(await detectFormat(book('without-pictures.cbz'), 'a.cbz')).toBe('zip');
  });

  it.each(['pdf', 'epub'] as const)('with a page that is no picture, half of one or too large, as %s', async (to) => {
    const page = CONTENT.get('vol 1/page10.png') ?? Buffer.alloc(0);
    for (const bad of [Buffer.from('words'), page.subarray(0, page.length / 2), Buffer.alloc(0)])
      await expectRefused(
        convert(await zip({ '1.png': page, 'bad "page".png': bad }), 'cbz', to),
        'UNREADABLE_FILE',
        'bad "page".png',
      );
    const large = await zip({ '1.png': committed('pictures/made/60000-pixels.png') });
    expect(await failureOf(large, 'cbz', to)).toBe('TOO_COMPLEX');
  });
});
