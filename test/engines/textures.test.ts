import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BLOCK, decodeBlock } from '../../functions/engines/ffmpeg/textures/bc6h-block.ts';
import { decodeBlock as decodeBc7 } from '../../functions/engines/ffmpeg/textures/bc7-block.ts';
import { convert, failure } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { seededRandom } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

/** Blocks of every mode, and what another decoder makes of them: see make-fixtures.sh. */
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../media/fixtures', name));
const BLOCKS = fixture('bc6h.blocks');
const halves = (name: string) => new Uint16Array(Uint8Array.from(fixture(name)).buffer);
const KINDS = [
  ['unsigned', false, 95],
  ['signed', true, 96],
] as const;
const [NUMBERS, ROW] = [48, 12];
/** Pixels of a side of the texture of these blocks. */
const SIDE = 32;

function texture(kind: number, width = SIDE, height = SIDE, blocks = BLOCKS): string {
  const header = Buffer.alloc(148);
  header.write('DDS ', 0, 'latin1');
  for (const [at, value] of [
    [4, 124],
    [8, 0x81007],
    [12, height],
    [16, width],
    [76, 32],
    [80, 4],
    [108, 0x1000],
    [128, kind],
    [132, 3],
    [140, 1],
  ] as const)
    header.writeUInt32LE(value, at);
  header.write('DX10', 84, 'latin1');
  const path = join(folder, `texture-${kind}-${width}-${height}-${blocks.length}.dds`);
  writeFileSync(path, Buffer.concat([header, blocks]));
  return path;
}

/** What a half is as a number. */
const bits = new Uint16Array(1);
const half = new Float16Array(bits.buffer);
const numberOf = (stored: number) => {
  bits[0] = stored;
  return half[0] ?? 0;
};

describe.each(KINDS)('BC6H, %s', (name, signed, kind) => {
  const wanted = halves(`bc6h-${name}.halves`);

  it('is decoded to the bit as another decoder decodes it, in every mode', () => {
    const pixels = new Uint16Array(NUMBERS);
    for (let block = 0; block * BLOCK < BLOCKS.length; block++) {
      decodeBlock(BLOCKS, block * BLOCK, signed, pixels);
      expect(pixels, `block ${block}`).toEqual(wanted.slice(block * NUMBERS, (block + 1) * NUMBERS));
    }
  });

  it('keeps its light in OpenEXR, what is brighter than white too', async () => {
    for (const [width, height] of [
      [SIDE, SIDE],
      [SIDE - 1, SIDE - 3],
    ] as const) {
      const result = await convert(texture(kind, width, height), 'dds', 'exr');
      const raw = join(folder, 'raw');
      await runFfmpeg('ffmpeg', '-y', '-i', result, '-pix_fmt', 'gbrpf32le', '-f', 'rawvideo', raw);
      const planes = new Float32Array(Uint8Array.from(readFileSync(raw)).buffer);
      expect(planes).toHaveLength(width * height * 3);
      let brightest = 0;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const block = (y >> 2) * (SIDE >> 2) + (x >> 2);
          const at = block * NUMBERS + (y & 3) * ROW + (x & 3) * 3;
          for (const [plane, channel] of [1, 2, 0].entries()) {
            const value = numberOf(wanted[at + channel] ?? 0);
            brightest = Math.max(brightest, value);
            if (planes[(plane * height + y) * width + x] !== value) expect.fail(`${x}, ${y}: not ${value}`);
          }
        }
      }
      expect(brightest).toBeGreaterThan(100);
    }
  });

  it('is converted to other pictures as screens want it', async () => {
    const result = await sharp(await convert(texture(kind), 'dds', 'png', { quality: 'high' }))
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(result).toHaveLength(SIDE * SIDE * 3);
    for (const [pixel, value] of result.entries()) {
      const [x, y, channel] = [Math.floor(pixel / 3) % SIDE, Math.floor(pixel / 3 / SIDE), pixel % 3];
      const block = (y >> 2) * (SIDE >> 2) + (x >> 2);
      const light = Math.min(
        1,
        Math.max(0, numberOf(wanted[block * NUMBERS + (y & 3) * ROW + (x & 3) * 3 + channel] ?? 0)),
      );
      const seen = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
      if (Math.abs(seen * 255 - value) > 2) expect.fail(`${x}, ${y}: ${value} and not ${seen * 255}`);
    }
  });
});

