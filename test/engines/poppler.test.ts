import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { convertPdf, fixture, look } from '../pdfs/convert-pdf.ts';
import { handWritten, rectangle, words } from '../pdfs/hand-written.ts';

const TARGETS = poppler.conversions.pdf ?? [];
const PICTURES = TARGETS.filter((target) => !['svg', 'txt', 'html', 'bmp', 'cbz'].includes(target));

const page = { width: 300, height: 200, content: rectangle('1 0 0', 0, 100, 150, 100) + words('Hand written', 20, 20) };
const single = handWritten([page]);

describe('one page', () => {
  it.each(PICTURES)('is drawn as %s', async (target) => {
    const { bytes } = await convertPdf(single, target);
    const { width, height, at } = await look(bytes);
    expect([width, height, at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.6)]).toEqual([625, 417, 'red', 'white', 'white']);
  });

  it('is drawn as bmp', async () => {
    const { bytes } = await convertPdf(single, 'bmp');
    expect([bytes.toString('latin1', 0, 2), bytes.readInt32LE(18), bytes.readInt32LE(22)]).toEqual(['BM', 625, 417]);
  });

  it('becomes a self-contained SVG', async () => {
    const drawing = (await convertPdf(single, 'svg')).bytes;
    const { width, height, at } = await look(drawing);
    expect([width, height, at(0.25, 0.25), at(0.75, 0.25)]).toEqual([300, 200, 'red', 'white']);
    expect(drawing.toString()).not.toMatch(/href="(?!#|data:)/);
  });

  it.each([
    ['low', 400],
    ['medium', 625],
    ['high', 1250],
  ] as const)('has more pixels at higher quality: %s', async (quality, width) => {
    expect((await look((await convertPdf(single, 'jpg', { quality })).bytes)).width).toBe(width);
  });
});

describe('many pages', () => {
  const tall = { width: 100, height: 250, content: rectangle('0 0 1', 0, 0, 100, 125) };
  const turned = { ...page, entries: '/Rotate 90' };
  const cropped = { ...page, entries: '/CropBox[0 100 150 200]' };
  const mixed = handWritten([page, tall, turned, cropped]);
  const SIZES = [
    [625, 417, 'red'],
    [209, 521, 'white'],
    [417, 625, 'white'],
    [313, 209, 'red'],
  ];

  it.each(['png', 'svg'] as const)('become a zip of %s', async (target) => {
    const { format, names } = await convertPdf(mixed, target);
    expect(format).toBe('zip');
    expect(names).toEqual([1, 2, 3, 4].map((number) => `page-00${number}.${target}`));
  });

  it('keep their sizes, rotation and crop', async () => {
    const { pages } = await convertPdf(mixed, 'png');
    const seen = await Promise.all(pages.map((picture) => look(picture)));
    expect(seen.map(({ width, height, at }) => [width, height, at(0.25, 0.25)])).toEqual(SIZES);
    expect([seen[1]?.at(0.5, 0.75), seen[2]?.at(0.75, 0.25)]).toEqual(['blue', 'red']);
  });

  it('become one TIFF file', async () => {
    const { format, bytes } = await convertPdf(mixed, 'tiff');
    expect([format, (await sharp(bytes).metadata()).pages]).toEqual(['tiff', 4]);
    for (const [number, size] of SIZES.entries()) {
      const { width, height, at } = await look(bytes, number);
      expect([width, height, at(0.25, 0.25)]).toEqual(size);
    }
  });

  it('report progress', async () => {
    const told: number[] = [];
    await convertPdf(mixed, 'svg', { onProgress: (percent) => told.push(percent) });
    expect(told).toEqual([25, 50, 75, 100]);
  });
});

