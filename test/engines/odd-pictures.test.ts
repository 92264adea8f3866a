import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { convert as convertByFfmpeg } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf, expectRefused, failure } from '../support/failure.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { type Colour, convert, decode, expectColour, fixture } from './quarters.ts';

const folder = temporaryFolder();
const save = saverIn(folder);

/** The side of most pictures here, in pixels. */
const SIDE = 8;

/** A picture of ours: see the README beside it. */
const made = (name: string) => fixture(`made/${name}`);

describe('a TIFF', () => {
  it('keeps alpha, and drops other extra channels', async () => {
    const alpha = await decode((await convert(made('alpha.tiff'), 'tiff', 'png')).bytes);
    expect(alpha.pixel(1, 1)).toEqual([90, 90, 90, 20]);
    const infrared = await decode((await convert(made('infrared.tiff'), 'tiff', 'png')).bytes);
    expect(infrared.pixel(1, 1)).toEqual([90, 90, 90, 255]);
    expect(infrared.metadata.hasAlpha).toBe(false);
    // What was taken for alpha made it white.
    const opaque = await decode((await convert(made('infrared.tiff'), 'tiff', 'jpg')).bytes);
    expectColour(opaque.pixel(1, 1), [90, 90, 90], 2);
  });

  it.each<[string, Colour]>([
    ['made/tiled-planes.tiff', [224, 32, 32]],
    ['made/old-jpeg.tiff', [224, 32, 32]],
    ['made/old-jfif.tiff', [224, 32, 32]],
    ['made/old-grey.tiff', [90, 90, 90]],
    ['lab.tiff', [224, 33, 33]],
    ['made/12-bits.tiff', [8, 90, 8]],
  ])('that libvips does not read has its colours: %s', async (name, colour) => {
    for (const target of ['png', 'tiff'] as const) {
      const { pixel } = await decode((await convert(fixture(name), 'tiff', target)).bytes);
      expectColour(pixel(1, 1).slice(0, 3), colour, 3);
    }
  });

  it.each([
    ['made/planes-of-chroma.tiff', 'planes'],
    ['made/signed.tiff', 'signed samples'],
    ['made/floating-point.tiff', 'signed samples'],
  ])('of an unsupported type is refused with its name: %s', async (name, words) => {
    for (const target of ['png', 'pdf', 'jpg', 'tiff'] as const)
      await expectRefused(convert(fixture(name), 'tiff', target), 'UNREADABLE_FILE', words);
  });
});

it.each([
  ['os2.bmp', 'OS/2 2'],
  ['grey-alpha-3.tga', 'Save it anew in colour'],
  ['grey-alpha-11.tga', 'Save it anew in colour'],
  ['whole-numbers-in-dwaa.exr', 'DWAA or DWAB'],
  ['chroma.exr', 'Save it anew with the channels R, G and B'],
  ['some-other-numbers.exr', 'damaged'],
  ['display-elsewhere.exr', 'display window'],
  ['rec-2020.exr', 'Rec. 709'],
  ['palette.jp2', 'without a palette'],
  ['red-green-bc5u.dds', 'swapped BC5'],
  ['directx-10-28.dds', 'BC6H, BC7'],
  ['directx-10-87.dds', 'BC6H, BC7'],
  ['directx-10-94.dds', 'BC6H, BC7'],
  ['directx-10-98.dds', 'BC6H, BC7'],
])('%s is refused, which would be misread', async (name, words) => {
  const format = name.split('.')[1] as FormatName;
  const conversion = convertBytes(chooseEngine(format, 'png'), readFileSync(made(name)), [format, 'png']);
  await expectRefused(conversion, 'UNREADABLE_FILE', words);
});

/** Of 32 bits, with an alpha channel of zeros. */
const CLEAR = made('clear.bmp');
const pixelOf = async (path: string, target: 'png' | 'jpg' = 'png') =>
  (await decode((await convert(path, 'bmp', target)).bytes)).pixel(3, 3);

it('a bitmap whose alpha channel is all zero is opaque, in PNG and in JPEG', async () => {
  for (const target of ['png', 'jpg'] as const) expectColour(await pixelOf(CLEAR, target), [200, 100, 50], 3);
});

