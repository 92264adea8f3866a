import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert as convertByFfmpeg } from '../media/convert.ts';
import { exrAttribute, exrChromaticities, openExr } from '../media/open-exr.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BLUE, convert, decode, expectColour, failure, GREEN, quarters, RED, YELLOW } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const save = (name: string, bytes: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** A TIFF of one strip, little-endian, its directory last: tags, and pixels that repeat one value for each sample. */
function tiff(tags: readonly (readonly [number, number, number])[], pixels: Buffer): Buffer {
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length, 0);
  for (const [index, [tag, kind, value]] of tags.entries()) {
    directory.writeUInt16LE(tag, 2 + index * 12);
    directory.writeUInt16LE(kind, 4 + index * 12);
    directory.writeUInt32LE(1, 6 + index * 12);
    directory.writeUInt32LE(value, 10 + index * 12);
  }
  const header = Buffer.from('49492a0000000000', 'hex');
  header.writeUInt32LE(8 + pixels.length, 4);
  return Buffer.concat([header, pixels, directory]);
}

const SIDE = 8;
const tags = (samples: number, photometric: number, ...more: [number, number, number][]) =>
  [
    [256, 3, SIDE],
    [257, 3, SIDE],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, photometric],
    [273, 4, 8],
    [277, 3, samples],
    [278, 3, SIDE],
    [279, 4, SIDE * SIDE * samples],
    ...more,
  ] as const;
const pixels = (...colour: number[]) => Buffer.concat(Array(SIDE * SIDE).fill(Buffer.from(colour)));

