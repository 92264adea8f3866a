import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { plain } from '../support/pictures.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { type Colour, convert, decode, expectColour, expectQuarters, fixture, quarters, RED } from './quarters.ts';

const folder = temporaryFolder();

const save = saverIn(folder);
const tint = async () => sharp(await plain('#c83232', 32, 32));

describe('orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i is applied', async (orientation) => {
    const source = fixture(`oriented-${orientation}.jpg`);
    const { pixel, metadata } = await decode((await convert(source, 'jpg', 'jpg', 'high')).bytes);
    expect([metadata.width, metadata.height]).toEqual(orientation > 4 ? [32, 48] : [48, 32]);
    const upright = await decode(await sharp(source).autoOrient().png().toBuffer());
    for (const x of [8, 28])
      for (const y of [8, 28]) expectColour(pixel(x, y), upright.pixel(x, y) as unknown as Colour, 40);
  });

  it.each(['jpg', 'png', 'webp', 'tiff', 'avif'] as const)(
    'is reset in EXIF and XMP, the rest kept: %s',
    async (target) => {
      const { bytes } = await convert(fixture('oriented-6.jpg'), 'jpg', target);
      const { exif, orientation = 1, xmpAsString } = await sharp(bytes).metadata();
      expect(orientation).toBe(1);
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

describe('kinds of files that other programs write', () => {
  it.each(['big-endian.tiff', 'bigtiff.tiff', 'uint32.tiff'])('%s', async (name) => {
    await expectQuarters((await convert(fixture(name), 'tiff', 'png')).bytes, 48, 32, 20);
  });

  it.each(['palette.ico', 'alpha.ico'])('%s', async (name) => {
    const { pixel } = await decode((await convert(fixture(name), 'ico', 'png')).bytes);
    expectColour(pixel(8, 8), RED, 20);
    expect([pixel(8, 8)[3], pixel(28, 8)[3]]).toEqual([255, name === 'alpha.ico' ? 0 : 255]);
  });
});