it('a bitmap with a wrong size in its header is read, unless pixels are missing', async () => {
  const whole = readFileSync(CLEAR);
  for (const size of [0, 70, whole.length + 2]) {
    const wrong = Buffer.from(whole);
    wrong.writeUInt32LE(size, 2);
    expectColour(await pixelOf(save('size.bmp', wrong)), [200, 100, 50]);
  }
  const cut = save('cut.bmp', whole.subarray(0, -9));
  expect((await failure(convert(cut, 'bmp', 'png'))).code).toBe('UNREADABLE_FILE');
});

it('a JPEG of 12 bits is refused, in a TIFF too, where one of 8 is read', async () => {
  for (const format of ['jpg', 'tiff'] as const) {
    const read = (bits: number) => convert(made(`jpeg-of-${bits}-bits.${format}`), format, 'png');
    expectColour((await decode((await read(8)).bytes)).pixel(4, 4), [208, 208, 208], 1);
    await expectRefused(read(12), 'UNREADABLE_FILE', /8 (or 16 )?bits a channel/);
  }
});

describe('ffmpeg', () => {
  const toPng = async (path: string, source: 'psd' | 'jp2' | 'exr' | 'hdr') => {
    if (source === 'psd') return decode((await convert(path, source, 'png')).bytes);
    return decode(await sharp(await convertByFfmpeg(path, source, 'png')).toBuffer());
  };

  it.each([
    ['selection.psd', [200, 150, 140], 255, 0],
    ['transparent.psd', [145, 46, 26], 128, 0],
    ['transparent-large.psd', [145, 46, 26], 128, 0],
    ['16-bits.psd', [200, 100, 50], 255, 4],
    ['32-bits.psd', [200, 101, 49], 255, 4],
    ['cmyk.psd', [0, 174, 239], 255, 40],
    ['lab.psd', [167, 133, 180], 255, 4],
    ['palette.psd', [90, 140, 190], 255, 4],
  ] as const)('reads colours and alpha of a Photoshop file: %s', async (name, colour, alpha, tolerance) => {
    const pixel = (await toPng(made(name), 'psd')).pixel(3, 3);
    expectColour(pixel, colour, tolerance);
    expect(pixel[3]).toBe(alpha);
  });

  it.each([1, 2])('reads a grey Photoshop file in colours with %d saved selections', async (selections) => {
    const { pixel, metadata } = await toPng(made(`grey-selections-${selections}.psd`), 'psd');
    expect([2, 3, 4].map((x) => pixel(x, 5).slice(0, 3))).toEqual([0, 90, 0].map((level) => [level, level, level]));
    expect(metadata.hasAlpha).toBe(false);
  });

  it.each([
    ['nothing', 'UNREADABLE_FILE'],
    ['something', 'none'],
    // It says that it is one.
    ['white', 'none'],
  ])('reads a Photoshop file with a merged picture, unless there is nothing in it: %s', async (of, code) => {
    expect(await codeOf(toPng(made(`merged-${of}.psd`), 'psd'))).toBe(code);
  });

  const patched = (file: Buffer, at: number, hex: string) =>
    Buffer.concat([file.subarray(0, at), Buffer.from(hex, 'hex'), file.subarray(at + hex.length / 2)]);

  it.each([
    ['cut off', (file: Buffer) => file.subarray(0, -9)],
    ['of an unknown colour mode', (file: Buffer) => patched(file, 24, '0063')],
    ['without an end of its sections', (file: Buffer) => patched(file, 26, '7fffffff')],
  ])('refuses a Photoshop file %s', async (_, spoil) => {
    const path = save('broken.psd', spoil(readFileSync(made('packed.psd'))));
    expect((await failure(convert(path, 'psd', 'png'))).code).toBe('UNREADABLE_FILE');
  });

  it.each(['rec-709.exr', 'grey-rec-2020.exr'])('reads OpenEXR of which the primaries are known: %s', async (name) => {
    expectColour((await toPng(made(name), 'exr')).pixel(3, 4), [188, 188, 188], 1);
  });

  it('unpremultiplies colours of OpenEXR', async () => {
    // All channels are the same: white, of which ever more is seen from the top down.
    const path = made('transparent.exr');
    const { pixel } = await toPng(path, 'exr');
    for (const y of [2, 4, 7]) {
      expectColour(pixel(3, y), [255, 255, 255], 1);
      expect(Math.abs((pixel(3, y)[3] ?? 0) - (y * 255) / SIDE)).toBeLessThanOrEqual(1);
    }
    expectColour(
      (await decode(readFileSync(await convertByFfmpeg(path, 'exr', 'jpg')))).pixel(3, 4),
      [255, 255, 255],
      2,
    );
  });

  /** The samples of a picture as numbers. */
  async function samplesIn(path: string, format: string): Promise<Float32Array> {
    const sample = join(folder, 'sample');
    await runFfmpeg('ffmpeg', '-y', '-i', path, '-pix_fmt', format, '-f', 'rawvideo', sample);
    return new Float32Array(Uint8Array.from(readFileSync(sample)).buffer);
  }

  it('premultiplies colours in OpenEXR', async () => {
    const colour = { r: 255, g: 188, b: 0, alpha: 0.5 };
    const picture = sharp({ create: { width: SIDE, height: SIDE, channels: 4, background: colour } });
    const path = await convertByFfmpeg(save('clear.png', await picture.png().toBuffer()), 'png', 'exr');
    const light = await samplesIn(path, 'gbrapf32le');
    const [green = 0, blue = 0, red = 0, alpha = 0] = [0, 1, 2, 3].map((plane) => light[plane * SIDE * SIDE + 9]);
    for (const [index, wanted] of [0.5, 0.25, 0, 0.5].entries())
      expect(Math.abs(([red, green, blue, alpha][index] ?? 9) - wanted), `${index}`).toBeLessThan(0.02);
    const { pixel } = await toPng(path, 'exr');
    expectColour(pixel(3, 3), [255, 188, 0], 1);
  });

  it('keeps values above white in grey OpenEXR', async () => {
    const path = await convertByFfmpeg(made('bright.exr'), 'exr', 'hdr');
    expectColour((await toPng(path, 'hdr')).pixel(3, 1), [137, 137, 137], 2);
    expect((await samplesIn(path, 'gbrpf32le'))[6 * SIDE]).toBeCloseTo(1.5, 1);
  });

  it('refuses truncated OpenEXR, though its last rows come first', async () => {
    const path = save('cut.exr', readFileSync(made('upwards.exr')).subarray(0, 500));
    expect((await failure(convertByFfmpeg(path, 'exr', 'png'))).message).toContain('damaged');
  });

  it('reads full-range YCbCr of a JPEG 2000', async () => {
    const path = join(folder, 'range.jp2');
    const input = ['-f', 'lavfi', '-i', 'nullsrc=size=32x32,format=yuv444p,geq=lum=32:cb=128:cr=128'];
    await runFfmpeg('ffmpeg', '-y', ...input, '-frames:v', '1', '-c:v', 'libopenjpeg', path);
    const { pixel } = await toPng(path, 'jp2');
    expectColour(pixel(9, 9), [32, 32, 32], 3);
  });
});

