import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { withMetadata } from '../../functions/engines/sharp/png-container.ts';
import { joinTiff } from '../../functions/engines/sharp/writing/join-tiff.ts';
import { parseApng } from '../media/apng.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { committed } from '../support/committed.ts';
import { convertBytes, convertContent } from '../support/engine.ts';
import { expectRefused, failure } from '../support/failure.ts';
import { plain } from '../support/pictures.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { type Colour, convert, decode, expectColour, expectQuarters, fixture, quarters, RED } from './quarters.ts';

const folder = temporaryFolder();

const save = saverIn(folder);
/** A picture of ours: see the README beside it. */
const made = (name: string) => fixture(`made/${name}`);

describe('animation', () => {
  it('is as long as in browsers, which show frames of 10 ms or less for 100 ms', async () => {
    const { bytes } = await convert(made('fast.gif'), 'gif', 'webp');
    expect((await sharp(bytes, { animated: true }).metadata()).delay).toEqual([100, 100, 20]);
    const video = await convertBytes(chooseEngine('gif', 'mp4'), readFileSync(made('fast.gif')), ['gif', 'mp4']);
    const duration = ['-show_entries', 'format=duration', '-of', 'csv=p=0', save('fast.mp4', video.file)];
    expect(Number(await runFfmpeg('ffprobe', ...duration))).toBeCloseTo(0.22, 2);
  });

  it.each(['gif', 'webp'] as const)('of PNG is composed by its disposal and blend operations: %s', async (target) => {
    // Green is seen once, then what was below it is back; blue is transparent over what is there, then cleared; blue is in a corner.
    const settings = { quality: 'high' } as const;
    const source = committed('pictures/made/composed.png');
    const { file: bytes } = await convertBytes(chooseEngine('apng', target), source, ['apng', target], settings);
    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata();
    // The third frame looks like the first; an encoder may not merge it, as the second is between them.
    expect({ pages, delay, loop }).toEqual({ pages: 4, delay: [100, 200, 300, 400], loop: 2 });
    const seen = await Promise.all(
      [0, 1, 2, 3].map(async (page) => decode(await sharp(bytes, { page }).png().toBuffer())),
    );
    expectColour(seen[0]?.pixel(6, 6) ?? [], [255, 0, 0]);
    expectColour(seen[1]?.pixel(6, 6) ?? [], [0, 255, 0]);
    expectColour(seen[1]?.pixel(1, 6) ?? [], [255, 0, 0]);
    expectColour(seen[2]?.pixel(6, 6) ?? [], [255, 0, 0]);
    expect(seen[3]?.pixel(6, 6)[3]).toBe(0);
    expectColour(seen[3]?.pixel(0, 0) ?? [], [0, 0, 255], 60);
  });
});

describe('pages', () => {
  it.each(['png', 'ico'] as const)('of a TIFF become a zip of %s', async (target) => {
    const { format, bytes } = await convert(made('three-pages.tiff'), 'tiff', target);
    expect(format).toBe('zip');
    const files = unzip(bytes);
    expect([...files.keys()]).toEqual([1, 2, 3].map((page) => `page-00${page}.${target}`));
    if (target === 'ico') return;
    const seen = await Promise.all([...files.values()].map(decode));
    expect(seen.map(({ pixel, metadata }) => [metadata.height, pixel(4, 2)[0]])).toEqual([
      [4, 40],
      [5, 80],
      [6, 120],
    ]);
  });

  it.each(['thumbnail', 'mask'])('do not count a %s', async (name) => {
    const { format } = await convert(made(`${name}.tiff`), 'tiff', 'png');
    expect(format).toBe('png');
  });

  it('of a circular chain are refused, and so are too many', async () => {
    expect((await failure(convert(made('pages-without-end.tiff'), 'tiff', 'png'))).code).toBe('UNREADABLE_FILE');
    const many = save('many.tiff', committed('pictures/made/1001-pages.tiff.gz'));
    expect(await failure(convert(many, 'tiff', 'png'))).toMatchObject({ code: 'TOO_COMPLEX' });
  });
});

/** A GIF of ours: see the README beside it. */
const gif = (name: string) => readFileSync(fixture(`made/${name}.gif`));

async function convertGif(source: Buffer, target: FormatName, options: Options = {}): Promise<string> {
  const engine = chooseEngine('gif', target, options);
  return (await convertContent(engine, folder, source, ['gif', target], { quality: 'high', options })).path;
}

