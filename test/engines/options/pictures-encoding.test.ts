import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { askPoppler } from '../../pdfs/ask-poppler.ts';
import { failure } from '../../support/failure.ts';
import { photo } from '../../support/pictures.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { expectColour, fixture } from '../quarters.ts';
import { make, see } from './eye.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);

beforeAll(async () => {
  const jpg = await photo(160, 120);
  writeFileSync(path('photo.jpg'), jpg);
  const half = Buffer.from(Array.from({ length: 40 * 30 }, (_, index) => (index % 40 < 20 ? 0 : 128)));
  const alpha = { input: half, raw: { width: 40, height: 30, channels: 1 } } as const;
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#f00' } })
    .joinChannel(half, { raw: alpha.raw })
    .toColourspace('srgb')
    .png()
    .toFile(path('clear.png'));
  await sharp(jpg).png().toFile(path('photo.png'));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="30" height="40" fill="#f00"/></svg>';
  writeFileSync(path('drawing.svg'), svg);
});

const of = (to: FormatName, options: Options, name = 'photo.png') =>
  make({ source: path(name), from: name.split('.').at(-1) as FormatName, to, options });

/** What ffprobe says of the pixels of a picture. */
async function pixelFormat(file: string): Promise<string> {
  return (
    (await runFfmpeg('ffprobe', '-show_entries', 'stream=pix_fmt', '-of', 'csv=p=0', file)).trim().split('\n')[0] ?? ''
  );
}

describe('image quality', () => {
  it.each(['jpg', 'webp', 'avif', 'pdf'] as const)('is a number for %s', async (to) => {
    const sizes: number[] = [];
    for (const image_quality of [1, 40, 100]) sizes.push((await of(to, { image_quality })).bytes.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes[2]).toBeGreaterThan(2 * (sizes[0] ?? 0));
  });

  it.each(['webp', 'avif'] as const)('is lossless in %s', async (to) => {
    const [before, after] = [await see(path('photo.png')), await see((await of(to, { lossless: true })).path)];
    expect(after.data.equals(before.data)).toBe(true);
  });

  it.each<[FormatName, Options, string]>([
    ['webp', { lossless: true, image_quality: 5 }, '"lossless" and "image_quality" contradict'],
    ['png', { image_quality: 5 }, '"image_quality" is no option of png'],
    ['png', { fit: 'cover' }, 'means nothing without "width" or "height"'],
    ['png', { frame: 1 }, '"frame" is no option'],
  ])('refuses for %s: %j', async (to, options, words) => {
    const { code, message } = await failure(of(to, options));
    expect(code).toBe('INVALID_OPTION');
    expect(message).toContain(words);
  });
});