describe('text', () => {
  const textOf = async (name: string, target: FormatName) => (await convertPdf(fixture(name), target)).bytes.toString();

  it('of a document is kept, in every script', async () => {
    const text = await textOf('office.pdf', 'txt');
    for (const words of ['Quarterly figures', 'The quick brown fox', '你好世界', 'مرحبا بالعالم', 'über Größe'])
      expect(text).toContain(words);
    expect(text).not.toContain('\f');
  });

  it('of a table keeps its rows', async () => {
    expect(await textOf('office.pdf', 'txt')).toMatch(/North +1234 +567\nSouth +89 +10\n/);
  });

  it.each([
    ['ghostscript.pdf', 'Ghost words', 'Tall page'],
    ['owner-locked.pdf', 'Locked words', ''],
  ])('of %s is kept', async (name, first, second) => {
    const text = await textOf(name, 'txt');
    expect([text.includes(first), text.includes(second)]).toEqual([true, true]);
    const html = (await textOf(name, 'html')).replaceAll('&#160;', ' ');
    expect([html.includes(first), html.includes(second)]).toEqual([true, true]);
  });

  it('is in a self-contained web page with its title', async () => {
    const html = (await textOf('office.pdf', 'html')).replaceAll('&#160;', ' ');
    for (const words of ['<title>Quarterly figures</title>', '你好世界', 'dir="rtl">مرحبا بالعالم<'])
      expect(html).toContain(words);
    expect(html).not.toMatch(/(src|href)="(?!#|data:image)/);
  });

  it('has letters in the place of ligatures', async () => {
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[1/fi/fl]>>>>';
    const entries = `/Resources<</Font<</F1 ${font}>>>>`;
    const pdf = handWritten([{ width: 200, height: 50, content: words('de\\001ne a \\002ow', 10, 20), entries }]);
    for (const target of ['txt', 'html'] as const)
      expect((await convertPdf(pdf, target)).bytes.toString().replaceAll('&#160;', ' ')).toContain('define a flow');
  });

  it('is that of the crop box, as viewers show it', async () => {
    const content = words('Within', 2100, 2050) + words('Beyond', 100, 100);
    const page = { width: 6000, height: 6000, content, entries: '/CropBox[2000 2000 2400 2200]' };
    const whole = { width: 400, height: 200, content: words('Whole', 20, 100) };
    const pdf = handWritten([whole, page, { ...page, entries: `${page.entries}/Rotate 90` }]);
    for (const target of ['txt', 'html'] as const) {
      const text = (await convertPdf(pdf, target)).bytes.toString();
      expect([text.match(/Whole|Within|Beyond/g), target]).toEqual([['Whole', 'Within', 'Within'], target]);
    }
  });

  it('that does not exist is an error', async () => {
    const drawing = handWritten([{ width: 100, height: 100, content: rectangle('1 0 0', 0, 0, 50, 50) }]);
    await expect(convertPdf(drawing, 'txt')).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
      message: expect.stringContaining('holds no text'),
    });
  });
});

describe('fonts that are not embedded', () => {
  it('are replaced by our own', async () => {
    const content = words('Sans', 10, 60) + words('Serif', 10, 35, 20, 'F2') + words('<4F60597D>', 10, 10, 20, 'F3');
    const { bytes } = await convertPdf(handWritten([{ width: 100, height: 90, content }]), 'png', {
      quality: 'high',
    });
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const ink = (x: number, y: number, width: number, height: number) => {
      let dark = 0;
      for (let row = y; row < y + height; row++)
        for (let column = x; column < x + width; column++) if ((data[row * info.width + column] ?? 255) < 128) dark++;
      return dark;
    };
    const [first, second] = [ink(42, 250, 83, 100), ink(125, 250, 83, 100)];
    // Two different characters, each with more strokes than the box that stands for a missing one.
    expect(Math.min(first, second)).toBeGreaterThan(900);
    expect(first).not.toBe(second);
    expect(ink(42, 30, 250, 110)).toBeGreaterThan(1500);
    expect((await convertPdf(handWritten([{ width: 100, height: 90, content }]), 'txt')).bytes.toString()).toContain(
      '你好',
    );
  });
});
