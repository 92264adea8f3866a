import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertWith } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './quarters.ts';

const FORMATS = ['gif', 'webp', 'apng', 'avif'] as const;
type Animated = (typeof FORMATS)[number];
/** Each is read once and written once, and GIF by both of its ways. */
const TARGETS = { gif: ['gif', 'webp'], webp: ['apng'], apng: ['avif'] } as const;
const COUNTS = [0, 1, 2];
const folder = temporaryFolder();
/** A film of many pixels is written by another program than one of few. */
const nameOf = (film: 'small' | 'large', format: Animated, loopCount: number) =>
  fixture(`made/loops/${film}-${loopCount}.${format}`);

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

async function playsOf(
  film: 'small' | 'large',
  source: Animated,
  loopCount: number,
  target: Animated,
  options: Options = {},
) {
  const sourcePath = nameOf(film, source, loopCount);
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
async function eachCount(counts: readonly number[], count: (loopCount: number) => Promise<number>): Promise<number[]> {
  const found: number[] = [];
  for (const loopCount of counts) found.push(await count(loopCount));
  return found;
}

describe.each(['gif', 'webp', 'apng'] as const)('an animation in %s', (source) => {
  it.each(TARGETS[source])('keeps its loop count in %s', async (target) => {
    expect(await eachCount(COUNTS, (loopCount) => playsOf('small', source, loopCount, target))).toEqual(COUNTS);
  });
});

describe('an animation of many pixels', () => {
  it.each([
    ['gif', 'gif'],
    ['webp', 'gif'],
    ['apng', 'gif'],
  ] as const)('keeps its loop count from %s to %s', async (source, target) => {
    expect(await eachCount([0, 1, 2], (loopCount) => playsOf('large', source, loopCount, target))).toEqual([0, 1, 2]);
  });
});

describe('an animation of which a part is taken', () => {
  it.each([
    ['gif', 'gif', { end: 0.2 }],
    ['gif', 'avif', { fps: 5 }],
    ['webp', 'gif', { end: 0.2 }],
    ['apng', 'gif', { speed: 2 }],
  ] as const)('keeps its loop count: %s to %s by %j', async (source, target, options) => {
    expect(await playsOf('small', source, 2, target, options)).toBe(2);
  });

  it.each(['gif', 'avif'] as const)('has the loop count of the option: %s', async (target) => {
    expect(await playsOf('small', 'gif', 2, target, { loop: 5 })).toBe(5);
  });
});

describe('a loop count beyond the limit of a format', () => {
  it.each([
    ['gif', 'webp', 65_535],
    ['apng', 'webp', 65_535],
    ['apng', 'avif', 65_535],
    ['gif', 'apng', 65_536],
  ] as const)('is clipped to it: %s to %s', async (source, target, loopCount) => {
    expect(await playsOf('small', source, 65_536, target)).toBe(loopCount);
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
