import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { withTraits } from '../../functions/engines/sharp/png-container.ts';
import { joinTiff } from '../../functions/engines/sharp/writing/join-tiff.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { makeProfile, PRIMARIES } from '../support/icc-profile.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Colour, convert, decode, expectColour } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const P3 = makeProfile(PRIMARIES.p3);
const ADOBE = makeProfile(PRIMARIES.adobeRgb);
const PROFILED = ['jpg', 'png', 'webp', 'avif', 'tiff'] as const;
const [WIDTH, HEIGHT] = [64, 32];
/** The reddest red of all, and one that sRGB has too. */
const [PURE, DULL] = [
  [255, 0, 0],
  [180, 120, 60],
] as const satisfies Colour[];

/** Two colours side by side. */
const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
for (let at = 0; at < WIDTH * HEIGHT; at++) pixels.set(at % WIDTH < WIDTH / 2 ? PURE : DULL, at * 3);
const PLAIN = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  .png()
  .toBuffer();

/** Numbers as they are, with a profile. */
const png = (icc: Buffer | undefined) => withTraits(PLAIN, { icc });

const save = (name: string, bytes: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** A picture in each format that holds a profile, of the same numbers. */
async function source(format: (typeof PROFILED)[number], icc: Buffer): Promise<string> {
  const image = sharp(png(icc)).keepIccProfile();
  const encoded = {
    jpg: () => image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
    png: () => image.png(),
    webp: () => image.webp({ lossless: true }),
    avif: () => image.avif({ quality: 100, chromaSubsampling: '4:4:4' }),
    tiff: () => image.tiff({ compression: 'lzw' }),
  }[format]();
  return save(`source-${format}`, await encoded.toBuffer());
}

/** The numbers in a file, whatever its profile says that they mean. */
async function numbers(bytes: Buffer): Promise<number[][]> {
  const image = sharp(bytes, { ignoreIcc: true });
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixel = (x: number) => [...data.subarray((16 * info.width + x) * info.channels).subarray(0, 3)];
  return [pixel(12), pixel(52)];
}

const profileOf = async (bytes: Buffer) => (await sharp(bytes).metadata()).icc;

/** What numbers of gamma 2.2 are in sRGB, by the definition of both and nothing of what is tested. */
function inSrgb(colour: Colour, primaries: readonly (readonly number[])[]): Colour {
  const linear = colour.map((value) => (value / 255) ** 2.2);
  const xyz = [0, 1, 2].map((row) => linear.reduce((sum, value, at) => sum + value * (primaries[at]?.[row] ?? 0), 0));
  const [x = 0, y = 0, z = 0] = xyz;
  const rgb = [
    3.1339 * x - 1.6169 * y - 0.4906 * z,
    -0.9788 * x + 1.9161 * y + 0.0335 * z,
    0.0719 * x - 0.229 * y + 1.4052 * z,
  ].map((value) => Math.min(Math.max(value, 0), 1));
  const [r = 0, g = 0, b = 0] = rgb.map((value) =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)),
  );
  return [r, g, b];
}

describe('a picture in Display P3', () => {
  it.each(PROFILED)('keeps its numbers and its profile, from %s', async (format) => {
    const path = await source(format, P3);
    for (const target of PROFILED) {
      if (format === 'avif' && target === 'avif') continue; // no conversion of this engine
      const { bytes } = await convert(folder, path, format, target, 'high');
      expect(await profileOf(bytes), target).toEqual(P3);
      const [left = [], right = []] = await numbers(bytes);
      expectColour(left, PURE, 5);
      expectColour(right, DULL, 5);
    }
  });

  it.each(['gif', 'bmp', 'ico'] as const)('is brought to sRGB in %s, which holds no profile', async (target) => {
    const { path, bytes } = await convert(folder, await source('jpg', P3), 'jpg', target, 'high');
    const seen = target === 'gif' ? bytes : (await convert(folder, path, target, 'png')).bytes;
    expect(await profileOf(seen)).toBeUndefined();
    const { pixel } = await decode(seen);
    const [x, y] = target === 'ico' ? [50, 32] : [50, 16];
    expectColour(pixel(x, y), inSrgb(DULL, PRIMARIES.p3), 4);
    expectColour(pixel(12, y), inSrgb(PURE, PRIMARIES.p3), 4);
    expect(Math.abs((inSrgb(DULL, PRIMARIES.p3)[0] ?? 0) - DULL[0])).toBeGreaterThan(6);
  });

  it('of 16 bits keeps all of them, and loses half of them to targets of 8', async () => {
    const deep = await sharp(png(P3)).keepIccProfile().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    for (const target of PROFILED) {
      const { bytes } = await convert(folder, save('deep.png', deep), 'png', target, 'high');
      const { depth, icc } = await sharp(bytes).metadata();
      expect([depth, icc]).toEqual([['png', 'tiff'].includes(target) ? 'ushort' : 'uchar', P3]);
      if (depth === 'uchar') expectColour((await numbers(bytes))[1] ?? [], DULL, 5);
      expectColour((await decode(bytes)).pixel(52, 16), inSrgb(DULL, PRIMARIES.p3), 5);
    }
  });

  it('keeps it in a PDF', async () => {
    const { bytes } = await convert(folder, await source('webp', P3), 'webp', 'pdf');
    expect(bytes.includes('/ICCBased')).toBe(true);
    const plain = await convert(folder, save('plain.png', png(undefined)), 'png', 'pdf');
    expect(plain.bytes.includes('/ICCBased')).toBe(false);
  });
});

