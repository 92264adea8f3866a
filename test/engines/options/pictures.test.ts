import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { parseApng } from '../../media/apng.ts';
import { expectRefused, failure } from '../../support/failure.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { unzip } from '../../support/unzip.ts';
import { BLUE, type Colour, expectColour, fixture, GREEN, RED, YELLOW } from '../quarters.ts';
import { make, type Seen, see, seenIn } from './eye.ts';

const folder = temporaryFolder();
const source = fixture('made/quarters.png');
const CLEAR = [0, 0, 0, 0];

const toPng = async (options: Options, from = source) =>
  see((await make({ source: from, from: from.endsWith('jpg') ? 'jpg' : 'png', to: 'png', options })).path);

/** The colours near the four corners, clockwise. */
function corners({ width, height, pixel }: Seen): number[][] {
  const [right, bottom] = [width - 3, height - 3];
  return [pixel(2, 2), pixel(right, 2), pixel(right, bottom), pixel(2, bottom)];
}

const [R, G, Y, B] = [RED, GREEN, YELLOW, BLUE];

it.each<[string, Options, [number, number], readonly Colour[]]>([
  ['lies inside of a box', { width: 24, height: 24 }, [24, 16], [R, G, Y, B]],
  ['lies outside of a box', { width: 24, height: 24, fit: 'outside' }, [36, 24], [R, G, Y, B]],
  ['covers a box', { width: 24, height: 24, fit: 'cover' }, [24, 24], [R, G, Y, B]],
  ['fills a box', { width: 24, height: 24, fit: 'fill' }, [24, 24], [R, G, Y, B]],
  ['covers what it can', { width: 96, height: 16, fit: 'cover', enlarge: false }, [48, 16], [R, G, Y, B]],
  ['has the size as it is turned', { rotate: 90, width: 16 }, [16, 24], [B, R, G, Y]],
  ['is turned back', { rotate: -90 }, [32, 48], [G, Y, B, R]],
  ['is flipped', { flip: 'both' }, [48, 32], [Y, B, R, G]],
  ['is turned before it is flipped', { rotate: 90, flip: 'horizontal' }, [32, 48], [R, B, Y, G]],
  ['is cropped before it is turned', { crop: '24,8,20,24', rotate: 90 }, [24, 20], [Y, G, G, Y]],
  ['is cropped to a pixel', { crop: '47,31,1,1' }, [1, 1], []],
])('a picture %s: %j', async (_, options, [width, height], colours) => {
  const seen = await toPng(options);
  expect([seen.width, seen.height]).toEqual([width, height]);
  if (width === 1) return expectColour(seen.pixel(0, 0), YELLOW);
  for (const [index, pixel] of corners(seen).entries()) expectColour(pixel, colours[index] ?? RED);
});

it('a picture has a border that is transparent, or of the background', async () => {
  const contain = { width: 24, height: 24, fit: 'contain' };
  const seen = await toPng(contain);
  expect([seen.width, seen.height, seen.pixel(12, 20)]).toEqual([24, 24, CLEAR]);
  expectColour(seen.pixel(2, 5), RED);
  expect((await toPng({ ...contain, background: '#f80' })).pixel(0, 0)).toEqual([255, 136, 0, 255]);
  const jpg = await make({ source, from: 'png', to: 'jpg', options: contain });
  expectColour((await see(jpg.path)).pixel(1, 1), [255, 255, 255]);
});

it.each([2, 6])('a picture is cropped and turned as it stands upright: orientation %i', async (orientation) => {
  const path = fixture(`oriented-${orientation}.jpg`);
  const [upright, seen] = [await toPng({}, path), await toPng({ crop: '3,5,21,9', rotate: 180 }, path)];
  expect([seen.width, seen.height]).toEqual([21, 9]);
  for (let at = 0; at < 21 * 9; at++)
    expect(seen.pixel(20 - (at % 21), 8 - Math.floor(at / 21))).toEqual(
      upright.pixel(3 + (at % 21), 5 + Math.floor(at / 21)),
    );
});

it('a picture is not rotated by other angles than quarters', async () => {
  expect(await failure(toPng({ rotate: 45 }))).toEqual({
    code: 'INVALID_OPTION',
    message: 'The option "rotate" must be a multiple of 90 for pictures, not 45.',
  });
});

it('a picture is not cropped beyond its borders', async () => {
  await expectRefused(
    toPng({ crop: '0,0,49,32' }),
    'INVALID_OPTION',
    '"crop" must lie within the picture, which has 48 x 32 pixels',
  );
});

it.each<[string, Options]>([
  ['with a border', { width: 16_384, height: 16_384, fit: 'contain' }],
  ['on the way', { width: 16_384, height: 1, fit: 'cover' }],
  ['by its height', { width: 13_000 }],
])('a picture that would become too large is refused at once: %s', async (_, options) => {
  expect(await failure(toPng(options))).toEqual({
    code: 'TOO_COMPLEX',
    message: expect.stringMatching(
      /^The picture has [\d x]+ pixels, or would have by the options; at most 110 million/,
    ),
  });
});

