import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { parseApng } from '../media/apng.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertWith } from '../support/engine.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture } from './quarters.ts';

const folder = temporaryFolder();

/** A GIF of ours: see the README beside it. */
const gif = (name: string) => readFileSync(fixture(`made/${name}.gif`));

async function convert(source: Buffer, target: FormatName, options: Options = {}): Promise<string> {
  const sourcePath = join(mkdtempSync(join(folder, 'job-')), 'source.gif');
  writeFileSync(sourcePath, source);
  const job = { sourcePath, sourceFormat: 'gif', targetFormat: target, quality: 'high', options } as const;
  return (await convertWith(chooseEngine('gif', target, options), { ...job, folder: join(sourcePath, '..') })).path;
}

/** The pixel in the corner of the first frame, and one that is red in it. */
async function firstOf(path: string): Promise<number[][]> {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return [at(2, 2), at(28, 28)];
}

/** Colours as far as encoders leave them. */
const near = (pixels: number[][]) => pixels.map((pixel) => pixel.map((value) => Math.round(value / 51) * 51));
const CLEAR = [0, 0, 0, 0];
const WHITE = [255, 255, 255, 255];
const SOLID = [255, 0, 0, 255];

describe.each(['small-first-frame', 'small-frame', 'small-bare-frames', 'small-cleared-frames'])(
  'a GIF whose background is not covered: %s',
  (kind) => {
    const source = gif(kind);

    it.each(['png', 'webp', 'gif', 'apng', 'tiff'] as const)('is transparent around it in %s', async (target) => {
      const [corner, red] = await firstOf(await convert(source, target));
      expect(corner?.[3]).toBe(0);
      expect(near([red ?? []])).toEqual([SOLID]);
    });

    it('is transparent around it in an animation that is made anew', async () => {
      for (const target of ['gif', 'webp'] as const) {
        const [corner, red] = await firstOf(await convert(source, target, { width: 96 }));
        expect([target, corner?.[3], near([red ?? []])]).toEqual([target, 0, [SOLID]]);
      }
    });

    it('is on white in jpg and bmp', async () => {
      expect(near(await firstOf(await convert(source, 'jpg')))).toEqual([WHITE, SOLID]);
      const bmp = readFileSync(await convert(source, 'bmp'));
      // Its last line is the first.
      expect([...bmp.subarray(-12, -9)]).toEqual([255, 255, 255]);
    });

    it('is on white in a video', async () => {
      const frame = join(mkdtempSync(join(folder, 'seen-')), 'frame.png');
      await runFfmpeg('ffmpeg', '-y', '-i', await convert(source, 'mp4'), '-frames:v', '1', frame);
      expect(near(await firstOf(frame))).toEqual([WHITE, SOLID]);
    });
  },
);

describe('a frame that is disposed of', () => {
  it('leaves nothing behind', async () => {
    const source = gif('cleared-frame');
    const { frames } = parseApng(readFileSync(await convert(source, 'apng')));
    expect(frames).toHaveLength(2);
    const { data, info } = await sharp(await convert(source, 'webp'), { page: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.channels, [...data.subarray(0, 4)]]).toEqual([4, CLEAR]);
  });
});

describe('the palette of a new animation', () => {
  it('has the colours of its last frame, too', async () => {
    const result = await convert(gif('blue-last'), 'gif', { fps: 5 });
    const { data, info } = await sharp(result, { page: 1 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray((40 * info.width + 50) * 4, (40 * info.width + 50) * 4 + 4)]).toEqual([0, 0, 255, 255]);
  });
});

it('refuses a GIF of 256 colours that leaves part of its canvas free', async () => {
  expect(await failure(convert(gif('256-colours'), 'png'))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining('of which none is transparent'),
  });
});

describe('a GIF whose frames do not reach the edges of its screen', () => {
  const onScreen = (kind: string, width: number, height: number) => {
    const file = Buffer.from(gif(kind));
    file.writeUInt16LE(width, 6);
    file.writeUInt16LE(height, 8);
    return file;
  };

  // The decoder takes these sizes for mistakes.
  it.each([
    [640, 480],
    [800, 600],
    [2100, 100],
  ])('keeps the size of the screen: %d x %d', async (width, height) => {
    for (const target of ['png', 'gif', 'webp'] as const) {
      const path = await convert(onScreen('small-frame', width, height), target);
      const made = await sharp(path, { animated: true }).metadata();
      expect([target, made.width, made.pageHeight ?? made.height]).toEqual([target, width, height]);
      const [corner, red] = await firstOf(path);
      expect([target, corner?.[3], near([red ?? []])]).toEqual([target, 0, [SOLID]]);
    }
  });

  it('is refused where the screen is too large to be drawn', async () => {
    expect(await failure(convert(onScreen('small-frame', 65_535, 65_535), 'png'))).toMatchObject({
      code: 'TOO_COMPLEX',
    });
  });
});
