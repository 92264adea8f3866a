import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convert as convertByFfmpeg } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { convert, decode, expectColour, failure } from './quarters.ts';

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
    ['JPEG of the old kind', tags(3, 6).map((tag) => (tag[0] === 259 ? ([259, 3, 6] as const) : tag))],
    ['planes of brightness and colour differences', tags(3, 6, [284, 3, 2])],
  ])('of a kind that is misread is refused: %s', async (_, list) => {
    const path = save('misread.tiff', tiff(list, pixels(90, 128, 128)));
    expect((await failure(convert(folder, path, 'tiff', 'png'))).code).toBe('UNREADABLE_FILE');
  });
});

it('a bitmap that forgets to count its palette shows its pixels', async () => {
  const header = Buffer.from('424d000000000000000036000000280000000800000008000000010008', 'hex');
  const file = Buffer.concat([header, Buffer.alloc(54 - header.length), Buffer.from('00000000', 'hex')]);
  file.writeUInt32LE(2, 46);
  const bmp = Buffer.concat([file, Buffer.from('0000ff00', 'hex'), Buffer.alloc(SIDE * SIDE, 1)]);
  const { pixel } = await decode((await convert(folder, save('palette.bmp', bmp), 'bmp', 'png')).bytes);
  expectColour(pixel(0, 0), [255, 0, 0]);
  expectColour(pixel(7, 7), [255, 0, 0]);
});

describe('ffmpeg', () => {
  const toPng = async (path: string, source: 'tga' | 'psd' | 'jp2') => {
    const { pixel, metadata } = await decode(await sharp(await convertByFfmpeg(path, source, 'png')).toBuffer());
    return { pixel, metadata };
  };

  it.each([
    ['plain', 3, Buffer.from('5a145a145a145a14', 'hex')],
    ['run-length encoded', 11, Buffer.from('825a14005a14', 'hex')],
  ])('sees grey and transparency in a Targa file: %s', async (_, kind, data) => {
    const header = Buffer.from('0000000000000000000000000200020010280000', 'hex').subarray(0, 18);
    header[2] = kind;
    const { pixel } = await toPng(save(`grey-${kind}.tga`, Buffer.concat([header, data])), 'tga');
    for (const [x, y] of [
      [0, 0],
      [1, 1],
    ] as const)
      expect(pixel(x, y)).toEqual([90, 90, 90, 20]);
  });

  /** A Photoshop file of four channels, with layers or without. */
  const photoshop = (layers: number | undefined, { large = false, packed = false } = {}) => {
    const number = (value: number, bytes: number) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntBE(value, Math.max(bytes - 6, 0), Math.min(bytes, 6));
      return buffer;
    };
    const count = Buffer.alloc(2);
    count.writeInt16BE(layers ?? 0);
    const wide = large ? 8 : 4;
    const layerInfo = Buffer.concat([number(10, wide), count, Buffer.alloc(8)]);
    const section = layers === undefined ? number(0, wide) : Buffer.concat([number(layerInfo.length, wide), layerInfo]);
    const planes = [200, 100, 50, 20].map((value) => Buffer.alloc(SIDE * SIDE, value));
    const rows = [200, 100, 50, 20].flatMap((value) => Array(SIDE).fill(Buffer.from([257 - SIDE, value])));
    const table = Buffer.concat(rows.map(() => number(2, large ? 4 : 2)));
    return Buffer.concat([
      Buffer.from('8BPS'),
      number(large ? 2 : 1, 2),
      Buffer.alloc(6),
      number(4, 2),
      number(SIDE, 4),
      number(SIDE, 4),
      number(8, 2),
      number(3, 2),
      Buffer.alloc(8),
      section,
      number(packed ? 1 : 0, 2),
      ...(packed ? [table, ...rows] : planes),
    ]);
  };

  it.each([
    ['a selection', 1, {}, 255],
    ['a selection, packed', 1, { packed: true }, 255],
    ['transparency', -1, {}, 20],
    ['whatever there is without layers', undefined, {}, 20],
    ['a selection of a large document', 1, { large: true }, 255],
    ['transparency of a large document, packed', -1, { large: true, packed: true }, 20],
  ] as const)('takes the last channel of a Photoshop file for %s', async (_, layers, options, alpha) => {
    const { pixel } = await toPng(save('layers.psd', photoshop(layers, options)), 'psd');
    expect(pixel(3, 3)).toEqual([200, 100, 50, alpha]);
  });

  it('reads brightness and colour differences of a JPEG 2000 in their full range', async () => {
    const path = join(folder, 'range.jp2');
    const input = ['-f', 'lavfi', '-i', 'nullsrc=size=32x32,format=yuv444p,geq=lum=32:cb=128:cr=128'];
    await runFfmpeg('ffmpeg', '-y', ...input, '-frames:v', '1', '-c:v', 'libopenjpeg', path);
    const { pixel } = await toPng(path, 'jp2');
    expectColour(pixel(9, 9), [32, 32, 32], 3);
  });
});
