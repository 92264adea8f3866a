import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { withMetadata } from '../../functions/engines/sharp/png-container.ts';
import { joinTiff } from '../../functions/engines/sharp/writing/join-tiff.ts';
import { committed } from '../support/committed.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { type Colour, convert, decode, expectColour } from './quarters.ts';

const folder = temporaryFolder();

/** Profiles of ours: see the README beside them. */
const profile = (name: string) => committed(`pictures/made/profiles/${name}`);
const [P3, ADOBE] = [profile('p3.icc'), profile('adobe.icc')];
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
const png = (icc: Buffer | undefined) => withMetadata(PLAIN, { icc });

const save = saverIn(folder);

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

/** What those numbers of Display P3 are in sRGB, by the definition of both. */
const [PURE_IN_SRGB, DULL_IN_SRGB] = [
  [255, 0, 0],
  [192, 117, 40],
] as const satisfies Colour[];

describe('a picture in Display P3', () => {
  it.each(PROFILED)('keeps its values and its profile, from %s', async (format) => {
    const path = await source(format, P3);
    for (const target of PROFILED) {
      if (format === 'avif' && target === 'avif') continue; // no conversion of this engine
      const { bytes } = await convert(path, format, target, 'high');
      expect(await profileOf(bytes), target).toEqual(P3);
      const [left = [], right = []] = await numbers(bytes);
      expectColour(left, PURE, 5);
      expectColour(right, DULL, 5);
    }
  });

  it.each(['gif', 'bmp', 'ico'] as const)('is converted to sRGB in %s, which holds no profile', async (target) => {
    const { path, bytes } = await convert(await source('jpg', P3), 'jpg', target, 'high');
    const seen = target === 'gif' ? bytes : (await convert(path, target, 'png')).bytes;
    expect(await profileOf(seen)).toBeUndefined();
    const { pixel } = await decode(seen);
    const [x, y] = target === 'ico' ? [50, 32] : [50, 16];
    expectColour(pixel(x, y), DULL_IN_SRGB, 4);
    expectColour(pixel(12, y), PURE_IN_SRGB, 4);
  });
});

describe('a profile', () => {
  const keeps = async (icc: Buffer, target: FormatName = 'png') =>
    profileOf((await convert(save('profile.png', png(icc)), 'png', target, 'high')).bytes);

  it('within sRGB is applied and not kept', async () => {
    const path = save('srgb.png', png(profile('srgb-of-gamma-1.8.icc')));
    const { bytes } = await convert(path, 'png', 'webp', 'high');
    expect(await profileOf(bytes)).toBeUndefined();
    expectColour((await decode(bytes)).pixel(52, 16), [193, 139, 81], 5);
  });

  it('of more than a megabyte is applied and not kept', async () => {
    const path = save('large.png', png(profile('p3-of-2-megabytes.icc.gz')));
    const { bytes } = await convert(path, 'png', 'webp', 'high');
    expect(await profileOf(bytes)).toBeUndefined();
    expectColour((await decode(bytes)).pixel(52, 16), DULL_IN_SRGB, 5);
  });

  it('that is invalid is dropped, and the picture is converted', async () => {
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
