import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { QUALITIES, type Quality } from '../../functions/conversion/quality.ts';
import { sharp as engine } from '../../functions/engines/sharp.ts';
import { picturesOfPdf, poppler } from '../documents/read-result.ts';
import { convertPdf, look } from '../pdfs/convert-pdf.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { photo, plain } from '../support/pictures.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { convert, decode, expectColour, expectQuarters, fixture, quarters } from './quarters.ts';

const folder = temporaryFolder();
const SOURCES: Partial<Record<FormatName, string>> = {
  bmp: fixture('bits-24.bmp'),
  heic: fixture('quarters.heic'),
  avif: fixture('quarters.avif'),
};
const ICONS: readonly FormatName[] = ['ico', 'cur', 'icns'];
/** What sharp itself cannot read is read by a second conversion, of which other tests say that it is right. */
const UNREAD: readonly FormatName[] = [...ICONS, 'bmp', 'psd', 'svg'];

beforeAll(async () => {
  const png = await quarters();
  const save = saverIn(folder);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><image width="48" height="32" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
  for (const [format, bytes] of Object.entries({
    ...{ png, apng: png, svg: gzipSync(svg) },
    jpg: await sharp(png).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
    webp: await sharp(png).webp({ lossless: true }).toBuffer(),
    gif: await sharp(png).gif().toBuffer(),
    tiff: await sharp(png).tiff({ compression: 'lzw' }).toBuffer(),
  }))
    SOURCES[format as FormatName] = save(`source.${format}`, bytes);
  const square = fixture('quarters.heic');
  for (const target of [...ICONS, 'psd'] as const) SOURCES[target] = (await convert(square, 'heic', target)).path;
});

const PAIRS = Object.entries(coveringPairs(engine.conversions)) as [FormatName, readonly FormatName[]][];

describe.each(PAIRS)('%s', (source, targets) => {
  it.each(targets)('to %s', async (target) => {
    const result = await convert(SOURCES[source] ?? '', source, target, 'high');
    expect(result.format).toBe(target);
    if (target === 'pdf') return expectPage(source, result.bytes);
    const bytes = UNREAD.includes(target) ? (await convert(result.path, target, 'png')).bytes : result.bytes;
    if (ICONS.includes(target)) expect((await sharp(bytes).metadata()).width).toBe(iconOf(source, target));
    else await expectQuarters(bytes, ...sizeOf(source), 20);
  });
});
const isSquare = (source: FormatName) => ['heic', 'avif', ...ICONS, 'psd'].includes(source);
const sizeOf = (source: FormatName): [number, number] => (isSquare(source) ? [64, 64] : [48, 32]);
/** The largest picture of an icon is as large as the source, or smaller; drawings are drawn as large as icons are. */
const iconOf = (source: FormatName, target: FormatName) => {
  if (source === 'svg') return target === 'icns' ? 1024 : 256;
  if (isSquare(source)) return 64;
  return target === 'icns' ? 32 : 48;
};

async function expectPage(source: FormatName, pdf: Buffer): Promise<void> {
  const { pages } = await convertPdf(pdf, 'png', { quality: 'low' });
  await expectQuarters(pages[0] ?? pdf, ...sizeOf(source), 24);
}

const QUALITY_TARGETS = ['jpg', 'webp', 'avif', 'gif', 'tiff', 'png'] as const;

it.each(QUALITY_TARGETS)('a photo becomes larger with the quality of %s', async (target) => {
  const path = join(folder, 'photo.jpg');
  writeFileSync(path, await photo(320, 240));
  const sizes: number[] = [];
  for (const quality of QUALITIES) sizes.push((await convert(path, 'jpg', target, quality)).bytes.length);
  const [low = 0, medium = 0, high = 0] = sizes;
  expect(low).toBeLessThan(medium);
  // What is lossless at medium cannot be better at high.
  if (target === 'tiff' || target === 'png') expect(high).toBe(medium);
  else expect(medium).toBeLessThan(high);
});

const save = (bytes: Buffer): string => {
  const path = join(mkdtempSync(join(folder, 'source-')), 'source');
  writeFileSync(path, bytes);
  return path;
};

/** A picture as PDF: its pages as poppler draws them, at 96 to the inch. */
async function toPdf(path: string, format: FormatName, quality: Quality = 'medium') {
  const { bytes } = await convert(path, format, 'pdf', quality);
  const { pages } = await convertPdf(bytes, 'png', { quality: 'low' });
  const info = poppler('pdfinfo', bytes, '-f', '1', '-l', '99', '-');
  return { bytes, pages, info, images: picturesOfPdf(bytes).join('\n') };
}

it('a JPEG is embedded without encoding', async () => {
  const jpeg = await photo();
  for (const quality of ['medium', 'high'] as const) {
    const { bytes, images } = await toPdf(save(jpeg), 'jpg', quality);
    expect([bytes.includes(jpeg), images.match(/ jpeg /g)?.length]).toEqual([true, 1]);
  }
});

it.each([2, 6])('a JPEG of orientation %d stands upright on its page', async (orientation) => {
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
  ] as const)
    expectColour(drawn.pixel(x, y), upright.pixel(x, y).slice(0, 3) as [number, number, number], 24);
  expect(bytes.includes(readFileSync(source))).toBe(true);
});

it('a JPEG in CMYK is encoded for its page, as viewers differ', async () => {
  const source = fixture('cmyk-plain.jpg');
  const { images, bytes } = await toPdf(source, 'jpg');
  expect([bytes.includes(readFileSync(source)), /rgb +3 +8 +jpeg/.test(images)]).toEqual([false, true]);
});

it('pages of a TIFF or HEIC file are pages of the document', async () => {
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
])('a page of a picture %s has that size', async (_, density, width, size) => {
  const jpeg = await sharp({ create: { width, height: width / 2, channels: 3, background: '#888' } })
    .withMetadata({ density })
    .jpeg()
    .toBuffer();
  expect((await toPdf(save(jpeg), 'jpg')).info).toContain(`${size} pts`);
});

it('a page is white where its picture is transparent', async () => {
  const clear = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#f000' } })
    .png()
    .toBuffer();
  expect((await look((await toPdf(save(clear), 'png')).pages[0] ?? clear)).at(0.5, 0.5)).toBe('white');
});

it('a page of a drawing is fine enough for print', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><path d="M0 0h24v16H0z"/></svg>';
  const { info, images } = await toPdf(save(Buffer.from(drawing)), 'svg');
  expect(info).toContain('36 x 24 pts');
  expect(images).toMatch(/ 150 +100 .* 300 +300 /);
});