describe('a TIFF', () => {
  const grey = (kind: number) => tiff(tags(2, 1, [338, 3, kind]), pixels(90, 20));

  it('keeps what is transparency, and drops what is some other channel', async () => {
    const alpha = await decode((await convert(folder, save('alpha.tiff', grey(2)), 'tiff', 'png')).bytes);
    expect(alpha.pixel(1, 1)).toEqual([90, 90, 90, 20]);
    const infrared = await decode((await convert(folder, save('infrared.tiff', grey(0)), 'tiff', 'png')).bytes);
    expect(infrared.pixel(1, 1)).toEqual([90, 90, 90, 255]);
    expect(infrared.metadata.hasAlpha).toBe(false);
  });

  it.each([
    ['JPEG of the old kind', tags(3, 6).map((tag) => (tag[0] === 259 ? ([259, 3, 6] as const) : tag)), 'compression 6'],
    ['planes of brightness and colour differences', tags(3, 6, [284, 3, 2]), 'planes of their own'],
    ['samples of 12 bits', tags(3, 2).map((tag) => (tag[0] === 258 ? ([258, 3, 12] as const) : tag)), '8 or 16 bits'],
  ])('of a kind that is misread or not read is refused by its name: %s', async (_, list, words) => {
    const path = save('misread.tiff', tiff(list, pixels(90, 128, 128)));
    expect(await failure(convert(folder, path, 'tiff', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining(words),
    });
  });

  describe('with a JPEG of the old kind', () => {
    const width = 48;
    const height = 32;
    const CUT = 300;
    /** The tags of such a page, some of them changed, and its JPEG, which lies where the pixels of others do. */
    const old = (jpeg: Buffer, changed: Readonly<Record<number, number>> = {}) => {
      const said = { 256: width, 257: height, 258: 8, 259: 6, 262: 6, 273: 8, 277: 3, 278: height, 279: jpeg.length };
      const all = { ...said, 512: 1, 513: 8, 514: jpeg.length, ...changed };
      const long = Buffer.concat([jpeg, Buffer.alloc(jpeg.length % 2)]);
      return tiff(
        Object.entries(all).map(([tag, value]) => [Number(tag), 4, value] as const),
        long,
      );
    };
    const coloured = async () =>
      sharp(await quarters(width, height))
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer();

    it('shows it in its colours, whether or not it says that it is JFIF', async () => {
      for (const jpeg of [await coloured(), withHeader(await coloured())]) {
        const { pixel, metadata } = await decode(
          (await convert(folder, save('o.tiff', old(jpeg)), 'tiff', 'png')).bytes,
        );
        expect([metadata.width, metadata.height]).toEqual([width, height]);
        expectColour(pixel(5, 5), RED, 6);
        expectColour(pixel(40, 5), GREEN, 6);
        expectColour(pixel(5, 28), BLUE, 6);
        expectColour(pixel(40, 28), YELLOW, 6);
      }
    });

    it('shows it in grey', async () => {
      const jpeg = await sharp({ create: { width, height, channels: 3, background: '#5a5a5a' } })

        .toColourspace('b-w')
        .jpeg()
        .toBuffer();
      const path = save('grey.tiff', old(jpeg, { 262: 1, 277: 1 }));
      expectColour((await decode((await convert(folder, path, 'tiff', 'png')).bytes)).pixel(9, 9), [90, 90, 90], 2);
    });

    it.each<[string, Readonly<Record<number, number>>]>([
      ['of another size', { 257: 64 }],
      ['of which a strip is stored', { 257: 64, 278: 32 }],
      ['of other channels', { 262: 1, 277: 1 }],
      ['of colours as they are', { 262: 2 }],
      ['that is turned', { 274: 6 }],
      ['that is cut off', { 514: CUT }],
      ['that lies elsewhere', { 513: 9 }],
      ['that reaches beyond the file', { 514: 0xfffffff0 }],
      ['that is not there', { 513: 0 }],
    ])('refuses one %s', async (_, changed) => {
      const jpeg = await coloured();
      expect(jpeg.length).toBeGreaterThan(CUT);
      const path = save('refused.tiff', old(jpeg, changed));
      expect((await failure(convert(folder, path, 'tiff', 'png'))).code).toBe('UNREADABLE_FILE');
    });
  });
});

/** A grey JPEG of one block, which says what it holds of one coefficient, in samples of so many bits (ITU-T T.81, B.2). */
function jpegOfBits(bits: number): Buffer {
  const segment = (code: number, ...content: number[]) => [0xff, code, 0, content.length + 2, ...content];
  const zeros = Array<number>(12).fill(0);
  return Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array<number>(64).fill(16)),
    ...segment(0xc1, bits, 0, SIDE, 0, SIDE, 1, 1, 0x11, 0),
    // The lengths of the codes of both tables: all of four bits for differences, one of a single bit for "no more".
    ...segment(0xc4, 0x00, 0, 0, 0, 7, ...zeros, 0, 1, 2, 3, 4, 5, 6),
    ...segment(0xc4, 0x10, 1, 0, 0, 0, ...zeros, 0),
    ...segment(0xda, 1, 1, 0, 0, 63, 0),
    // Six bits, 40 of 16 times an eighth: 80 above the middle. Then no more, and filling.
    ...[0b01101010, 0b00011111],
    ...[0xff, 0xd9],
  ]);
}

it('a JPEG of 12 bits is refused, in a TIFF too, where one of 8 is read', async () => {
  const inTiff = (bits: number) => {
    const jpeg = jpegOfBits(bits);
    const said: Readonly<Record<number, number>> = { 258: bits, 259: 7, 279: jpeg.length };
    const list = tags(1, 1).map(([tag, kind, value]) => [tag, kind, said[tag] ?? value] as const);
    return tiff(list, Buffer.concat([jpeg, Buffer.alloc(jpeg.length % 2)]));
  };
  for (const [format, make] of [['jpg', jpegOfBits] as const, ['tiff', inTiff] as const]) {
    const read = (bits: number) => convert(folder, save(`bits.${format}`, make(bits)), format, 'png');
    expectColour((await decode((await read(8)).bytes)).pixel(4, 4), [208, 208, 208], 1);
    expect(await failure(read(12))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringMatching(/8 (or 16 )?bits a channel/),
    });
  }
});

/** A JPEG with the segment that says that it is JFIF, which sharp leaves out. */
function withHeader(jpeg: Buffer): Buffer {
  const header = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), header, jpeg.subarray(2)]);
}

