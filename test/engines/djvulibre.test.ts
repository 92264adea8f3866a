import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { asZip64 } from '../detection/zip64.ts';
import { pagesOfPdf, papersOfPdf, picturesOfPdf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { xps } from '../drawings/xps-file.ts';
import { look } from '../pdfs/convert-pdf.ts';
import { committed } from '../support/committed.ts';
import { briefly, convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });
const BOOK = committed('books/files/book.djvu');
const MEASURES = { width: 620, height: 877 };
/** Pictures, but for tiff, which holds all pages. */
const PICTURES = (djvulibre.conversions.djvu ?? []).filter((target) => !['pdf', 'txt', 'tiff', 'cbz'].includes(target));

const convert = (to: FormatName, options = {}, source: Buffer = BOOK) =>
  convertBytes(djvulibre, source, ['djvu', to], { options });

/** Its first page, as a file of its own. */
const PAGE = committed('books/files/page.djvu');

describe('a DjVu file', () => {
  it('is detected by its content', async () => {
    for (const name of ['a.djvu', 'a.pdf', 'a']) expect(await detectFormat(BOOK, name)).toBe('djvu');
    expect(await detectFormat(PAGE, 'a.txt')).toBe('djvu');
  });

  it('becomes a PDF file with the pictures of its pages as they were, and its words at their positions', async () => {
    const { file } = await convert('pdf');
    expect(papersOfPdf(file)).toEqual(Array(3).fill('210x297'));
    const kinds = picturesOfPdf(file).map((line) => line.trim().split(/ +/));
    expect(kinds.map((parts) => [parts[3], parts[4], parts[8]].join(' '))).toEqual([
      '620 877 ccitt',
      '620 877 jpeg',
      '620 877 ccitt',
    ]);
    const words = wordsOfPdf(file);
    expect(words.map(({ word, page }) => [page, word])).toEqual([
      [1, 'Kranichflug'],
      [1, '&quot;über\\&quot;'],
      [3, '文件转换'],
    ]);
    // In millimetres; a word is as high as its font may be.
    expect(words[0]).toMatchObject({ left: expect.closeTo(16.93, 1), right: expect.closeTo(110.07, 1) });
    expect(words[0]).toMatchObject({ top: expect.closeTo(36, -1), bottom: expect.closeTo(53, -1) });
  });

  it('becomes a PDF file of the pages that are chosen, in their order', async () => {
    const { file } = await convert('pdf', { pages: '3,1' });
    expect([pagesOfPdf(file), textOfPdf(file)]).toEqual([2, expect.stringMatching(/^文件转换\s+\fKranichflug/)]);
    expect(await codeOf(convert('pdf', { pages: '4' }))).toBe('INVALID_OPTION');
  });

  it('becomes its text, and is refused where it has none', async () => {
    expect((await convert('txt')).file.toString()).toBe('Kranichflug "über\\"\n\n文件转换\n');
    await expectRefused(convert('txt', { pages: '2' }), 'UNSUPPORTED_CONVERSION', 'holds no text');
  });

  it.each(PICTURES)('becomes a zip of numbered pages as %s', async (target) => {
    const { format, file } = await convert(target, { dpi: 75, pages: '2,3' });
    expect(format).toBe('zip');
    const pages = unzip(file);
    expect([...pages.keys()]).toEqual([`page-002.${target}`, `page-003.${target}`]);
    if (target === 'bmp') return expect(pages.get('page-002.bmp')?.readInt32LE(18)).toBe(MEASURES.width);
    for (const page of pages.values()) expect(await sharp(page).metadata()).toMatchObject(MEASURES);
    // A red circle.
    const middle = sharp(pages.get(`page-002.${target}`)).extract({ left: 300, top: 450, width: 1, height: 1 });
    const [red = 0, green = 255, blue = 255] = await middle.toColourspace('srgb').raw().toBuffer();
    expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true]);
  });

  it('becomes one tiff of all its pages, and of one page a picture', async () => {
    const { format, file } = await convert('tiff', { dpi: 75 });
    expect([format, (await sharp(file).metadata()).pages]).toEqual(['tiff', 3]);
    const one = await convert('png', { dpi: 150 }, PAGE);
    expect([one.format, await sharp(one.file).metadata()]).toMatchObject(['png', { width: 1240, height: 1754 }]);
  });
});

