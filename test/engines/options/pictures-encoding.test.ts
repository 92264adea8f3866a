import sharp, { type Metadata } from 'sharp';
import { expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { picturesOfPdf, poppler } from '../../documents/read-result.ts';
import { look } from '../../media/look.ts';
import { failure } from '../../support/failure.ts';
import { expectColour, fixture } from '../quarters.ts';
import { make, see } from './eye.ts';

/** A picture of ours: see the README beside it. */
const made = (name: string) => fixture(`made/${name}`);
const [PHOTO, DRAWING, METADATA] = [made('photo.png'), made('drawing.svg'), made('metadata.jpg')];

const of = (to: FormatName, options: Options, source = PHOTO) =>
  make({ source, from: source.split('.').at(-1) as FormatName, to, options });
const headerOf = async (...given: Parameters<typeof of>) => sharp((await of(...given)).bytes).metadata();

it.each(['jpg', 'webp', 'avif', 'pdf'] as const)('image_quality is a number for %s', async (to) => {
  const sizes: number[] = [];
  for (const image_quality of [1, 40, 100]) sizes.push((await of(to, { image_quality })).bytes.length);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(sizes[2]).toBeGreaterThan(2 * (sizes[0] ?? 0));
});

it.each(['webp', 'avif'] as const)('a lossless picture has the same pixels in %s', async (to) => {
  const [before, after] = [await see(PHOTO), await see((await of(to, { lossless: true })).path)];
  expect(after.data.equals(before.data)).toBe(true);
});

it.each<[FormatName, Options, object]>([
  ['jpg', {}, { isProgressive: true, density: 72 }],
  ['jpg', { progressive: false, dpi: 200 }, { isProgressive: false, density: 200 }],
  ['png', {}, { isProgressive: false, density: 72 }],
  ['png', { progressive: true, dpi: 200 }, { isProgressive: true, density: 200 }],
  ['gif', { progressive: true }, { isProgressive: true }],
  ['tiff', { dpi: 200 }, { density: 200 }],
])('%s is written as asked by %j', async (to, options, expected) => {
  const { density = 0, isProgressive } = await headerOf(to, options);
  expect({ density: Math.round(density), isProgressive }).toMatchObject(expected);
});

it.each(['jpg', 'avif'] as const)('%s has colours of the chosen fineness', async (to) => {
  const pixels = async (chroma_subsampling: string) =>
    (await look((await of(to, { chroma_subsampling })).path)).streams[0]?.pix_fmt;
  expect([await pixels('4:2:0'), await pixels('4:4:4')]).toEqual([
    expect.stringContaining('420p'),
    expect.stringContaining('444p'),
  ]);
});

it.each([
  ['png', 9],
  ['webp', 6],
  ['avif', 6],
  ['gif', 10],
] as const)('%s differs with more effort', async (to, effort) => {
  expect((await of(to, { effort })).bytes.equals((await of(to, { effort: 1 })).bytes)).toBe(false);
});

it.each(['gif', 'png'] as const)('%s has at most the chosen number of colours', async (to) => {
  const { data } = await see((await of(to, { colors: 16 })).path);
  const seen = new Set(Array.from({ length: data.length / 4 }, (_, index) => data.readUInt32BE(index * 4)));
  expect([seen.size > 1, seen.size <= 16]).toEqual([true, true]);
});

it('an icon has the chosen sizes', async () => {
  const { bytes } = await of('ico', { sizes: '48,16,256,16' });
  const count = bytes.readUInt16LE(4);
  expect(Array.from({ length: count }, (_, index) => bytes[6 + 16 * index] || 256)).toEqual([16, 48, 256]);
});

const ALL = ['jpg', 'png', 'webp', 'avif', 'tiff', 'bmp'] as const;
const clear = made('half-transparent.png');

it.each(ALL)('colours become shades of grey in %s, with the background below transparent ones', async (to) => {
  const { data } = await see((await of(to, { color: 'gray' })).path);
  for (let at = 0; at < data.length; at += 4)
    expect(Math.max(...data.subarray(at, at + 3)) - Math.min(...data.subarray(at, at + 3))).toBeLessThanOrEqual(2);
  const seen = await see((await of(to, { background: '#00f' }, clear)).path);
  expectColour(seen.pixel(5, 15), [0, 0, 255], 6);
  expectColour(seen.pixel(35, 15), [128, 0, 127], 6);
});

it('colours stay transparent, or become white, by default', async () => {
  const pixel = async (to: FormatName, background: string) =>
    (await see((await of(to, { background }, clear)).path)).pixel(5, 15);
  expect((await pixel('png', 'transparent'))[3]).toBe(0);
  expectColour(await pixel('jpg', 'transparent'), [255, 255, 255]);
  expectColour(await pixel('jpg', '#0000ff80'), [127, 127, 255]);
});

it('colours keep their profile, or lose it', async () => {
  const kept = async (options: Options) => (await headerOf('png', options, fixture('p3.heic'))).icc !== undefined;
  expect([await kept({}), await kept({ color: 'keep' })]).toEqual([true, true]);
  expect([await kept({ color: 'srgb' }), await kept({ background: '#f00' })]).toEqual([false, false]);
});

it.each(['jpg', 'png', 'tiff'] as const)('the resolution of %s is that of the source, or 72', async (to) => {
  const found = [await headerOf(to, {}, made('scan.png')), await headerOf(to, {}, made('camera.webp'))];
  expect(found.map(({ density = 0 }) => Math.round(density))).toEqual([300, 72]);
});

it('the resolution of bmp is the chosen one, or that of the source', async () => {
  const bitmaps = [await of('bmp', { dpi: 254 }), await of('bmp', {}, made('scan.png'))];
  expect(bitmaps.map(({ bytes }) => bytes.readInt32LE(38))).toEqual([10_000, 11_811]);
});

it.each<[Options, number, number]>([
  [{ dpi: 192 }, 120, 80],
  [{ scale: 2, dpi: 48 }, 60, 40],
  [{ scale: 2, crop: '0,0,60,80' }, 60, 80],
])('a drawing is rendered at its final size, with sharp edges: %j', async (options, ...size) => {
  const { width, height, pixel } = await see((await of('png', options, DRAWING)).path);
  expect([width, height]).toEqual(size);
  const edge = options.crop ? width : width / 2;
  expect(pixel(edge - 2, height >> 1)).toEqual([255, 0, 0, 255]);
  if (!options.crop) expect(pixel(edge + 1, height >> 1)[3]).toBe(0);
});

it('a drawing has the chosen resolution on its page', async () => {
  const { bytes: pdf } = await of('pdf', { dpi: 192 }, DRAWING);
  expect(poppler('pdfinfo', pdf, '-')).toMatch(/Page size: +45 x 30 pts/);
  expect(picturesOfPdf(pdf).join()).toMatch(/image +120 +80/);
});

it.each<[Options, string]>([
  [{ scale: 100, width: 10 }, 'none'],
  [{ scale: 100, dpi: 1200 }, 'TOO_COMPLEX'],
])('a drawing is not rendered beyond the limits of pictures: %j', async (options, code) => {
  expect((await failure(of('png', options, DRAWING))).code).toBe(code);
});

const NONE = [false, false, false, false, false];
const LATITUDE = Buffer.from([51, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0, 1, 0, 0, 0]);

/** What is told in plain bytes, or in XMP that is compressed. */
async function told({ bytes }: { bytes: Buffer }): Promise<boolean[]> {
  // What sharp does not read, as PDF, has nothing compressed.
  const { xmpAsString = '' } = await sharp(bytes)
    .metadata()
    .catch(() => ({}) as Metadata);
  const all = Buffer.concat([bytes, Buffer.from(xmpAsString)]);
  return ['Lovelace', LATITUDE, 'Ada', 'Gotham', '51,30.5N'].map((wanted) => all.includes(wanted));
}

it.each(['jpg', 'png', 'webp', 'avif'] as const)(
  'metadata of a picture are kept in %s, without GPS, or removed',
  async (to) => {
    const made = (options: Options) => of(to, options, METADATA);
    expect(await told(await made({ strip_metadata: 'none' }))).toEqual([true, true, true, true, true]);
    const gps = await made({ strip_metadata: 'gps' });
    expect(await told(gps)).toEqual([true, false, false, false, false]);
    await expect(sharp(gps.bytes, { failOn: 'warning' }).raw().toBuffer()).resolves.toBeDefined();
    expect(await told(await made({ strip_metadata: 'all' }))).toEqual(NONE);
  },
);

it('metadata of a picture are removed from a TIFF and from a page', async () => {
  expect(await told(await of('tiff', { strip_metadata: 'gps' }, METADATA))).toEqual(NONE);
  expect((await told(await of('pdf', {}, METADATA)))[1]).toBe(true);
  for (const strip_metadata of ['gps', 'all']) {
    const made = await of('pdf', { strip_metadata }, METADATA);
    expect(await told(made)).toEqual(NONE);
    expect(picturesOfPdf(made.bytes).join()).toMatch(/image +80 +60 +rgb .* jpeg/);
  }
});
