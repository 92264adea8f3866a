import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { pagesOfPdf, papersOfPdf, picturesOfPdf, textOfPdf, wordsOfPdf } from '../documents/read-result.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

const BOOK = readFileSync(join(import.meta.dirname, '../books/files/book.djvu'));
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

/** Width, height and encoding of a picture, of a line about it. */
const pictureIn = (line: string) => {
  const [, , , width, height, , , , encoding] = line.trim().split(/ +/);
  return `${width} ${height} ${encoding}`;
};

describe('a DjVu file', () => {
  it('is detected by its content', async () => {
    for (const name of ['a.djvu', 'a.djv', 'a.pdf', 'a']) expect(await detectFormat(BOOK, name)).toBe('djvu');
    expect(await detectFormat(pageAlone(1), 'a.txt')).toBe('djvu');
  });

  it('becomes a PDF file with the pictures of its pages as they were', async () => {
    const { format, file } = await convert('pdf');
    expect([format, pagesOfPdf(file)]).toEqual(['pdf', 3]);
    expect(papersOfPdf(file)).toEqual(Array(3).fill('210x297'));
    const kinds = picturesOfPdf(file).map(pictureIn);
    expect(kinds).toEqual(['620 877 ccitt', '620 877 jpeg', '620 877 ccitt']);
  });

  it('becomes a PDF file with its words at their positions', async () => {
    const words = wordsOfPdf((await convert('pdf')).file);
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
    await expect(convert('pdf', { pages: '4' })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('becomes its text, and is refused where it has none', async () => {
    expect((await convert('txt')).file.toString()).toBe('Kranichflug "über\\"\n\n文件转换\n');
    expect((await convert('txt', { pages: '3' })).file.toString()).toBe('文件转换\n');
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

  it('becomes one tiff of all its pages', async () => {
    const { format, file } = await convert('tiff', { dpi: 75 });
    expect([format, (await sharp(file).metadata()).pages]).toEqual(['tiff', 3]);
  });

  it('of one page becomes a picture', async () => {
    const { format, file } = await convert('png', { dpi: 150 }, pageAlone(1));
    expect([format, await sharp(file).metadata()]).toMatchObject(['png', { width: 1240, height: 1754 }]);
  });
});