it('a large picture is made smaller where only the result has to be small', async () => {
  const large = join(folder, 'large.png');
  await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } }).toFile(large);
  expect((await toPng({ crop: '8999,8999,1,1', rotate: 90 }, large)).width).toBe(1);
  expect((await toPng({ width: 16, height: 16, fit: 'cover' }, large)).height).toBe(16);
});

/** Of three frames, of which the upper half of each is of one colour, the lower of another. */
const HALVES = ['ff0000ffffff', '00ff00000000', '0000ffffff00'].map((hex) => {
  const halves = [...Buffer.from(hex, 'hex')];
  return { above: halves.slice(0, 3) as unknown as Colour, below: halves.slice(3) as unknown as Colour };
});
const DELAYS = [200, 100, 400];

const of = (from: 'gif' | 'webp', to: FormatName, options: Options) =>
  make({ source: fixture(`made/three-halves.${from}`), from, to, options });

/** All frames of an animation, with their colours: ffmpeg does not read animated WebP. */
const frames = (file: string, to: FormatName) =>
  Promise.all(
    HALVES.map(async (halves, page) => {
      if (to !== 'webp') return { ...(await see(file, page)), ...halves };
      const { data, info } = await sharp(file, { page }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return { ...seenIn(data, info.width, info.height), ...halves };
    }),
  );

async function timesOf(bytes: Buffer, format: FormatName) {
  if (format === 'apng') {
    const { frames: parts, loopCount } = parseApng(bytes);
    return { delay: parts.map(({ delay }) => delay), loop: loopCount };
  }
  const { delay, loop } = await sharp(bytes, { animated: true }).metadata();
  return { delay, loop };
}

describe.each([
  ['gif', 'webp'],
  ['webp', 'gif'],
  ['gif', 'apng'],
] as const)('an animation, %s to %s', (from, to) => {
  it('keeps its frames, their times and the colours around them', async () => {
    const { path, bytes } = await of(from, to, { width: 60, height: 40, fit: 'contain', background: '#808080' });
    for (const { width, height, pixel, above, below } of await frames(path, to)) {
      expect([width, height]).toEqual([60, 40]);
      expectColour(pixel(1, 1), [128, 128, 128], 12);
      expectColour(pixel(30, 8), above, 12);
      expectColour(pixel(30, 32), below, 12);
    }
    expect(await timesOf(bytes, to)).toEqual({ delay: DELAYS, loop: 3 });
  });

  it('keeps its frames apart, as it is flipped, cropped and scaled', async () => {
    const { path } = await of(from, to, { flip: 'vertical', crop: '0,8,40,24', width: 20 });
    for (const { width, height, pixel, above, below } of await frames(path, to)) {
      expect([width, height]).toEqual([20, 12]);
      // Nothing of the frame before or behind is mixed into the edges.
      expectColour(pixel(10, 0), below, 12);
      expectColour(pixel(10, 11), above, 12);
    }
  });

  it('has the requested loop count and speed, which leaves each frame to be seen', async () => {
    // How often a GIF is shown is asked of whoever writes it: see the options of videos.
    const loop = to === 'gif' ? 3 : 7;
    const slow = await of(from, to, { speed: 0.5, ...(to !== 'gif' && { loop }) });
    expect(await timesOf(slow.bytes, to)).toEqual({ delay: [400, 200, 800], loop });
    const fastest = await of(from, to, { speed: 10 });
    expect((await timesOf(fastest.bytes, to)).delay).toEqual([20, 20, 30]);
  });

  it('becomes one of its frames, which must exist', async () => {
    for (const target of [to, 'png'] as const) {
      const made = await of(from, target, { frame: 3 });
      expect((await sharp(made.bytes).metadata()).pages ?? 1).toBe(1);
      expectColour((await see(made.path)).pixel(20, 4), [0, 0, 255], 12);
      expect(await failure(of(from, target, { frame: 4 }))).toEqual({
        code: 'INVALID_OPTION',
        message: 'The option "frame" must be from 1 to 3, the number of frames in the file, not 4.',
      });
    }
  });
});

const pagesOf = (to: FormatName, options: Options) =>
  make({ source: fixture('made/four-pages.tiff'), from: 'tiff', to, options });

it.each([
  ['4', 1],
  ['1,3-', 3],
])('pages are chosen: %s', async (pages, count) => {
  expect((await sharp((await pagesOf('tiff', { pages })).bytes).metadata()).pages ?? 1).toBe(count);
  const { format, bytes } = await pagesOf('png', { pages, width: 10 });
  expect(format === 'zip' ? unzip(bytes).size : 1).toBe(count);
});

it.each(['5', '3-2', '4,1,1'])('pages must be there: %s', async (pages) => {
  await expectRefused(pagesOf('png', { pages }), 'INVALID_OPTION', /^The option "pages" (names page|has the range)/);
});
