import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { ARCHIVES, COMICS, type Comic } from '../../functions/engines/comics/comic-formats.ts';
import { comics } from '../../functions/engines/comics.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { readArchive } from '../archives/read-archive.ts';
import { type ComicFiles, colouredPage, comic } from '../books/comic.ts';
import { pagesOfPdf, picturesOfPdf } from '../documents/read-result.ts';
import { convertBytes } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';

const FORMATS = Object.keys(COMICS) as Comic[];
const folder = temporaryFolder();

const INFO = Buffer.from(
  '<?xml version="1.0"?><ComicInfo><Series>Kraniche &amp; mehr</Series><Number>7</Number><Manga>YesAndRightToLeft</Manga></ComicInfo>',
);

/** Pages in natural order, which is not that of their bytes, and files that are no pages. */
const files = async (): Promise<ComicFiles> => ({
  'vol 1/page10.png': await colouredPage('#0000ff', 'png'),
  'vol 1/page2.jpg': await colouredPage('#00ff00'),
  'vol 1/page1.jpg': await colouredPage('#ff0000'),
  'ComicInfo.xml': INFO,
  '__MACOSX/vol 1/page1.jpg': Buffer.from('nothing'),
});
const ORDER = ['red', 'green', 'blue'];

/** What colour a picture is. */
async function colourOf(picture: Buffer): Promise<string> {
  const [red = 0, green = 0, blue = 0] = (await sharp(picture).stats()).channels.map(({ mean }) => mean);
  return red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'none';
}

const convert = async (source: Buffer, from: FormatName, to: FormatName, options = {}) =>
  (await convertBytes(comics, source, [from, to], { options })).file;

describe.each(FORMATS)('%s', (format) => {
  it('is distinguished from an archive by its name, and from other comics by its content', async () => {
    const book = await comic(format, await files());
    for (const name of FORMATS) expect(await detectFormat(book, `a.${name}`)).toBe(format);
    expect(await detectFormat(book, `a.${COMICS[format]}`)).toBe(COMICS[format]);
    expect(await detectFormat(book, 'a')).toBe(COMICS[format]);
  });

  it.each(ARCHIVES.filter((target) => target !== format))('becomes %s with all its files', async (target) => {
    const content = await files();
    const made = await convert(await comic(format, content), format, target);
    const archive = { cbz: 'zip', cb7: '7z', cbt: 'tar', zip: 'zip' }[target];
    const found = [...readArchive(made, archive, folder)].filter(([, { kind }]) => kind === 'file');
    const wanted = Object.entries(content).map(([name, bytes]) => [name, bytes.toString()]);
    expect(found.map(([name, { content: bytes }]) => [name, bytes]).sort()).toEqual(wanted.sort());
    expect(await detectFormat(made, `a.${target}`)).toBe(target);
  });

  it('becomes a PDF file of its pages in their order, JPEG as it is', async () => {
    const content = await files();
    const pdf = await convert(await comic(format, content), format, 'pdf');
    expect(pagesOfPdf(pdf)).toBe(3);
    expect(picturesOfPdf(pdf).map((line) => line.trim().split(/ +/)[8])).toEqual(['jpeg', 'jpeg', 'image']);
    const [one, two] = ['vol 1/page1.jpg', 'vol 1/page2.jpg'].map((name) => pdf.indexOf(content[name] ?? 'none'));
    expect([(one ?? -1) > 0, (two ?? -1) > (one ?? -1)]).toEqual([true, true]);
  });

  it('becomes a book of its pages in their order, each picture as it is', async () => {
    const content = await files();
    const book = await convert(await comic(format, content), format, 'epub');
    expect(await detectFormat(book, 'a')).toBe('epub');
    const inside = unzip(book);
    const pictures = [...inside].filter(([name]) => /\.(jpg|png)$/.test(name)).map(([, picture]) => picture);
    expect(await Promise.all(pictures.map(colourOf))).toEqual(ORDER);
    for (const picture of pictures) expect(Object.values(content).some((page) => page.equals(picture))).toBe(true);
    for (const [name, text] of inside)
      if (/\.(xhtml|opf|xml)$/.test(name)) expect(XMLValidator.validate(text.toString())).toBe(true);
    const list = inside.get('OPS/book.opf')?.toString() ?? '';
    expect(list).toContain('<dc:title>Kraniche &amp; mehr 7</dc:title>');
    expect(list).toContain('page-progression-direction="rtl"');
    expect(inside.get('OPS/page-0001.xhtml')?.toString()).toContain('width=60, height=90');
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
    expect(await Promise.all(pictures.map(([, picture]) => colourOf(picture)))).toEqual(ORDER);
    expect(pagesOfPdf(await convert(await comic('cbz', pages), 'cbz', 'pdf'))).toBe(3);
  });

  it('is made of a PDF file, and of a DjVu file', async () => {
    const at = (path: string) => readFileSync(join(import.meta.dirname, '..', path));
    const made = await convertBytes(poppler, at('pdfs/office.pdf'), ['pdf', 'cbz'], {
      options: { pages: '2,1', dpi: 36 },
    });
    expect([made.format, [...unzip(made.file).keys()]]).toEqual(['cbz', ['page-001.jpg', 'page-002.jpg']]);
    const scanned = await convertBytes(djvulibre, at('books/files/book.djvu'), ['djvu', 'cbz'], {
      options: { pages: '2', dpi: 36 },
    });
    const [page] = [...unzip(scanned.file).values()];
    expect([scanned.format, (await sharp(page).metadata()).format]).toEqual(['cbz', 'jpeg']);
  });
});