/** The pixel in the corner of the first frame, and one that is red in it. */
async function firstOf(path: string): Promise<number[][]> {
  const { pixel } = await decode(readFileSync(path));
  return [pixel(2, 2), pixel(28, 28)];
}

/** Colours as far as encoders leave them. */
const near = (pixels: number[][]) => pixels.map((pixel) => pixel.map((value) => Math.round(value / 51) * 51));
const WHITE = [255, 255, 255, 255];
const SOLID = [255, 0, 0, 255];

describe.each(['small-first-frame', 'small-frame', 'small-bare-frames', 'small-cleared-frames'])(
  'a GIF whose background is not covered: %s',
  (kind) => {
    const source = gif(kind);

    it.each([
      ['png', {}],
      ['gif', {}],
      ['apng', {}],
      ['gif', { width: 96 }],
      ['webp', { width: 96 }],
    ] as const)('is transparent around it in %s made by %j', async (target, options) => {
      const [corner, red] = await firstOf(await convertGif(source, target, options));
      expect([corner?.[3], near([red ?? []])]).toEqual([0, [SOLID]]);
    });

    it('is on white in jpg and bmp', async () => {
      expect(near(await firstOf(await convertGif(source, 'jpg')))).toEqual([WHITE, SOLID]);
      const bmp = readFileSync(await convertGif(source, 'bmp'));
      // Its last line is the first.
      expect([...bmp.subarray(-12, -9)]).toEqual([255, 255, 255]);
    });

    it('is on white in a video', async () => {
      const frame = join(mkdtempSync(join(folder, 'seen-')), 'frame.png');
      await runFfmpeg('ffmpeg', '-y', '-i', await convertGif(source, 'mp4'), '-frames:v', '1', frame);
      expect(near(await firstOf(frame))).toEqual([WHITE, SOLID]);
    });
  },
);

it('a frame of a GIF that is disposed of leaves nothing behind', async () => {
  const source = gif('cleared-frame');
  expect(parseApng(readFileSync(await convertGif(source, 'apng'))).frames).toHaveLength(2);
  const { data, info } = await sharp(await convertGif(source, 'webp'), { page: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.channels, [...data.subarray(0, 4)]]).toEqual([4, [0, 0, 0, 0]]);
});

it('the palette of a new animation has the colours of its last frame, too', async () => {
  const result = await convertGif(gif('blue-last'), 'gif', { fps: 5 });
  const { pixel } = await decode(await sharp(result, { page: 1 }).png().toBuffer());
  expect(pixel(50, 40)).toEqual([0, 0, 255, 255]);
});

it('refuses a GIF of 256 colours that leaves part of its canvas free', async () => {
  await expectRefused(convertGif(gif('256-colours'), 'png'), 'UNREADABLE_FILE', 'of which none is transparent');
});

describe('a GIF whose frames do not reach the edges of its screen', () => {
  const onScreen = (kind: string, width: number, height: number) => {
    const file = Buffer.from(gif(kind));
    file.writeUInt16LE(width, 6);
    file.writeUInt16LE(height, 8);
    return file;
  };

  // The decoder takes these sizes for mistakes.
  it.each([
    [640, 480],
    [2100, 100],
  ])('keeps the size of the screen: %d x %d', async (width, height) => {
    for (const target of ['png', 'gif', 'webp'] as const) {
      const path = await convertGif(onScreen('small-frame', width, height), target);
      const made = await sharp(path, { animated: true }).metadata();
      expect([target, made.width, made.pageHeight ?? made.height]).toEqual([target, width, height]);
      const [corner, red] = await firstOf(path);
      expect([target, corner?.[3], near([red ?? []])]).toEqual([target, 0, [SOLID]]);
    }
  });

  it('is refused where the screen is too large to be drawn', async () => {
    expect(await failure(convertGif(onScreen('small-frame', 65_535, 65_535), 'png'))).toMatchObject({
      code: 'TOO_COMPLEX',
    });
  });
});

const tint = async () => sharp(await plain('#c83232', 32, 32));

