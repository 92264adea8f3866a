import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert as convertByFfmpeg } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { codeOf, expectRefused, failure } from '../support/failure.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { type Colour, convert, decode, expectColour, fixture } from './quarters.ts';

const folder = temporaryFolder();

const save = saverIn(folder);

const SIDE = 8;
/** A Photoshop file in a colour mode, without a palette and layers, whose channels are not compressed; its resources as digits. */
function photoshop(mode: number, channels: readonly Buffer[], resources = ''): Buffer {
  const head = Buffer.from('3842505300010000000000000000000000000000000000080000', 'hex');
  head.writeUInt16BE(channels.length, 12);
  head.writeUInt32BE(SIDE, 14);
  head.writeUInt32BE(SIDE, 18);
  head.writeUInt16BE(mode, 24);
  const sections = Buffer.alloc(8);
  sections.writeUInt32BE(resources.length / 2, 4);
  return Buffer.concat([head, sections, Buffer.from(resources, 'hex'), Buffer.alloc(6), ...channels]);
}

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

it('a bitmap of OS/2 2 with a palette is refused, whose colours would be wrong', async () => {
  await expectRefused(convert(made('os2.bmp'), 'bmp', 'png'), 'UNREADABLE_FILE', 'OS/2 2');
});

/** A bitmap of 32 bits with an alpha channel of zeros, and a size in its header. */
function bitmap(size: (real: number) => number): Buffer {
  const [header, pixels] = [Buffer.alloc(70), Buffer.alloc(SIDE * SIDE * 4, Buffer.from([50, 100, 200, 0]))];
  header.write('BM');
  header.writeUInt32LE(size(header.length + pixels.length), 2);
  [header.length, 56, SIDE, SIDE, 0x20_0001, 3, pixels.length].forEach((value, at) => {
    header.writeUInt32LE(value, 10 + 4 * at);
  });
  [0xff_0000, 0xff00, 0xff, 0xff00_0000].forEach((mask, at) => {
    header.writeUInt32LE(mask, 54 + 4 * at);
  });
  return Buffer.concat([header, pixels]);
}

it('a bitmap whose alpha channel is all zero is opaque, in PNG and in JPEG', async () => {
  for (const target of ['png', 'jpg'] as const)
    expectColour(
      (await decode((await convert(save('clear.bmp', bitmap(Number)), 'bmp', target)).bytes)).pixel(3, 3),
      [200, 100, 50],
      3,
    );
});

