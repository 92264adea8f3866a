import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { pagesOfPdf, papersOfPdf, picturesOfPdf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });
const BOOK = committed('books/files/book.djvu');
const MEASURES = { width: 620, height: 877 };
/** Pictures, but for tiff, which holds all pages. */
const PICTURES = (djvulibre.conversions.djvu ?? []).filter((target) => !['pdf', 'txt', 'tiff', 'cbz'].includes(target));

const convert = (to: FormatName, options = {}, source: Buffer = BOOK) =>
  convertBytes(djvulibre, source, ['djvu', to], { options });

/** One of its pages, as a file of its own. */
function pageAlone(number: number): Buffer {
  let at = -1;
  for (let page = 0; page < number; page++) at = BOOK.indexOf('FORM', at + 1 || 16);
  return Buffer.concat([Buffer.from('AT&T'), BOOK.subarray(at, at + 8 + BOOK.readUInt32BE(at + 4))]);
}

describe('a DjVu file', () => {
  it('is detected by its content', async () => {
    for (const name of ['a.djvu', 'a.pdf', 'a']) expect(await detectFormat(BOOK, name)).toBe('djvu');
    expect(await detectFormat(pageAlone(1), 'a.txt')).toBe('djvu');
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
    const [first] = words;
    for (const [told, pixels, tolerance] of [
      [first?.left, 50, 0.1],
      [first?.right, 325, 0.1],
      // A word is as high as its font may be.
      [first?.top, 877 - 770, 4],
      [first?.bottom, 877 - 720, 4],
    ] as const)
      expect(Math.abs((told ?? 0) - (pixels / 75) * 25.4)).toBeLessThan(tolerance);
  });

  it('becomes a PDF file of the pages that are chosen, in their order', async () => {
    const { file } = await convert('pdf', { pages: '3,1' });
    expect([pagesOfPdf(file), textOfPdf(file)]).toEqual([2, expect.stringMatching(/^文件转换\s+\fKranichflug/)]);
    expect(await codeOf(convert('pdf', { pages: '4' }))).toBe('INVALID_OPTION');
  });

  it('becomes its text, and is refused where it has none', async () => {
    expect((await convert('txt')).file.toString()).toBe('Kranichflug "über\\"\n\n文件转换\n');
    await expect(convert('txt', { pages: '2' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('holds no text'),
    });
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
    const one = await convert('png', { dpi: 150 }, pageAlone(1));
    expect([one.format, await sharp(one.file).metadata()]).toMatchObject(['png', { width: 1240, height: 1754 }]);
  });
});

/** A chunk, padded to an even length. */
function chunk(id: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)]);
}

const file = (...content: readonly (Buffer | string)[]) =>
  Buffer.concat([Buffer.from('AT&T'), chunk('FORM', ...content)]);

function page(width: number, height: number, ...content: readonly Buffer[]): Buffer {
  const info = Buffer.from([0, 0, 0, 0, 24, 0, 75, 0, 22, 1]);
  info.writeUInt16BE(width, 0);
  info.writeUInt16BE(height, 2);
  return file('DJVU', chunk('INFO', info), ...content);
}

it('a page of DjVu that is empty is drawn: the control', async () => {
  expect((await convert('png', {}, page(100, 100))).format).toBe('png');
});

it.each([
  ['a page larger than is drawn', page(60_000, 60_000), 'TOO_COMPLEX'],
  ['more pages than are converted', committed('books/files/many.djvu'), 'TOO_COMPLEX'],
  ['a page without size', page(0, 100), 'UNREADABLE_FILE'],
  ['a page without measures', file('DJVU', chunk('ANTa', '()')), 'UNREADABLE_FILE'],
  ['no pages', file('DJVM', chunk('DIRM', Buffer.from([0x81, 0, 0]))), 'UNREADABLE_FILE'],
  ['a list of pages in other files', committed('books/files/list.djvu'), 'UNREADABLE_FILE'],
  ['parts without end', file('DJVM', ...Array(30_000).fill(chunk('JUNK'))), 'UNREADABLE_FILE'],
  ['a page that takes in a file', page(100, 100, chunk('INCL', '/etc/passwd')), 'UNREADABLE_FILE'],
  ['a page that takes in itself', page(100, 100, chunk('INCL', 'source')), 'UNREADABLE_FILE'],
  ['a page that takes in what lies above', page(100, 100, chunk('INCL', '../../etc/passwd')), 'UNREADABLE_FILE'],
  ['a size larger than the file', Buffer.from(BOOK).fill(0x7f, 8, 9), 'UNREADABLE_FILE'],
  ['half of it', BOOK.subarray(0, BOOK.length / 2), 'UNREADABLE_FILE'],
])('a DjVu file of %s is refused', async (_, source, code) => {
  expect(await codeOf(convert('pdf', {}, source))).toBe(code);
});