const REC_2020 = exrChromaticities(0.708, 0.292, 0.17, 0.797, 0.131, 0.046, 0.3127, 0.329);
const REC_709 = exrChromaticities(0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329);
const NEUTRAL = exrAttribute('adoptedNeutral', 'v2f', Buffer.from(Float32Array.of(1 / 3, 1 / 3).buffer));

describe('ffmpeg', () => {
  const toPng = async (path: string, source: 'tga' | 'psd' | 'jp2' | 'exr' | 'hdr') => {
    if (source === 'psd') return decode((await convert(folder, path, source, 'png')).bytes);
    return decode(await sharp(await convertByFfmpeg(path, source, 'png')).toBuffer());
  };

  it.each([3, 11])('refuses a Targa file of grey with transparency: kind %d', async (kind) => {
    const header = Buffer.from('000000000000000000000000020002001028', 'hex');
    header[2] = kind;
    const path = save('grey.tga', Buffer.concat([header, Buffer.from('5a145a145a145a14', 'hex')]));
    expect(await failure(convertByFfmpeg(path, 'tga', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining('Save it anew in colour'),
    });
  });

  const number = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntBE(value, Math.max(bytes - 6, 0), Math.min(bytes, 6));
    return buffer;
  };
  const sample = (value: number, depth: number) => {
    const light = Buffer.alloc(4);
    light.writeFloatBE(value / 255);
    return depth === 32 ? light : number(depth === 16 ? value * 257 : value, depth / 8);
  };

  /** A Photoshop file of one colour: its samples in 8 bits, with layers or without. */
  const photoshop = (
    samples: readonly number[],
    { layers = undefined as number | undefined, large = false, packed = false, mode = 3, depth = 8 } = {},
  ) => {
    const count = Buffer.alloc(2);
    count.writeInt16BE(layers ?? 0);
    const wide = large ? 8 : 4;
    const layerInfo = Buffer.concat([number(10, wide), count, Buffer.alloc(8)]);
    const section = layers === undefined ? number(0, wide) : Buffer.concat([number(layerInfo.length, wide), layerInfo]);
    const row = (value: number) => Buffer.concat(Array(SIDE).fill(sample(value, depth)));
    const length = (SIDE * depth) / 8;
    // A byte that says nothing before each row, which is packed as it is.
    const rows = samples.flatMap((value) => Array(SIDE).fill(Buffer.from([128, length - 1, ...row(value)])));
    const table = Buffer.concat(rows.map(({ length }) => number(length, large ? 4 : 2)));
    const palette = Buffer.from(
      [0, 1, 2].flatMap((channel) => Array.from({ length: 256 }, (_, i) => (i + channel * 50) % 256)),
    );
    return Buffer.concat([
      Buffer.from('8BPS'),
      number(large ? 2 : 1, 2),
      Buffer.alloc(6),
      number(samples.length, 2),
      number(SIDE, 4),
      number(SIDE, 4),
      number(depth, 2),
      number(mode, 2),
      ...(mode === 2 ? [number(palette.length, 4), palette] : [Buffer.alloc(4)]),
      Buffer.alloc(4),
      section,
      number(packed ? 1 : 0, 2),
      ...(packed ? [table, ...rows] : samples.flatMap((value) => Array(SIDE).fill(row(value)))),
    ]);
  };

  it('writes Photoshop files that other programs read', async () => {
    const { path } = await convert(folder, save('quarters.png', await quarters()), 'png', 'psd');
    const seen = join(folder, 'seen.png');
    await runFfmpeg('ffmpeg', '-c:v', 'psd', '-i', path, '-y', seen);
    const { pixel, metadata } = await decode(readFileSync(seen));
    expect([metadata.width, metadata.height]).toEqual([48, 32]);
    expect([pixel(1, 1), pixel(47, 31)]).toEqual([
      [...RED, 255],
      [...YELLOW, 255],
    ]);
  });

  it.each([
    ['a selection', { layers: 1 }, [200, 150, 140, 255]],
    ['transparency, over white', { layers: -1 }, [145, 46, 26, 128]],
    ['transparency of a large document, packed', { layers: -1, large: true, packed: true }, [145, 46, 26, 128]],
  ] as const)('takes the last channel of a Photoshop file for %s', async (_, options, colour) => {
    const { pixel } = await toPng(save('layers.psd', photoshop([200, 150, 140, 128], options)), 'psd');
    expect(pixel(3, 3)).toEqual(colour);
  });

  it.each([
    ['16 bits', [200, 100, 50], { depth: 16 }, [200, 100, 50]],
    ['32 bits, which hold light as it is', [147, 33, 8], { depth: 32 }, [200, 101, 49]],
    ['inks', [0, 255, 255, 255], { mode: 4 }, [0, 174, 239]],
    ['Lab', [153, 148, 108], { mode: 9 }, [167, 133, 180]],
    ['a palette', [90], { mode: 2 }, [90, 140, 190]],
  ] as const)('knows what the samples of a Photoshop file are: %s', async (_, samples, options, colour) => {
    const { pixel } = await toPng(save('mode.psd', photoshop(samples, options)), 'psd');
    expectColour(pixel(3, 3), colour, 'mode' in options && options.mode === 4 ? 40 : 4);
  });

  const patched = (file: Buffer, at: number, hex: string) =>
    Buffer.concat([file.subarray(0, at), Buffer.from(hex, 'hex'), file.subarray(at + hex.length / 2)]);

  it.each([0.3, 0.85])('refuses a Photoshop file of which only a share of %d is there', async (share) => {
    const whole = photoshop([200, 100, 50], { packed: true });
    const path = save('cut.psd', whole.subarray(0, Math.floor(whole.length * share)));
    expect((await failure(convert(folder, path, 'psd', 'png'))).code).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['cut off', (file: Buffer) => file.subarray(0, -9)],
    ['of a mode that nobody knows', (file: Buffer) => patched(file, 24, '0063')],
    ['without an end of its sections', (file: Buffer) => patched(file, 26, '7fffffff')],
  ])('refuses a Photoshop file %s', async (_, spoil) => {
    const path = save('broken.psd', spoil(photoshop([200, 100, 50], { packed: true })));
    expect((await failure(convert(folder, path, 'psd', 'png'))).code).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['that names the primaries of Rec. 709', openExr({ further: [REC_709] })],
    ['of grey, whatever its primaries', openExr({ names: ['Y'], further: [REC_2020] })],
  ])('reads OpenEXR %s', async (_, file) => {
    expectColour((await toPng(save('primaries.exr', file), 'exr')).pixel(3, 4), [188, 188, 188], 1);
  });

  it('reads colours of OpenEXR as they would be without the transparency that they are darkened by', async () => {
    // All channels are the same: white, of which ever more is seen from the top down.
    const path = save('clear.exr', openExr({ names: ['A', 'B', 'G', 'R'] }));
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

  it('darkens colours by their transparency in OpenEXR', async () => {
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

  it('makes white of pictures the light of white', async () => {
    const picture = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#fff' } });
    const path = await convertByFfmpeg(save('white.png', await picture.png().toBuffer()), 'png', 'exr');
    const sample = join(folder, 'sample');
    await runFfmpeg('ffmpeg', '-y', '-i', path, '-pix_fmt', 'gbrpf32le', '-f', 'rawvideo', sample);
    expect(new Float32Array(Uint8Array.from(readFileSync(sample)).buffer)[9]).toBeCloseTo(1, 3);
  });

  it('keeps what is brighter than white in the brightness of OpenEXR', async () => {
    const path = save('bright.exr', openExr({ names: ['Y'], white: 2 }));
    const { pixel } = await toPng(await convertByFfmpeg(path, 'exr', 'hdr'), 'hdr');
    expectColour(pixel(3, 1), [137, 137, 137], 2);
    const sample = join(folder, 'sample');
    const reading = ['-i', await convertByFfmpeg(path, 'exr', 'hdr'), '-pix_fmt', 'gbrpf32le', '-f', 'rawvideo'];
    await runFfmpeg('ffmpeg', '-y', ...reading, sample);
    expect(readFileSync(sample).readFloatLE(6 * SIDE * 4)).toBeCloseTo(1.5, 1);
  });

  it.each([
    ['cut off', openExr({ upwards: true }).subarray(0, 500)],
    ['of whole numbers in DWAA', openExr({ packing: 8, kind: 0 }), 'DWAA or DWAB'],
    ['of grey in DWAB', openExr({ packing: 9, names: ['Y'] }), 'DWAA or DWAB'],
    ['of luminance and chroma', openExr({ names: ['BY', 'RY', 'Y'] }), 'Save it anew with the channels R, G and B'],
    ['of some other numbers', openExr({ names: ['Z'] })],
    ['whose display window begins elsewhere', openExr({ at: 2 }), 'display window'],
    ['whose display window shows nothing', openExr({ at: SIDE }), 'display window'],
    ['in the primaries of Rec. 2020', openExr({ further: [REC_2020] }), 'Rec. 709'],
    ['with another white', openExr({ further: [NEUTRAL] }), 'Rec. 709'],
  ])('refuses OpenEXR %s', async (_, file, words = 'damaged') => {
    expect(await failure(convertByFfmpeg(save('refused.exr', file), 'exr', 'png'))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining(words),
    });
  });

  it('reads brightness and colour differences of a JPEG 2000 in their full range', async () => {
    const path = join(folder, 'range.jp2');
    const input = ['-f', 'lavfi', '-i', 'nullsrc=size=32x32,format=yuv444p,geq=lum=32:cb=128:cr=128'];
    await runFfmpeg('ffmpeg', '-y', ...input, '-frames:v', '1', '-c:v', 'libopenjpeg', path);
    const { pixel } = await toPng(path, 'jp2');
    expectColour(pixel(9, 9), [32, 32, 32], 3);
  });

  describe('JPEG 2000', () => {
    const box = (name: string, ...content: Uint8Array[]) => {
      const body = Buffer.concat(content);
      const start = Buffer.alloc(8);
      start.writeUInt32BE(8 + body.length);
      start.write(name, 4, 'latin1');
      return Buffer.concat([start, body]);
    };
    /** A file of one brightness in all its pixels, and where its description and its samples begin. */
    const plain = async () => {
      const path = join(folder, 'plain.jp2');
      const input = ['-f', 'lavfi', '-i', 'color=white:size=32x32,format=gray,geq=lum=1'];
      await runFfmpeg('ffmpeg', '-y', ...input, '-frames:v', '1', '-c:v', 'libopenjpeg', path);
      const bytes = readFileSync(path);
      const [description, samples] = [bytes.indexOf('jp2h') - 4, bytes.indexOf('jp2c') - 4];
      return { bytes, description, samples };
    };

    it('is refused with a palette whose channels are described', async () => {
      const { bytes, description, samples } = await plain();
      const size = bytes.subarray(description + 8, description + 8 + 22);
      const palette = box('pclr', Buffer.of(0, 2, 3, 7, 7, 7), Buffer.of(0, 0, 0, 20, 30, 10));
      const map = box('cmap', Buffer.of(0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2));
      const channels = box('cdef', Buffer.of(0, 3, 0, 0, 0, 0, 0, 2, 0, 1, 0, 0, 0, 3, 0, 2, 0, 0, 0, 1));
      const colours = box('colr', Buffer.of(1, 0, 0, 0, 0, 0, 16));
      const described = box('jp2h', size, colours, palette, map, channels);
      const path = save(
        'palette.jp2',
        Buffer.concat([bytes.subarray(0, description), described, bytes.subarray(samples)]),
      );
      expect(await failure(convertByFfmpeg(path, 'jp2', 'png'))).toMatchObject({
        code: 'UNREADABLE_FILE',
        message: expect.stringContaining('without a palette'),
      });
    });
  });
});
