import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { heifPlays } from '../../functions/engines/sharp/reading/heif-plays.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertWith, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeApng } from './apng-maker.ts';

const FORMATS = ['gif', 'webp', 'apng', 'avif'] as const;
type Animated = (typeof FORMATS)[number];
/** Each is read once and written once, and GIF by both of its ways. */
const TARGETS = { gif: ['gif', 'webp'], webp: ['apng'], apng: ['avif'], avif: ['gif'] } as const;
const COUNTS = [0, 1, 2];
const NETSCAPE = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1');
/** A film of many pixels is written by another program than one of few. */
const LARGE = { name: 'large', side: 1400 };
const SMALL = { name: 'small', side: 64 };

const folder = temporaryFolder();
const nameOf = (film: string, format: Animated, plays: number) => join(folder, `${film}-${plays}.${format}`);

stopEnginesAfterwards();
beforeAll(async () => {
  for (const { name, side } of [SMALL, LARGE]) {
    const colours = ['#f00', '#0f0', '#00f'];
    const frames = colours.map((background) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const film = sharp(await Promise.all(frames), { join: { animated: true } });
    const timed = { delay: colours.map(() => 100), loop: 0 };
    const gif = await film.clone().gif(timed).toBuffer();
    const webp = await film.clone().webp(timed).toBuffer();
    for (const plays of [...COUNTS, 65_536]) {
      writeFileSync(nameOf(name, 'gif', plays), gifPlayed(gif, plays));
      writeFileSync(nameOf(name, 'webp', plays), webpPlayed(webp, plays));
      const parts = colours.map((_, index) => ({
        ...{ x: 0, y: 0, width: side, height: side, dispose: 0, blend: 0, delay: 100 },
        colour: [80 * index, 0, 0, 255] as const,
      }));
      writeFileSync(nameOf(name, 'apng', plays), makeApng(side, side, plays, parts));
      if (name !== SMALL.name) continue;
      const encoding = ['-c:v', 'libsvtav1', '-loop', `${plays}`, nameOf(name, 'avif', plays)];
      await runFfmpeg('ffmpeg', '-y', '-i', nameOf(name, 'gif', plays), '-pix_fmt', 'yuv420p', ...encoding);
    }
  }
}, 60_000);

/** A GIF says how often it is repeated after the first time, or nothing. */
function gifPlayed(gif: Buffer, plays: number): Buffer {
  const at = gif.indexOf('\x21\xff\x0bNETSCAPE2.0', 0, 'latin1');
  const said = Buffer.from(NETSCAPE);
  if (plays > 1) said.writeUInt16LE(plays - 1, 16);
  return Buffer.concat([gif.subarray(0, at), ...(plays === 1 ? [] : [said]), gif.subarray(at + said.length)]);
}

function webpPlayed(webp: Buffer, plays: number): Buffer {
  const copy = Buffer.from(webp);
  copy.writeUInt16LE(Math.min(plays, 65_535), copy.indexOf('ANIM') + 12);
  return copy;
}

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

async function playsOf(film: string, source: Animated, plays: number, target: Animated, options: Options = {}) {
  const sourcePath = nameOf(film, source, plays);
  const job = {
    sourcePath,
    sourceFormat: source as FormatName,
    targetFormat: target,
    quality: 'low',
    options,
  } as const;
  const made = await convertWith(chooseEngine(source, target), { ...job, folder: await mkdtemp(join(folder, 'job-')) });
  expect(made.format).toBe(target);
  return PLAYS[target](readFileSync(made.path));
}

/** One after the other, since each is small. */
async function eachCount(counts: readonly number[], count: (plays: number) => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (const plays of counts) found.push(await count(plays));
  return found;
}

describe.each(FORMATS)('an animation in %s', (source) => {
  it('is made to be played so often', () => {
    expect(COUNTS.map((plays) => PLAYS[source](readFileSync(nameOf('small', source, plays))))).toEqual(COUNTS);
  });

  it.each(TARGETS[source])('is played as often in %s', async (target) => {
    expect(await eachCount(COUNTS, (plays) => playsOf('small', source, plays, target))).toEqual(COUNTS);
  });

  it.each(TARGETS[source])('is played as often in %s when it is shaped', async (target) => {
    expect(await playsOf('small', source, 2, target, { width: 80 })).toBe(2);
  });
});

describe('an animation of many pixels', () => {
  it.each([
    ['gif', 'gif'],
    ['webp', 'gif'],
    ['apng', 'gif'],
  ] as const)('is played as often from %s to %s', async (source, target) => {
    expect(await eachCount([0, 1, 2], (plays) => playsOf('large', source, plays, target))).toEqual([0, 1, 2]);
  });
});

describe('an animation of which a part is taken', () => {
  it.each([
    ['gif', 'gif', { end: 0.2 }],
    ['gif', 'avif', { fps: 5 }],
    ['webp', 'gif', { end: 0.2 }],
    ['apng', 'gif', { speed: 2 }],
    ['avif', 'webp', { fps: 5 }],
  ] as const)('is played as often: %s to %s by %j', async (source, target, options) => {
    expect(await playsOf('small', source, 2, target, options)).toBe(2);
  });

  it.each(['gif', 'avif'] as const)('is played as often as is asked for: %s', async (target) => {
    expect(await playsOf('small', 'gif', 2, target, { loop: 5 })).toBe(5);
  });
});

describe('more plays than a format can count', () => {
  it.each([
    ['gif', 'webp', 65_535],
    ['apng', 'webp', 65_535],
    ['apng', 'avif', 65_535],
    ['gif', 'apng', 65_536],
  ] as const)('are as many as it can: %s to %s', async (source, target, plays) => {
    expect(await playsOf('small', source, 65_536, target)).toBe(plays);
  });
});

describe('a video', () => {
  it.each(FORMATS)('as %s is played for ever', async (target) => {
    const sourcePath = join(folder, 'film.mp4');
    await runFfmpeg('ffmpeg', '-y', '-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=5:duration=1', sourcePath);
    const job = { sourcePath, sourceFormat: 'mp4', targetFormat: target, quality: 'low' } as const;
    const { path } = await convertWith(chooseEngine('mp4', target), {
      ...job,
      folder: await mkdtemp(join(folder, 'job-')),
    });
    expect(PLAYS[target](readFileSync(path))).toBe(0);
  });
});

describe('how often an AVIF is played', () => {
  /** Changes one number of a file that is played twice, at so many bytes behind the name of a box. */
  const changed = async (box: string, at: number, value: number) => {
    const file = readFileSync(nameOf('small', 'avif', 2));
    file.writeUInt32BE(value, file.indexOf(box) + 4 + at);
    const path = join(folder, 'changed.avif');
    writeFileSync(path, file);
    return heifPlays(path);
  };

  it.each([
    ['tkhd', 20, 0xffffffff, 0],
    ['tkhd', 20, 601, 3],
    ['tkhd', 20, 0, 1],
    ['elst', 0, 0, 1],
    ['elst', 8, 0, 0],
    ['elst', -8, 9, 0],
    ['edts', -4, 0x66726565, 0],
    ['tkhd', -8, 0xfffffff0, 0],
    ['moov', -8, 0xfffffff0, 2],
    ['moov', -8, 0, 2],
  ])('with %s at %d as %d: %d', async (box, at, value, plays) => {
    expect(await changed(box, at, value)).toBe(plays);
  });
});