describe('orientation', () => {
  it.each(['jpg', 'png', 'webp', 'tiff', 'avif'] as const)(
    'is applied, and reset in EXIF and XMP, the rest kept: %s',
    async (target) => {
      const { bytes } = await convert(fixture('oriented-6.jpg'), 'jpg', target);
      const { exif, orientation = 1, xmpAsString, width, height } = await sharp(bytes).metadata();
      expect([orientation, width, height]).toEqual([1, 32, 48]);
      // libvips writes no EXIF into a TIFF.
      if (target !== 'tiff') expect(exif?.includes('2020:01:02 03:04:05')).toBe(true);
      expect(xmpAsString).toContain('Quarters');
      expect(xmpAsString).not.toMatch(/tiff:Orientation[^\d]*6/);
    },
  );
});

describe('colour', () => {
  it('of CMYK is converted to sRGB, with and without a profile', async () => {
    const tagged = (await tint()).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 });
    const { bytes } = await convert(save('cmyk.jpg', await tagged.toBuffer()), 'jpg', 'png');
    expectColour((await decode(bytes)).pixel(16, 16), [200, 50, 50], 20);
    const plain = await decode((await convert(fixture('cmyk-plain.jpg'), 'jpg', 'png')).bytes);
    expect(plain.metadata.space).toBe('srgb');
    expectColour(plain.pixel(12, 8), RED, 60);
  });

  it('keeps 16 bits where the target holds them, unless quality is low', async () => {
    const path = save('deep.png', await (await tint()).toColourspace('rgb16').png().toBuffer());
    const depth = async (target: 'png' | 'tiff' | 'webp', quality: 'low' | 'medium') =>
      (await sharp((await convert(path, 'png', target, quality)).bytes).metadata()).depth;
    expect(await depth('png', 'medium')).toBe('ushort');
    expect(await depth('tiff', 'medium')).toBe('ushort');
    expect(await depth('png', 'low')).toBe('uchar');
    expect(await depth('webp', 'medium')).toBe('uchar');
  });
});

