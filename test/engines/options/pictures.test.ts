import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Options } from '../../../functions/conversion/options.ts';
import { failure } from '../../support/failure.ts';
import { seededRandom } from '../../support/random.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { BLUE, type Colour, expectColour, fixture, GREEN, quarters, RED, YELLOW } from '../quarters.ts';
import { make, type Seen, see, seenIn } from './eye.ts';

const folder = temporaryFolder();
const source = join(folder, 'quarters.png');
const CLEAR = [0, 0, 0, 0];

beforeAll(async () => writeFileSync(source, await quarters(48, 32)));

const toPng = async (options: Options, from = source) => {
  const made = await make({ source: from, from: from.endsWith('jpg') ? 'jpg' : 'png', to: 'png', options });
  return see(made.path);
};

/** The colours near the four corners, clockwise. */
function corners({ width, height, pixel }: Seen): number[][] {
  const [right, bottom] = [width - 3, height - 3];
  return [pixel(2, 2), pixel(right, 2), pixel(right, bottom), pixel(2, bottom)];
}

function expectCorners(seen: Seen, colours: readonly Colour[]): void {
  for (const [index, pixel] of corners(seen).entries()) expectColour(pixel, colours[index] ?? RED);
}

describe('the size of a picture', () => {
  it.each<[string, Options, [number, number]]>([
    ['follows its width', { width: 24 }, [24, 16]],
    ['lies inside of a box', { width: 24, height: 24 }, [24, 16]],
    ['lies outside of a box', { width: 24, height: 24, fit: 'outside' }, [36, 24]],
    ['covers a box', { width: 24, height: 24, fit: 'cover' }, [24, 24]],
    ['is contained in a box', { width: 24, height: 24, fit: 'contain' }, [24, 24]],
    ['fills a box', { width: 24, height: 24, fit: 'fill' }, [24, 24]],
    ['is not enlarged', { width: 96, enlarge: false }, [48, 32]],
    ['covers what it can', { width: 96, height: 16, fit: 'cover', enlarge: false }, [48, 16]],
    ['is that of the turned picture', { rotate: 90, width: 16 }, [16, 24]],
  ])('%s', async (_, options, [width, height]) => {
    const seen = await toPng(options);
    expect([seen.width, seen.height]).toEqual([width, height]);
    if (options.fit !== 'contain' && width > 1)
      expectCorners(seen, options.rotate ? [BLUE, RED, GREEN, YELLOW] : [RED, GREEN, YELLOW, BLUE]);
  });

  it('leaves a border that is transparent, or of the background', async () => {
    const contain = { width: 24, height: 24, fit: 'contain' };
    const seen = await toPng(contain);
    expect([seen.pixel(0, 3), seen.pixel(12, 20)]).toEqual([CLEAR, CLEAR]);
    expectColour(seen.pixel(2, 5), RED);
    expect((await toPng({ ...contain, background: '#f80' })).pixel(0, 0)).toEqual([255, 136, 0, 255]);
    const jpg = await make({ source, from: 'png', to: 'jpg', options: contain });
    expectColour((await see(jpg.path)).pixel(1, 1), [255, 255, 255]);
  });
});

/** What crop, rotation and flip means, pixel by pixel. */
function moved({ width, height, pixel }: Seen, options: Options): Seen {
  const [left, top, w, h] = (options.crop ? `${options.crop}`.split(',').map(Number) : [0, 0, width, height]) as [
    number,
    number,
    number,
    number,
  ];
  const turns = (Number(options.rotate ?? 0) / 90 + 8) % 4;
  const [wide, high] = turns % 2 ? [h, w] : [w, h];
  const data = Buffer.alloc(wide * high * 4);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const across = options.flip === 'horizontal' || options.flip === 'both' ? wide - 1 - x : x;
      const down = options.flip === 'vertical' || options.flip === 'both' ? high - 1 - y : y;
      const from = [
        [across, down],
        [down, h - 1 - across],
        [w - 1 - across, h - 1 - down],
        [w - 1 - down, across],
      ][turns] as [number, number];
      data.set(pixel(left + from[0], top + from[1]), (y * wide + x) * 4);
    }
  }
  return seenIn(data, wide, high);
}