describe('a texture in BC6H is refused', () => {
  it.each([
    ['that is cut off', SIDE, SIDE, BLOCKS.length - 1, 'UNREADABLE_FILE'],
    ['without pixels', 0, SIDE, BLOCKS.length, 'UNREADABLE_FILE'],
    ['that is larger than its file', SIDE, SIDE + 1, BLOCKS.length, 'UNREADABLE_FILE'],
    ['that is larger than is converted', 0xffffffff, 0xffffffff, BLOCKS.length, 'TOO_COMPLEX'],
    ['that claims a row of all it can', 0xffffffff, 1, BLOCKS.length, 'TOO_COMPLEX'],
    ['that is wider than any', 100_000_000, 1, BLOCKS.length, 'UNREADABLE_FILE'],
  ] as const)('%s', async (_, width, height, length, code) => {
    expect((await failure(convert(texture(95, width, height, BLOCKS.subarray(0, length)), 'dds', 'png'))).code).toBe(
      code,
    );
  });
});

it('a texture of a megabyte of blocks that say nothing is black', async () => {
  const side = 1024;
  const result = await convert(texture(95, side, side, Buffer.alloc((side / 4) ** 2 * BLOCK, 0x13)), 'dds', 'png');
  const { channels } = await sharp(result).stats();
  expect(channels.slice(0, 3).map(({ max }) => max)).toEqual([0, 0, 0]);
});

/** Blocks of noise of each of the eight modes of BC7 in turn, and of none; and what another decoder makes of them. */
const MODES = 9;
const NOISE = (() => {
  const random = seededRandom(7);
  const blocks = Buffer.from(Array.from({ length: MODES * 256 * BLOCK }, () => Math.floor(random() * 256)));
  for (let at = 0; at < blocks.length; at += BLOCK) {
    const mode = (at / BLOCK) % MODES;
    blocks[at] = mode === MODES - 1 ? 0 : ((blocks[at] ?? 0) << (mode + 1)) | (1 << mode);
  }
  return blocks;
})();
const OF_NOISE = 'd70d2b4bf6e5bc4a68f607b62a0b1abb093a4f1176d2078e97a1201ef1cf9eec';
const PIXELS = 64;

const rgba = async (path: string) => sharp(path).toColourspace('srgb').ensureAlpha().raw().toBuffer();

describe('BC7', () => {
  const pixels = Array.from({ length: NOISE.length / BLOCK }, (_, block) => {
    const decoded = new Uint8Array(PIXELS);
    decodeBc7(NOISE, block * BLOCK, decoded);
    return decoded;
  });

  it('is decoded to the bit as another decoder decodes it, in every mode', () => {
    expect(createHash('sha256').update(Buffer.concat(pixels)).digest('hex')).toBe(OF_NOISE);
  });

  it.each([97, 98, 99])('becomes a picture with its transparency, of kind %i', async (kind) => {
    for (const [width, height] of [
      [SIDE, SIDE],
      [SIDE - 1, SIDE - 3],
    ] as const) {
      const result = await rgba(await convert(texture(kind, width, height, NOISE), 'dds', 'png', { quality: 'high' }));
      expect(result).toHaveLength(width * height * 4);
      for (const [at, value] of result.entries()) {
        const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)];
        const block = pixels[(y >> 2) * (SIDE >> 2) + (x >> 2)];
        expect(value, `${x}, ${y}`).toBe(block?.[((y & 3) * 4 + (x & 3)) * 4 + (at % 4)]);
      }
    }
  });

  it('is refused where it is cut off', async () => {
    const cut = NOISE.subarray(0, (SIDE / 4) ** 2 * BLOCK - 1);
    expect((await failure(convert(texture(98, SIDE, SIDE, cut), 'dds', 'png'))).code).toBe('UNREADABLE_FILE');
  });
});

describe('a plain texture of today', () => {
  const colours = Buffer.from(
    Array.from({ length: SIDE * SIDE * 4 }, (_, at) => (at % 4 === 3 ? 255 : (at * 7) % 251)),
  );

  it.each([
    ['red first', 28, [0, 1, 2]],
    ['red first, in sRGB', 29, [0, 1, 2]],
    ['blue first', 87, [2, 1, 0]],
    ['blue first, in sRGB', 91, [2, 1, 0]],
    ['blue first and no transparency', 88, [2, 1, 0]],
  ] as const)('keeps its colours with %s', async (_, kind, order) => {
    const result = await rgba(await convert(texture(kind, SIDE, SIDE, colours), 'dds', 'png', { quality: 'high' }));
    const wanted = Array.from(colours, (value, at) =>
      at % 4 === 3 ? value : colours[at - (at % 4) + (order[at % 4] ?? 0)],
    );
    expect([...result]).toEqual(wanted);
  });

  it('is refused where it is cut off', async () => {
    const cut = texture(28, SIDE, SIDE, colours.subarray(1));
    expect((await failure(convert(cut, 'dds', 'png'))).code).toBe('UNREADABLE_FILE');
  });
});
