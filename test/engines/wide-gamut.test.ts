import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { withMetadata } from '../../functions/engines/sharp/png-container.ts';
import { joinTiff } from '../../functions/engines/sharp/writing/join-tiff.ts';
import { committed } from '../support/committed.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { type Colour, convert, decode, expectColour, fixture } from './quarters.ts';

const folder = temporaryFolder();

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

const save = saverIn(folder);

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
