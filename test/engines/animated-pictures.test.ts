import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { parseApng } from '../media/apng.ts';
import { frameLikeness } from '../media/frame-likeness.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertContent } from '../support/engine.ts';
import { plain } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './quarters.ts';

const FORMATS = ['gif', 'webp', 'apng', 'avif'] as const;
type Animated = (typeof FORMATS)[number];
type Film = Animated | 'mp4' | 'webm';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
/** Four colours: see the README beside them. */
const filmOf = (format: Film) => fixture(`made/four-colours.${format}`);
/** Frames that are shown for different times, the last one longest: that is where times get lost. */
const DELAYS = [200, 100, 300, 4000];
const SECONDS = 4.6;
const COLOURS = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'];

async function convert(source: Film, target: Film, sourcePath = filmOf(source), options: Options = {}) {
  const engine = chooseEngine(source, target);
  const result = await convertContent(engine, folder, readFileSync(sourcePath), [source, target], { options });
  expect(result.format).toBe(target);
  return result.path;
}

describe('an animated picture', () => {
  it.each(['gif', 'webp'] as const)(
    'in %s keeps its times, its repetitions and every pixel in apng',
    async (source) => {
      const { frames, loopCount, width, height } = parseApng(readFileSync(await convert(source, 'apng')));
      expect({ loopCount, width, height }).toEqual({ loopCount: 3, width: 96, height: 64 });
      expect(frames.map(({ delay }) => delay)).toEqual(DELAYS);
      const seen = await Promise.all(frames.map(({ png }) => sharp(png()).raw().toBuffer()));
      expect(seen.map((pixels) => `#${pixels.toString('hex', 0, 3)}`)).toEqual(COLOURS);
    },
  );

  it.each([
    ['webp', 'gif'],
    ['apng', 'gif'],
    ['webp', 'avif'],
    ['avif', 'apng'],
    ['webp', 'webm'],
  ] as const)('lasts as long, from %s to %s', async (source, target) => {
    const { duration, packets } = await look(await convert(source, target));
    expect(duration).toBeCloseTo(SECONDS, 1);
    expect(packets).toBeGreaterThanOrEqual(4);
  });

  it('shows each picture of a video at its time', async () => {
    const video = await convert('gif', 'mp4');
    const at = async (second: string) => {
      const args = ['-ss', second, '-i', video, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
      await runFfmpeg('ffmpeg', '-y', ...args, path('frame'));
      return [...readFileSync(path('frame')).subarray(0, 3)].map((value) => (value > 128 ? 1 : 0));
    };
    expect(await at('0.1')).toEqual([1, 0, 0]);
    expect(await at('0.2')).toEqual([0, 1, 0]);
    expect(await at('0.4')).toEqual([0, 0, 1]);
    expect(await at('4')).toEqual([1, 1, 1]);
  });

  it('shows a video with few traces of its palette', async () => {
    const video = fixture('made/moving.mp4');
    const result = await convert('mp4', 'gif', video);
    const likeness = await frameLikeness(result, video, folder);
    expect(likeness).toHaveLength(24);
    expect(Math.min(...likeness)).toBeGreaterThan(0.83);
  });

  it('converts with bytes behind its trailer or without one, but not when it is truncated', async () => {
    const gif = readFileSync(filmOf('gif'));
    for (const bytes of [Buffer.concat([gif, Buffer.from('junk')]), gif.subarray(0, -1)]) {
      writeFileSync(path('open.gif'), bytes);
      expect((await look(await convert('gif', 'mp4', path('open.gif')))).duration).toBeCloseTo(SECONDS, 1);
    }
    writeFileSync(path('cut.gif'), gif.subarray(0, gif.length - 20));
    for (const target of ['mp4', 'avif', 'gif', 'apng', 'webp'] as const)
      await expect(convert('gif', target, path('cut.gif')), target).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  it.each(FORMATS)('can be made of a video with one frame: %s', async (target) => {
    const { width, height } = await sharp(await convert('mp4', target, fixture('made/one-frame.mp4'))).metadata();
    expect([width, height]).toEqual([96, 64]);
  });

  it.each(['webp', 'avif', 'gif'] as const)('with one frame is a still picture: %s', async (source) => {
    const still = path(`still.${source}`);
    await sharp(await plain('#00f', 5, 3))
      .toFormat(source)
      .toFile(still);
    for (const target of ['avif', 'gif'] as const) {
      const { width, height, pages } = await sharp(await convert(source, target, still)).metadata();
      expect({ width, height, pages: pages ?? 1 }).toEqual({ width: 5, height: 3, pages: 1 });
    }
    expect((await look(await convert(source, 'mp4', still))).packets).toBeGreaterThan(0);
  });
});

/** How often the animation in a file is played, by the bytes that say so; 0 is for ever. */
const PLAYS: Record<Animated, (file: Buffer) => number> = {
  gif: (file) => {
    const at = file.indexOf('NETSCAPE2.0');
    if (at < 0) return 1;
    const repeats = file.readUInt16LE(at + 13);
    return repeats === 0 ? 0 : repeats + 1;
  },
  webp: (file) => file.readUInt16LE(file.indexOf('ANIM') + 12),
  apng: (file) => file.readUInt32BE(file.indexOf('acTL') + 8),
  avif: (file) => {
    // An edit that is repeated, of so many milliseconds, until the time of the track is over.
    const [edit, track] = [file.indexOf('elst') + 4, file.indexOf('tkhd') + 4];
    if ((file.readUInt32BE(edit) & 1) === 0) return 1;
    // For ever is a time of which all bits are set; the encoder here sets all but the sign.
    if (file[track] === 1) return file.readBigUInt64BE(track + 28) >= 2n ** 63n - 1n ? 0 : Number.NaN;
    return file.readUInt32BE(track + 20) / file.readUInt32BE(edit + 8);
  },
};

describe('the loop count of an animation', () => {
  /** A film of many pixels is written by another program than one of few. */
  const playsOf = async (film: string, source: Animated, target: Animated, options: Options = {}) =>
    PLAYS[target](readFileSync(await convert(source, target, fixture(`made/loops/${film}.${source}`), options)));

  it.each([
    ['small', 'gif', 'gif'],
    ['small', 'gif', 'webp'],
    ['small', 'webp', 'apng'],
    ['small', 'apng', 'avif'],
    ['large', 'gif', 'gif'],
    ['large', 'webp', 'gif'],
  ] as const)('is kept in a %s film from %s to %s', async (size, source, target) => {
    for (const count of [0, 1, 2]) expect(await playsOf(`${size}-${count}`, source, target)).toBe(count);
  });

  it.each([
    ['gif', 'gif', { end: 0.2 }, 2],
    ['gif', 'avif', { fps: 5 }, 2],
    ['webp', 'gif', { end: 0.2 }, 2],
    ['gif', 'avif', { loop: 5 }, 5],
  ] as const)('of a part, or as chosen: %s to %s by %j', async (source, target, options, count) => {
    expect(await playsOf('small-2', source, target, options)).toBe(count);
  });

  it.each([
    ['gif', 'webp', 65_535],
    ['apng', 'avif', 65_535],
    ['gif', 'apng', 65_536],
  ] as const)('is clipped to the limit of a format: %s to %s', async (source, target, count) => {
    expect(await playsOf('small-65536', source, target)).toBe(count);
  });

  it.each(FORMATS)('is for ever in %s made of a video', async (target) => {
    expect(PLAYS[target](readFileSync(await convert('mp4', target, fixture('made/moving.mp4'))))).toBe(0);
  });
});