describe('the encoding', () => {
  it.each<[FormatName, string, string]>([
    ['jpg', '4:2:0', 'yuvj420p'],
    ['jpg', '4:4:4', 'yuvj444p'],
    ['avif', '4:2:0', 'yuv420p'],
    ['avif', '4:4:4', 'yuv444p'],
  ])('keeps colours of %s as %s', async (to, chroma_subsampling, wanted) => {
    expect(await pixelFormat((await of(to, { chroma_subsampling })).path)).toContain(wanted);
  });

  it('is progressive where that is chosen, and a small JPEG by default', async () => {
    const [jpg, png, gif] = await Promise.all(
      (['jpg', 'png', 'gif'] as const).map(async (to) => [
        (await of(to, { progressive: true })).bytes,
        (await of(to, { progressive: false })).bytes,
        (await of(to, {})).bytes,
      ]),
    );
    const frames = (bytes?: Buffer) =>
      [0xc0, 0xc2].map((marker) => bytes?.includes(Buffer.from([0xff, marker, 0, 17])));
    expect(jpg?.map(frames)).toEqual([
      [false, true],
      [true, false],
      [false, true],
    ]);
    expect(png?.map((bytes) => bytes[28])).toEqual([1, 0, 0]);
    // The flags of the first picture of a GIF stand nine bytes behind its beginning.
    const interlaced = (bytes: Buffer) => ((bytes[bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 9] ?? 0) & 0x40) > 0;
    expect(gif?.map(interlaced)).toEqual([true, false, false]);
  });

  it.each(['png', 'avif', 'gif'] as const)('differs with more effort, and is not much larger: %s', async (to) => {
    const least = await of(to, { effort: to === 'png' || to === 'gif' ? 1 : 0 });
    const most = await of(to, { effort: { png: 9, webp: 6, avif: 6, gif: 10 }[to] });
    expect(most.bytes.equals(least.bytes)).toBe(false);
    expect(most.bytes.length).toBeLessThan(least.bytes.length * (to === 'avif' ? 1.2 : 1.02));
  });

  it.each<[FormatName, number]>([
    ['gif', 2],
    ['gif', 16],
    ['png', 2],
    ['png', 16],
  ])('of %s has at most %i colours', async (to, colors) => {
    const { data } = await see((await of(to, { colors })).path);
    const seen = new Set(Array.from({ length: data.length / 4 }, (_, index) => data.readUInt32BE(index * 4)));
    expect(seen.size).toBeLessThanOrEqual(colors);
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe('colours', () => {
  const ALL = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp'] as const satisfies FormatName[];

  it.each(ALL)('become shades of grey in %s', async (to) => {
    const { data } = await see((await of(to, { color: 'gray' })).path);
    for (let at = 0; at < data.length; at += 4)
      expect(Math.max(...data.subarray(at, at + 3)) - Math.min(...data.subarray(at, at + 3))).toBeLessThanOrEqual(2);
  });

  it('keep their profile, or lose it', async () => {
    const p3 = { source: fixture('p3.heic'), from: 'heic', to: 'png' } as const;
    const profiles = await Promise.all(
      ([{ color: 'keep' }, { color: 'srgb' }, {}, { background: '#f00' }] as Options[]).map(async (options) => {
        const { bytes } = await make({ ...p3, options });
        return (await sharp(bytes).metadata()).icc !== undefined;
      }),
    );
    expect(profiles).toEqual([true, false, true, false]);
    const wide = await sharp(await photo(20, 20))
      .withIccProfile('p3')
      .png()
      .toBuffer();
    writeFileSync(path('wide.png'), wide);
    const kept = (await of('jpg', { color: 'keep', rotate: 90 }, 'wide.png')).bytes;
    expect((await sharp(kept).metadata()).icc).toEqual((await sharp(wide).metadata()).icc);
    expect((await sharp((await of('jpg', { color: 'srgb' }, 'wide.png')).bytes).metadata()).icc).toBeUndefined();
  });

  it.each(ALL.filter((to) => to !== 'gif'))('of the background are below transparent pixels: %s', async (to) => {
    const seen = await see((await of(to, { background: '#00f' }, 'clear.png')).path);
    expectColour(seen.pixel(5, 15), [0, 0, 255], 6);
    expectColour(seen.pixel(35, 15), [128, 0, 127], 6);
  });

  it('stay transparent, or become white, by default', async () => {
    expect((await see((await of('png', { background: 'transparent' }, 'clear.png')).path)).pixel(5, 5)[3]).toBe(0);
    expectColour(
      (await see((await of('jpg', { background: 'transparent' }, 'clear.png')).path)).pixel(5, 15),
      [255, 255, 255],
    );
    expectColour(
      (await see((await of('jpg', { background: '#0000ff80' }, 'clear.png')).path)).pixel(5, 15),
      [127, 127, 255],
    );
  });
});

describe('the resolution', () => {
  it('is written where the format can state it', async () => {
    for (const to of ['jpg', 'png', 'tiff'] as const) {
      const { bytes } = await of(to, { dpi: 300 });
      expect(Math.round((await sharp(bytes).metadata()).density ?? 0), to).toBe(300);
    }
    expect((await of('bmp', { dpi: 254 })).bytes.readInt32LE(38)).toBe(10_000);
  });

  it('is that of the source', async () => {
    await sharp(path('photo.png')).withDensity(300).png().toFile(path('scan.png'));
    for (const to of ['jpg', 'png', 'tiff'] as const) {
      expect(Math.round((await sharp((await of(to, {}, 'scan.png')).bytes).metadata()).density ?? 0), to).toBe(300);
    }
    expect((await of('bmp', {}, 'scan.png')).bytes.readInt32LE(38)).toBe(11_811);
  });

  it('is 72 where the source states none', async () => {
    await sharp(path('photo.png'))
      .withExif({ IFD0: { Make: 'Maker' } })
      .webp()
      .toFile(path('photo.webp'));
    for (const to of ['jpg', 'png', 'tiff'] as const) {
      expect(Math.round((await sharp((await of(to, {}, 'photo.webp')).bytes).metadata()).density ?? 0), to).toBe(72);
    }
  });

  it('sets the size of a rendered drawing', async () => {
    const { width, height } = await see((await of('png', { dpi: 192 }, 'drawing.svg')).path);
    expect([width, height]).toEqual([120, 80]);
    const { path: pdf } = await of('pdf', { dpi: 192 }, 'drawing.svg');
    expect(await askPoppler('pdfinfo', [], pdf)).toMatch(/Page size: +45 x 30 pts/);
    expect(await askPoppler('pdfimages', ['-list'], pdf)).toMatch(/image +120 +80/);
  });
});

describe('a drawing', () => {
  it.each<[Options, [number, number]]>([
    [{ scale: 3 }, [180, 120]],
    [{ scale: 2, dpi: 48 }, [60, 40]],
    [{ scale: 2, crop: '0,0,60,80' }, [60, 80]],
  ])('is rendered at its final size, with sharp edges: %j', async (options, [width, height]) => {
    const seen = await see((await of('png', options, 'drawing.svg')).path);
    expect([seen.width, seen.height]).toEqual([width, height]);
    const edge = options.crop ? width : width / 2;
    expect(seen.pixel(edge - 2, height >> 1)).toEqual([255, 0, 0, 255]);
    if (!options.crop) expect(seen.pixel(edge + 1, height >> 1)[3]).toBe(0);
  });

  it.each<Options>([
    { scale: 100, dpi: 1200 },
    { scale: 100, width: 10 },
    { width: 16_384, height: 16_384, fit: 'fill' },
  ])('is not rendered beyond the limits of pictures: %j', async (options) => {
    const { code } = await failure(of('png', options, 'drawing.svg'));
    expect(code).toBe(options.width === 10 ? 'none' : 'TOO_COMPLEX');
  });
});

describe('an icon', () => {
  it('has the chosen sizes', async () => {
    const { bytes } = await of('ico', { sizes: '48,16,256,16' });
    const count = bytes.readUInt16LE(4);
    expect(Array.from({ length: count }, (_, index) => bytes[6 + 16 * index] || 256)).toEqual([16, 48, 256]);
  });
});

describe('metadata of a picture', () => {
  const PLACE = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } };
  const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" exif:GPSLatitude="51,30.5N" photoshop:Credit="Ada"><photoshop:City>Gotham</photoshop:City><dc:format>image/jpeg</dc:format></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const LATITUDE = Buffer.from([51, 0, 0, 0, 1, 0, 0, 0, 30, 0, 0, 0, 1, 0, 0, 0]);

  beforeAll(async () => {
    await sharp(await photo(80, 60))
      .withExif({ IFD0: { Copyright: 'Lovelace' }, ...PLACE })
      .withXmp(XMP)
      .jpeg()
      .toFile(path('told.jpg'));
    expect(readFileSync(path('told.jpg')).includes(LATITUDE)).toBe(true);
  });

  /** What is told in plain bytes, or in XMP that is compressed. */
  async function told(bytes: Buffer): Promise<boolean[]> {
    const { xmpAsString = '' } = await sharp(bytes)
      .metadata()
      .catch(() => ({ xmpAsString: '' }));
    const all = Buffer.concat([bytes, Buffer.from(xmpAsString)]);
    return ['Lovelace', LATITUDE, 'Ada', 'Gotham', '51,30.5N'].map((wanted) => all.includes(wanted));
  }

  it.each(['jpg', 'png', 'webp', 'avif'] as const)('are kept in %s, without GPS, or removed', async (to) => {
    const results = [{}, { strip_metadata: 'none' }, { strip_metadata: 'gps' }, { strip_metadata: 'all' }] as Options[];
    const [plain, none, gps, all] = (await Promise.all(
      results.map(async (options) => (await of(to, options, 'told.jpg')).bytes),
    )) as [Buffer, Buffer, Buffer, Buffer];
    expect(none.equals(plain)).toBe(true);
    expect(await told(none)).toEqual([true, true, true, true, true]);
    expect(await told(gps)).toEqual([true, false, false, false, false]);
    expect(await told(all)).toEqual([false, false, false, false, false]);
    const seen = await sharp(gps).metadata();
    expect(seen.exif?.includes('Lovelace')).toBe(true);
    await expect(sharp(gps, { failOn: 'warning' }).raw().toBuffer()).resolves.toBeDefined();
  });

  it('are removed from a TIFF and from a page', async () => {
    const tiff = await of('tiff', { strip_metadata: 'gps' }, 'told.jpg');
    expect(await told(tiff.bytes)).toEqual([false, false, false, false, false]);
    expect((await told((await of('pdf', {}, 'told.jpg')).bytes))[1]).toBe(true);
    for (const strip_metadata of ['gps', 'all']) {
      const { bytes, path: pdf } = await of('pdf', { strip_metadata }, 'told.jpg');
      expect(await told(bytes)).toEqual([false, false, false, false, false]);
      expect(await askPoppler('pdfimages', ['-list'], pdf)).toMatch(/image +80 +60 +rgb .* jpeg/);
    }
  });
});