it.each(['tga', 'jp2', 'ppm', 'dpx', 'qoi'] as const)(
  'a wide colour is the same in %s, which holds no profile',
  async (target) => {
    const red = { width: 16, height: 16, channels: 3, background: { r: 217, g: 42, b: 51 } } as const;
    const path = save('p3.png', await sharp({ create: red }).withIccProfile('p3').png().toBuffer());
    const result = await convertByFfmpeg(path, 'png', target, { quality: 'high' });
    await runFfmpeg('ffmpeg', '-y', '-i', result, '-pix_fmt', 'rgb24', '-f', 'rawvideo', join(folder, 'rgb'));
    expectColour([...readFileSync(join(folder, 'rgb')).subarray(0, 3)], [217, 42, 51], 2);
  },
);

it('a wide colour of jxl is the same in png', async () => {
  const red = { width: 16, height: 16, channels: 3, background: { r: 217, g: 42, b: 51 } } as const;
  const path = save('p3-jxl.png', await sharp({ create: red }).withIccProfile('p3').png().toBuffer());
  const jxl = await convertByFfmpeg(path, 'png', 'jxl', { quality: 'high' });
  const result = await sharp(await convertByFfmpeg(jxl, 'jxl', 'png'))
    .raw()
    .toBuffer();
  expectColour([...result.subarray(0, 3)], [217, 42, 51], 2);
});

it('a texture of red and green keeps its colours', async () => {
  const result = await convertByFfmpeg(made('red-green-ati2.dds'), 'dds', 'png');
  expect([...(await sharp(result).raw().toBuffer()).subarray(0, 2)]).toEqual([200, 50]);
});