it.each([
  ['hostile/empty-page', 'none'],
  ['hostile/huge-page', 'TOO_COMPLEX'],
  ['many', 'TOO_COMPLEX'],
  ['hostile/no-size', 'UNREADABLE_FILE'],
  ['hostile/no-measures', 'UNREADABLE_FILE'],
  ['hostile/no-pages', 'UNREADABLE_FILE'],
  ['list', 'UNREADABLE_FILE'],
  ['hostile/takes-in-a-file', 'UNREADABLE_FILE'],
  ['hostile/takes-in-itself', 'UNREADABLE_FILE'],
  ['hostile/takes-in-what-lies-above', 'UNREADABLE_FILE'],
  ['hostile/size-larger-than-the-file', 'UNREADABLE_FILE'],
])('a hostile DjVu file is refused: %s', async (name, code) => {
  expect(await codeOf(convert('pdf', {}, committed(`books/files/${name}.djvu`)))).toBe(code);
});

it('a DjVu file that is cut off, or of parts without end, is refused', async () => {
  for (const source of [BOOK.subarray(0, BOOK.length / 2), committed('books/files/hostile/parts-without-end.djvu.gz')])
    expect(await codeOf(convert('pdf', {}, source))).toBe('UNREADABLE_FILE');
});

const convertXps = async (content: Buffer, target: FormatName = 'pdf', engine = djvulibre) =>
  (await convertBytes(engine, content, ['xps', target])).file;
const outcome = (content: Buffer) => codeOf(convertXps(content));

it('xps is detected by its parts, whatever its name is', async () => {
  const content = await xps(['one']);
  for (const name of ['a.xps', 'a.oxps', 'a.zip', 'a']) expect(await detectFormat(content, name)).toBe('xps');
  expect(await detectFormat(await asZip64(content), 'a')).toBe('xps');
  expect(await outcome(await asZip64(content))).toBe('none');
});

it('xps becomes a PDF of its pages, with their text', async () => {
  const file = await convertXps(await xps(['First page', 'Second']), 'pdf');
  expect(papersOfPdf(file)).toEqual(['102x51', '102x51']);
  expect(textOfPdf(file)).toMatch(/First page\s+Second/);
});

it.each(['png', 'svg', 'tiff'] as const)('xps becomes %s as it is drawn', async (target) => {
  const { width, height, at } = await look(await convertXps(await xps(['One']), target));
  expect(width / height).toBeCloseTo(2, 1);
  expect(at(0.8125, 0.375)).toBe('red');
});

describe('a hostile xps', { timeout: 300_000 }, () => {
  it('that is cut off, without pages, or with a broken one, is refused', async () => {
    const content = await xps(['First page', 'Second']);
    for (let third = 1; third < 3; third++)
      expect(await outcome(content.subarray(0, (content.length * third) / 3))).toBe('UNREADABLE_FILE');
    expect(await outcome(await xps([]))).toBe('UNREADABLE_FILE');
    expect(await outcome(await xps(['a', '"']))).toBe('UNREADABLE_FILE');
  });

  it('that is huge when it is unpacked is refused', async () => {
    const bomb = `<!--${' '.repeat(50_000_000)}-->`;
    const end = await convertXps(await xps(['a'], bomb), 'pdf', briefly(djvulibre)).then(
      ({ length }) => `${length} bytes`,
      ({ code }: { code: string }) => code,
    );
    expect(end).toMatch(/TOO_COMPLEX|UNREADABLE_FILE|^\d{1,6} bytes$/);
  });

  it('with pictures that would be missing is refused', async () => {
    const content = await xps(['a'], '', { 'Resources/one.wdp': 'II' });
    expect(await outcome(content)).toBe('UNSUPPORTED_CONVERSION');
    expect(await outcome(await asZip64(content))).toBe('UNSUPPORTED_CONVERSION');
  });

  it('reads no file of the machine', async () => {
    const outside =
      '<Glyphs Fill="#000000" FontUri="file:///etc/passwd" FontRenderingEmSize="9" OriginX="0" OriginY="9" UnicodeString="a"/>';
    expect(await outcome(await xps(['a'], outside))).toMatch(/UNREADABLE_FILE|none/);
  });
});
