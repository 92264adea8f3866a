import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { askPoppler } from '../pdfs/ask-poppler.ts';
import { convertPdf, look } from '../pdfs/convert-pdf.ts';
import { photo, plain } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert, decode, expectColour, expectQuarters, fixture, quarters } from './quarters.ts';

const folder = temporaryFolder();

const save = (bytes: Buffer): string => {
  const path = join(mkdtempSync(join(folder, 'source-')), 'source');
  writeFileSync(path, bytes);
  return path;
};

/** A picture as PDF: its pages as poppler draws them, at 96 to the inch. */
async function toPdf(path: string, format: FormatName, quality: Quality = 'medium') {
  const { bytes, path: pdf } = await convert(path, format, 'pdf', quality);
  const { pages } = await convertPdf(bytes, 'png', { quality: 'low' });
  return {
    bytes,
    pages,
    info: () => askPoppler('pdfinfo', ['-f', '1', '-l', '99'], pdf),
    images: () => askPoppler('pdfimages', ['-list'], pdf),
  };
}

const make: Partial<Record<FormatName, (png: Buffer) => Promise<Buffer> | Buffer>> = {
  png: (png) => png,
  apng: (png) => png,
  jpg: (png) => sharp(png).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  webp: (png) => sharp(png).webp({ quality: 100 }).toBuffer(),
  avif: (png) => sharp(png).avif({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
  gif: (png) => sharp(png).gif().toBuffer(),
  tiff: (png) => sharp(png).tiff({ compression: 'lzw' }).toBuffer(),
  svg: () => Buffer.from(DRAWING),
  heic: () => readFileSync(fixture('quarters.heic')),
  bmp: () => readFileSync(fixture('bits-24.bmp')),
  psd: async (png) => readFileSync((await convert(save(png), 'png', 'psd')).path),
};
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32" shape-rendering="crispEdges">
<path fill="#e02020" d="M0 0h24v16H0z"/><path fill="#20c040" d="M24 0h24v16H24z"/>
<path fill="#2040e0" d="M0 16h24v16H0z"/><path fill="#f0e020" d="M24 16h24v16H24z"/></svg>`;

describe('every kind of picture', () => {
  const sources = Object.keys(engine.conversions) as FormatName[];

  const icons: readonly FormatName[] = ['ico', 'cur', 'icns'];

  it.each(sources.filter((source) => !icons.includes(source)))('%s becomes a page', async (source) => {
    const bytes = await make[source]?.(await quarters());
    const { pages } = await toPdf(save(bytes ?? Buffer.alloc(0)), source, 'high');
    const size = source === 'heic' ? 64 : 48;
    await expectQuarters(pages[0] ?? Buffer.alloc(0), size, source === 'heic' ? 64 : 32, 24);
  });

  it.each(icons)('%s becomes a page', async (format) => {
    const icon = await convert(save(await quarters(64, 64)), 'png', format);
    const { pages } = await toPdf(icon.path, format);
    await expectQuarters(pages[0] ?? Buffer.alloc(0), 64, 64, 24);
  });
});

describe('JPEG', () => {
  it('is embedded without encoding', async () => {
    const jpeg = await sharp(await photo())
      .jpeg({ quality: 85 })
      .toBuffer();
    for (const quality of ['medium', 'high'] as const) {
      const { bytes, images } = await toPdf(save(jpeg), 'jpg', quality);
      expect([bytes.includes(jpeg), (await images()).match(/ jpeg /g)?.length]).toEqual([true, 1]);
    }
  });

  it.each([2, 6])('of orientation %d stands upright', async (orientation) => {
    const source = fixture(`oriented-${orientation}.jpg`);
    const { pages, bytes } = await toPdf(source, 'jpg');
    const upright = await decode(await sharp(source).autoOrient().png().toBuffer());
    const drawn = await decode(pages[0] ?? Buffer.alloc(0));
    const { width, height } = upright.metadata;
    expect([drawn.metadata.width, drawn.metadata.height]).toEqual([width, height]);
    for (const [x, y] of [
      [5, 5],
      [width - 5, 5],
      [5, height - 5],
      [width - 5, height - 5],
    ] as const) {
      expectColour(drawn.pixel(x, y), upright.pixel(x, y).slice(0, 3) as [number, number, number], 24);
    }
    expect(bytes.includes(readFileSync(source))).toBe(true);
  });

  it('in CMYK is encoded, as viewers differ', async () => {
    const source = fixture('cmyk-plain.jpg');
    const { images, bytes } = await toPdf(source, 'jpg');
    expect([bytes.includes(readFileSync(source)), /rgb +3 +8 +jpeg/.test(await images())]).toEqual([false, true]);
  });
});

describe('pages', () => {
  it('of a TIFF or HEIC file are pages of the document', async () => {
    const colours = ['#f00', '#0f0', '#00f'].map((background) => plain(background, 96, 48));
    const tiff = await sharp(await Promise.all(colours), { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const { pages } = await toPdf(save(tiff), 'tiff');
    const seen = await Promise.all(pages.map((page) => look(page)));
    expect(seen.map(({ width, height, at }) => [width, height, at(0.5, 0.5)])).toEqual([
      [96, 48, 'red'],
      [96, 48, 'green'],
      [96, 48, 'blue'],
    ]);
    expect((await toPdf(fixture('multi.heic'), 'heic')).pages.length).toBeGreaterThan(1);
  });

  it.each([
    ['that says how large it is', 300, 600, '144 x 72'],
    ['that says nothing', 72, 600, '450 x 225'],
    ['from a camera', 72, 4000, '842 x 421'],
  ])('of a picture %s have that size', async (_, density, width, size) => {
    const jpeg = await sharp({ create: { width, height: width / 2, channels: 3, background: '#888' } })
      .withMetadata({ density })
      .jpeg()
      .toBuffer();
    expect(await (await toPdf(save(jpeg), 'jpg')).info()).toContain(`${size} pts`);
  });

  it('are white where the picture is transparent', async () => {
    const clear = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#f000' } })
      .png()
      .toBuffer();
    expect((await look((await toPdf(save(clear), 'png')).pages[0] ?? clear)).at(0.5, 0.5)).toBe('white');
  });

  it('of drawings are fine enough for print', async () => {
    const { info, images } = await toPdf(save(Buffer.from(DRAWING)), 'svg');
    expect(await info()).toContain('36 x 24 pts');
    expect(await images()).toMatch(/ 150 +100 .* 300 +300 /);
  });
});