describe('crop, rotation and flip', () => {
  const noise = join(folder, 'noise.png');
  let original: Seen;

  beforeAll(async () => {
    const random = seededRandom(7);
    const data = Buffer.from(Array.from({ length: 13 * 9 * 4 }, () => Math.floor(random() * 256)));
    await sharp(data, { raw: { width: 13, height: 9, channels: 4 } })
      .png()
      .toFile(noise);
    original = await see(noise);
  });

  it.each<Options>([
    { crop: '0,0,13,9' },
    { crop: '0,0,1,1', rotate: 90 },
    { rotate: 90 },
    { rotate: -90 },
    { flip: 'both' },
    { rotate: 90, flip: 'horizontal' },
    { crop: '1,2,9,5', rotate: 270 },
    { crop: '1,2,9,5', rotate: 180, flip: 'both' },
  ])('moves every pixel to its position: %j', async (options) => {
    const [seen, wanted] = [await toPng(options, noise), moved(original, options)];
    expect([seen.width, seen.height]).toEqual([wanted.width, wanted.height]);
    expect(seen.data.equals(wanted.data)).toBe(true);
  });

  it.each([2, 6, 8])('counts from the upright picture: orientation %i', async (orientation) => {
    const path = fixture(`oriented-${orientation}.jpg`);
    const upright = await toPng({}, path);
    for (const options of [
      { crop: '3,5,21,9' },
      { rotate: 90, flip: 'horizontal' },
      { crop: '3,5,21,9', rotate: -90 },
    ] as Options[]) {
      const [seen, wanted] = [await toPng(options, path), moved(upright, options)];
      expect([seen.width, seen.height]).toEqual([wanted.width, wanted.height]);
      expect(seen.data.equals(wanted.data)).toBe(true);
    }
    const small = await toPng({ width: upright.width / 2, rotate: 180 }, path);
    expect([small.width, small.height]).toEqual([upright.width / 2, upright.height / 2]);
    expectCorners(small, corners(moved(upright, { rotate: 180 })) as unknown as Colour[]);
  });

  it('refuses to rotate by other angles than quarters', async () => {
    expect(await failure(toPng({ rotate: 45 }))).toMatchObject({
      code: 'INVALID_OPTION',
      message: 'The option "rotate" must be a multiple of 90 for pictures, not 45.',
    });
  });

  it.each(['25,0,24,16', '0,0,49,32'])('refuses a crop beyond the picture: %s', async (crop) => {
    const { code, message } = await failure(toPng({ crop }));
    expect(code).toBe('INVALID_OPTION');
    expect(message).toContain('"crop" must lie within the picture, which has 48 x 32 pixels');
  });
});

describe('a picture that would become too large', () => {
  it.each<[string, Options]>([
    ['enlarged', { width: 16_384, height: 16_384, fit: 'fill' }],
    ['with a border', { width: 16_384, height: 16_384, fit: 'contain' }],
    ['on the way', { width: 16_384, height: 1, fit: 'cover' }],
    ['by its height', { width: 12_400 }],
  ])('is refused at once: %s', async (_, options) => {
    const { code, message } = await failure(toPng(options));
    expect(code).toBe('TOO_COMPLEX');
    expect(message).toMatch(/^The picture has [\d x]+ pixels, or would have by the options; at most 100 million/);
  });

  it('is made smaller where only the result has to be small', async () => {
    const large = join(folder, 'large.png');
    await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 1 })
      .toFile(large);
    expect((await toPng({ crop: '8999,8999,1,1', rotate: 90 }, large)).width).toBe(1);
    expect((await toPng({ width: 16, height: 16, fit: 'cover' }, large)).height).toBe(16);
  });
});
