import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import type { Options } from '../../../functions/conversion/options.ts';
import { parseApng } from '../../media/apng.ts';
import { failure } from '../../support/failure.ts';
import { plain } from '../../support/pictures.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { unzip } from '../../support/unzip.ts';
import { type Colour, expectColour, fixture } from '../quarters.ts';
import { make, type Seen, see, seenIn } from './eye.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
/** The upper half of each frame is of one colour, the lower of another. */
const HALVES: readonly (readonly [string, string])[] = [
  ['#ff0000', '#ffffff'],
  ['#00ff00', '#000000'],
  ['#0000ff', '#ffff00'],
];
const DELAYS = [200, 100, 400];

beforeAll(async () => {
  const half = (background: string) => plain(background, 40, 16);
  const frames = await Promise.all(
    HALVES.map(async (halves) =>
      sharp(await Promise.all(halves.map(half)), { join: { across: 1 } })
        .png()
        .toBuffer(),
    ),
  );
  const film = sharp(frames, { join: { animated: true } });
  await film.clone().gif({ delay: DELAYS, loop: 3 }).toFile(path('film.gif'));
  await film.clone().webp({ delay: DELAYS, loop: 3, lossless: true }).toFile(path('film.webp'));
  copyFileSync(fixture('made/three-colours.apng'), path('film.apng'));
});

const of = (from: FormatName, to: FormatName, options: Options) =>
  make({ source: path(`film.${from}`), from, to, options });

/** All frames of an animation: ffmpeg does not read animated WebP. */
async function frames(file: string, to: FormatName): Promise<Seen[]> {
  if (to !== 'webp') return Promise.all(HALVES.map((_, index) => see(file, index)));
  return Promise.all(
    HALVES.map(async (_, page) => {
      const image = sharp(file, { page }).ensureAlpha().raw();
      const { data, info } = await image.toBuffer({ resolveWithObject: true });
      return seenIn(data, info.width, info.height);
    }),
  );
}

const colour = (hex = '') => [...Buffer.from(hex.slice(1), 'hex')] as unknown as Colour;

describe.each<[FormatName, FormatName]>([
  ['gif', 'webp'],
  ['webp', 'gif'],
  ['gif', 'apng'],
])('an animation, %s to %s', (from, to) => {
  it.each<[Options, [number, number], (seen: Seen, above: Colour, below: Colour) => void]>([
    [
      { width: 20 },
      [20, 16],
      (seen, above, below) => {
        // Nothing of the frame before or behind is mixed into the edges.
        expectColour(seen.pixel(10, 0), above, 12);
        expectColour(seen.pixel(10, 15), below, 12);
      },
    ],
    [
      { flip: 'vertical', crop: '0,8,40,24' },
      [40, 24],
      (seen, above, below) => {
        expectColour(seen.pixel(20, 2), below, 12);
        expectColour(seen.pixel(20, 21), above, 12);
      },
    ],
    [
      { width: 60, height: 40, fit: 'contain', background: '#808080' },
      [60, 40],
      (seen, above, below) => {
        expectColour(seen.pixel(1, 1), [128, 128, 128], 12);
        expectColour(seen.pixel(30, 8), above, 12);
        expectColour(seen.pixel(30, 32), below, 12);
      },
    ],
  ])('keeps all frames: %j', async (options, [width, height], check) => {
    const made = await of(from, to, options);
    const seen = await frames(made.path, to);
    expect(seen).toHaveLength(3);
    for (const [index, frame] of seen.entries()) {
      expect([frame.width, frame.height]).toEqual([width, height]);
      check(frame, colour(HALVES[index]?.[0]), colour(HALVES[index]?.[1]));
    }
    expect(await timesOf(made.bytes, to)).toEqual({ delay: DELAYS, loop: 3 });
  });

  it('has the requested loop count and speed', async () => {
    // How often a GIF is shown is asked of whoever writes it: see the options of videos.
    const times = (loop: number): Options => (to === 'gif' ? {} : { loop });
    const fast = await of(from, to, { speed: 2.5, ...times(0) });
    expect(await timesOf(fast.bytes, to)).toEqual({ delay: [80, 40, 160], loop: to === 'gif' ? 3 : 0 });
    const slow = await of(from, to, { speed: 0.5, width: 10, ...times(7) });
    expect(await timesOf(slow.bytes, to)).toEqual({ delay: [400, 200, 800], loop: to === 'gif' ? 3 : 7 });
    const fastest = await of(from, to, { speed: 10 });
    expect((await timesOf(fastest.bytes, to)).delay).toEqual([20, 20, 30]);
  });

  it('becomes one of its frames', async () => {
    for (const frame of [1, 3]) {
      const made = await of(from, to, { frame });
      expect((await sharp(made.bytes).metadata()).pages ?? 1).toBe(1);
      expectColour((await see(made.path)).pixel(20, 4), colour(HALVES[frame - 1]?.[0]), 12);
    }
  });
});

async function timesOf(bytes: Buffer, format: FormatName) {
  if (format === 'apng') {
    const { frames: parts, loopCount } = parseApng(bytes);
    return { delay: parts.map(({ delay }) => delay), loop: loopCount };
  }
  const { delay, loop } = await sharp(bytes, { animated: true }).metadata();
  return { delay, loop };
}

describe('a frame of an animation', () => {
  it.each<[FormatName, FormatName]>([
    ['gif', 'png'],
    ['webp', 'png'],
    ['webp', 'pdf'],
  ])('becomes a picture: %s to %s', async (from, to) => {
    const made = await of(from, to, { frame: 2 });
    if (to === 'pdf' || to === 'ico') return expect(made.bytes.length).toBeGreaterThan(100);
    expectColour((await see(made.path)).pixel(20, 4), colour(HALVES[1]?.[0]), 12);
  });

  it.each(['gif', 'webp'] as const)('must exist: %s', async (from) => {
    for (const to of ['png', 'webp'] as const) {
      const { code, message } = await failure(of(from, to, { frame: 4 }));
      expect({ code, message }).toEqual({
        code: 'INVALID_OPTION',
        message: 'The option "frame" must be from 1 to 3, the number of frames in the file, not 4.',
      });
    }
  });
});

describe('pages', () => {
  beforeAll(async () => {
    const pages = ['#f00', '#0f0', '#00f', '#ff0'].map((background) => plain(background, 20, 10));
    await sharp(await Promise.all(pages), { join: { animated: true } })
      .tiff()
      .toFile(path('film.tiff'));
  });

  it.each<[string, number]>([
    ['4', 1],
    ['1,3-', 3],
    ['4,1', 2],
  ])('are chosen: %s', async (pages, count) => {
    const tiff = await of('tiff', 'tiff', { pages });
    expect((await sharp(tiff.bytes).metadata()).pages ?? 1).toBe(count);
    const png = await of('tiff', 'png', { pages, width: 10 });
    expect(png.format).toBe(count > 1 ? 'zip' : 'png');
    if (count > 1) expect(unzip(png.bytes)).toHaveProperty('size', count);
  });

  it.each(['5', '3-2', '4,1,1'])('must be there: %s', async (pages) => {
    const { code, message } = await failure(of('tiff', 'png', { pages }));
    expect(code).toBe('INVALID_OPTION');
    expect(message).toMatch(/^The option "pages" (names page|has the range)/);
  });
});