it('a drawing in a palette is exact in webp, where that is smaller', async () => {
  const bars = Array.from({ length: 40 }, (_, x) => `<path fill="${x % 2 ? 'red' : 'blue'}" d="M${x} 0h1v40h-1z"/>`);
  const drawing = sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${bars}</svg>`));
  const source = await drawing.removeAlpha().png({ palette: true }).toBuffer();
  const { bytes } = await convert(save('bars.png', source), 'png', 'webp');
  expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(source).raw().toBuffer())).toBe(true);
  expect(bytes.length).toBeLessThan(200);
});

it.each(['png', 'webp', 'avif', 'gif', 'tiff'] as const)('transparency is kept in %s', async (target) => {
  const clear = sharp({ create: { width: 32, height: 32, channels: 4, background: '#0000' } }).png();
  const source = save('clear.png', await clear.toBuffer());
  for (const quality of ['low', 'high'] as const)
    expect((await decode((await convert(source, 'png', target, quality)).bytes)).pixel(16, 16)[3]).toBe(0);
});

it('an icon is square, in all usual sizes up to that of the picture, the rest transparent', async () => {
  const { path, bytes } = await convert(save('wide.png', await quarters(200, 100)), 'png', 'ico');
  const sizes = Array.from({ length: bytes.readUInt16LE(4) }, (_, i) => bytes[6 + i * 16]);
  expect(sizes).toEqual([16, 32, 48, 64, 128]);
  const { pixel, metadata } = await decode((await convert(path, 'ico', 'png')).bytes);
  expect([metadata.width, metadata.height]).toEqual([128, 128]);
  expect(pixel(64, 5)[3]).toBe(0);
  expectColour(pixel(32, 50), RED);
});

it.each(['big-endian.tiff', 'bigtiff.tiff', 'uint32.tiff'])('a TIFF of another kind is read: %s', async (name) => {
  await expectQuarters((await convert(fixture(name), 'tiff', 'png')).bytes, 48, 32, 20);
});

it.each(['palette.ico', 'alpha.ico'])('an icon that another program wrote is read: %s', async (name) => {
  const { pixel } = await decode((await convert(fixture(name), 'ico', 'png')).bytes);
  expectColour(pixel(8, 8), RED, 20);
  expect([pixel(8, 8)[3], pixel(28, 8)[3]]).toEqual([255, name === 'alpha.ico' ? 0 : 255]);
});

/** Profiles of ours: see the README beside them. */
const profile = (name: string) => committed(`pictures/made/profiles/${name}`);
const [P3, ADOBE] = [profile('p3.icc'), profile('adobe.icc')];
const PROFILED = ['jpg', 'png', 'webp', 'avif', 'tiff'] as const;
/** The reddest red of all, and one that sRGB has too. */
const [PURE, DULL] = [
  [255, 0, 0],
  [180, 120, 60],
] as const satisfies Colour[];

const PLAIN = committed('pictures/made/two-colours.png');

/** Numbers as they are, with a profile. */
const png = (icc: Buffer | undefined) => withMetadata(PLAIN, { icc });

/** The numbers in a file, whatever its profile says that they mean. */
async function numbers(bytes: Buffer): Promise<number[][]> {
  const image = sharp(bytes, { ignoreIcc: true });
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixel = (x: number) => [...data.subarray((16 * info.width + x) * info.channels).subarray(0, 3)];
  return [pixel(12), pixel(52)];
}

const profileOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).icc;

/** What those numbers of Display P3 are in sRGB, by the definition of both. */
const [PURE_IN_SRGB, DULL_IN_SRGB] = [
  [255, 0, 0],
  [192, 117, 40],
] as const satisfies Colour[];

it.each(PROFILED)('a picture in Display P3 keeps its values and its profile, from %s', async (format) => {
  const path = fixture(`made/p3.${format}`);
  for (const target of PROFILED) {
    if (format === 'avif' && target === 'avif') continue; // no conversion of this engine
    const { bytes } = await convert(path, format, target, 'high');
    expect(await profileOf(bytes), target).toEqual(P3);
    const [left = [], right = []] = await numbers(bytes);
    expectColour(left, PURE, 5);
    expectColour(right, DULL, 5);
  }
});

it.each(['gif', 'bmp', 'ico'] as const)(
  'a picture in Display P3 is converted to sRGB in %s, which holds no profile',
  async (target) => {
    const { path, bytes } = await convert(fixture('made/p3.jpg'), 'jpg', target, 'high');
    const seen = target === 'gif' ? bytes : (await convert(path, target, 'png')).bytes;
    expect(await profileOf(seen)).toBeUndefined();
    const { pixel } = await decode(seen);
    const [x, y] = target === 'ico' ? [50, 32] : [50, 16];
    expectColour(pixel(x, y), DULL_IN_SRGB, 4);
    expectColour(pixel(12, y), PURE_IN_SRGB, 4);
  },
);

it.each([
  ['within sRGB', 'srgb-of-gamma-1.8.icc', [193, 139, 81]],
  ['of more than a megabyte', 'p3-of-2-megabytes.icc.gz', DULL_IN_SRGB],
] as const)('a profile %s is applied and not kept', async (_, name, colour) => {
  const { bytes } = await convert(save('profiled.png', png(profile(name))), 'png', 'webp', 'high');
  expect(await profileOf(bytes)).toBeUndefined();
  expectColour((await decode(bytes)).pixel(52, 16), colour, 5);
});

it('a profile that is invalid is dropped, and the picture is converted', async () => {
  const broken: Record<string, (profile: Buffer) => unknown> = {
    'another length': (profile) => profile.writeUInt32BE(profile.length + 4, 0),
    'many tags': (profile) => profile.writeUInt32BE(0xffff_ffff, 128),
    'a tag outside': (profile) => profile.writeUInt32BE(0xffff_fff0, 132 + 3 * 12 + 4),
    'no primary colour': (profile) => profile.write('none', 132 + 3 * 12, 'latin1'),
    'colours of ink': (profile) => profile.write('CMYK', 16, 'latin1'),
  };
  for (const [fault, spoil] of Object.entries(broken)) {
    const profile = Buffer.from(P3);
    spoil(profile);
    const { bytes } = await convert(save('spoilt.png', png(profile)), 'png', 'png', 'high');
    expect(await profileOf(bytes), fault).toBeUndefined();
  }
});

it('pages are joined only with pages of the same profile', async () => {
  const pages = await Promise.all(
    [P3, P3, ADOBE].map(async (icc, index) => {
      const { bytes } = await convert(save(`page-${index}.png`, png(icc)), 'png', 'tiff');
      return save(`page-${index}.tiff`, bytes);
    }),
  );
  const joined = join(folder, 'joined.tiff');
  expect(await joinTiff(pages, 'high', joined)).toBe(false);
  expect(await joinTiff(pages.slice(0, 2), 'high', joined)).toBe(true);
  const bytes = readFileSync(joined);
  expect(await profileOf(bytes)).toEqual(P3);
  expectColour((await numbers(bytes))[0] ?? [], PURE, 1);
});