describe('a profile', () => {
  const keeps = async (icc: Buffer, target: FormatName = 'png') =>
    profileOf((await convert(folder, save('profile.png', png(icc)), 'png', target, 'high')).bytes);

  it.each(['adobeRgb', 'proPhoto'] as const)('as wide as %s is kept', async (name) => {
    const profile = makeProfile(PRIMARIES[name]);
    expect(await keeps(profile)).toEqual(profile);
    expect(await keeps(profile, 'webp')).toEqual(profile);
  });

  it('of the colours of sRGB is applied and not kept', async () => {
    const path = save('srgb.png', png(makeProfile(PRIMARIES.srgb, 1.8)));
    const { bytes } = await convert(folder, path, 'png', 'webp', 'high');
    expect(await profileOf(bytes)).toBeUndefined();
    expectColour((await decode(bytes)).pixel(52, 16), [193, 139, 81], 5);
  });

  it('of more than a megabyte is applied and not kept', async () => {
    const path = save('large.png', png(makeProfile(PRIMARIES.p3, 2.2, 2_000_000)));
    const { bytes } = await convert(folder, path, 'png', 'webp', 'high');
    expect(await profileOf(bytes)).toBeUndefined();
    expectColour((await decode(bytes)).pixel(52, 16), inSrgb(DULL, PRIMARIES.p3), 5);
  });

  it('that is not sound is not kept, and costs no picture', async () => {
    const broken: Record<string, (profile: Buffer) => unknown> = {
      'another length': (profile) => profile.writeUInt32BE(profile.length + 4, 0),
      'many tags': (profile) => profile.writeUInt32BE(0xffff_ffff, 128),
      'a tag outside': (profile) => profile.writeUInt32BE(0xffff_fff0, 132 + 3 * 12 + 4),
      'no primary colour': (profile) => profile.write('none', 132 + 3 * 12, 'latin1'),
      'a cut off colour': (profile) => profile.writeUInt32BE(12, 132 + 3 * 12 + 8),
      'colours of ink': (profile) => profile.write('CMYK', 16, 'latin1'),
      'a printer': (profile) => profile.write('prtr', 12, 'latin1'),
    };
    for (const [fault, spoil] of Object.entries(broken)) {
      const profile = Buffer.from(P3);
      spoil(profile);
      expect(await keeps(profile), fault).toBeUndefined();
    }
  });

  it('of curves that no library knows costs no picture', async () => {
    const profile = Buffer.from(P3);
    for (let at = profile.indexOf('curv', 300); at !== -1; at = profile.indexOf('curv', at + 1)) {
      profile.write('evil', at, 'latin1');
    }
    for (const target of [...PROFILED, 'gif'] as const) {
      const { bytes } = await convert(folder, save('evil.png', png(profile)), 'png', target);
      expect((await sharp(bytes).metadata()).width, target).toBe(WIDTH);
    }
  });
});

it('pages are joined only with pages of the same profile', async () => {
  const pages = await Promise.all(
    [P3, P3, ADOBE].map(async (icc, index) => {
      const { bytes } = await convert(folder, save(`page-${index}.png`, png(icc)), 'png', 'tiff');
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