it('a bitmap with a wrong size in its header is read, unless pixels are missing', async () => {
  for (const size of [() => 0, () => 70, (real: number) => real + 2])
    expectColour(
      (await decode((await convert(save('size.bmp', bitmap(size)), 'bmp', 'png')).bytes)).pixel(3, 3),
      [200, 100, 50],
    );
  const cut = save('cut.bmp', bitmap(Number).subarray(0, -9));
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
  const toPng = async (path: string, source: 'tga' | 'psd' | 'jp2' | 'exr' | 'hdr') => {
    if (source === 'psd') return decode((await convert(path, source, 'png')).bytes);
    return decode(await sharp(await convertByFfmpeg(path, source, 'png')).toBuffer());
  };

  it.each([3, 11])('refuses a Targa file of grey with transparency: type %d', async (kind) => {
    await expectRefused(
      convertByFfmpeg(made(`grey-alpha-${kind}.tga`), 'tga', 'png'),
      'UNREADABLE_FILE',
      'Save it anew in colour',
    );
  });

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

  it.each([1, 2])(
    'reads a grey picture in colours with %d saved selections in a Photoshop file',
    async (selections) => {
      const grey = Buffer.from(Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE === 3 ? 90 : 0)));
      const planes = Array.from({ length: 3 + selections }, (_, at) => (at < 3 ? grey : Buffer.alloc(SIDE * SIDE, 70)));
      const path = save(`selections-${selections}.psd`, photoshop(3, planes));
      const { pixel, metadata } = await toPng(path, 'psd');
      expect([2, 3, 4].map((x) => pixel(x, 5).slice(0, 3))).toEqual([0, 90, 0].map((level) => [level, level, level]));
      expect(metadata.hasAlpha).toBe(false);
    },
  );

  it.each([
    ['refuses', 'of nothing', '00', 255, 'UNREADABLE_FILE'],
    ['reads', 'of something', '00', 90, 'none'],
    ['reads', 'of nothing that is one', '01', 255, 'none'],
  ])('%s a Photoshop file with a merged picture %s', async (_, __, flag, level, code) => {
    const picture = Buffer.alloc(SIDE * SIDE, 255).fill(level, 0, 9);
    const path = save('merged.psd', photoshop(1, [picture], `3842494d042100000000000a00000001${flag}0000000000`));
    expect(await codeOf(toPng(path, 'psd'))).toBe(code);
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

  it('premultiplies colours in OpenEXR', async () => {
    const colour = { r: 255, g: 188, b: 0, alpha: 0.5 };
    const picture = sharp({ create: { width: SIDE, height: SIDE, channels: 4, background: colour } });
    const path = await convertByFfmpeg(save('clear.png', await picture.png().toBuffer()), 'png', 'exr');
    const sample = join(folder, 'sample');
    await runFfmpeg('ffmpeg', '-y', '-i', path, '-pix_fmt', 'gbrapf32le', '-f', 'rawvideo', sample);
    const light = new Float32Array(Uint8Array.from(readFileSync(sample)).buffer);
    const [green = 0, blue = 0, red = 0, alpha = 0] = [0, 1, 2, 3].map((plane) => light[plane * SIDE * SIDE + 9]);
    for (const [index, wanted] of [0.5, 0.25, 0, 0.5].entries())
      expect(Math.abs(([red, green, blue, alpha][index] ?? 9) - wanted), `${index}`).toBeLessThan(0.02);
    const { pixel } = await toPng(path, 'exr');
    expectColour(pixel(3, 3), [255, 188, 0], 1);
  });

  it('keeps values above white in grey OpenEXR', async () => {
    const path = made('bright.exr');
    const { pixel } = await toPng(await convertByFfmpeg(path, 'exr', 'hdr'), 'hdr');
    expectColour(pixel(3, 1), [137, 137, 137], 2);
    const sample = join(folder, 'sample');
    const reading = ['-i', await convertByFfmpeg(path, 'exr', 'hdr'), '-pix_fmt', 'gbrpf32le', '-f', 'rawvideo'];
    await runFfmpeg('ffmpeg', '-y', ...reading, sample);
    expect(readFileSync(sample).readFloatLE(6 * SIDE * 4)).toBeCloseTo(1.5, 1);
  });

  it.each([
    ['whole-numbers-in-dwaa.exr', 'DWAA or DWAB'],
    ['chroma.exr', 'Save it anew with the channels R, G and B'],
    ['some-other-numbers.exr', 'damaged'],
    ['display-elsewhere.exr', 'display window'],
    ['rec-2020.exr', 'Rec. 709'],
  ])('refuses OpenEXR that would be misread: %s', async (name, words) => {
    await expectRefused(convertByFfmpeg(made(name), 'exr', 'png'), 'UNREADABLE_FILE', words);
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

  it('refuses a JPEG 2000 with a palette and a channel definition', async () => {
    await expectRefused(convertByFfmpeg(made('palette.jp2'), 'jp2', 'png'), 'UNREADABLE_FILE', 'without a palette');
  });
});

it('a texture of red and green keeps its colours', async () => {
  const result = await convertByFfmpeg(made('red-green-ati2.dds'), 'dds', 'png');
  expect([...(await sharp(result).raw().toBuffer()).subarray(0, 2)]).toEqual([200, 50]);
});

it.each([
  ['red-green-bc5u', 'swapped BC5'],
  ['directx-10-28', 'BC6H, BC7'],
  ['directx-10-87', 'BC6H, BC7'],
  ['directx-10-94', 'BC6H, BC7'],
  ['directx-10-98', 'BC6H, BC7'],
])('a texture of another kind is refused: %s', async (name, kind) => {
  await expectRefused(convertByFfmpeg(made(`${name}.dds`), 'dds', 'png'), 'UNREADABLE_FILE', kind);
});
