import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../functions/conversion/choose-engine.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { parseApng } from '../../functions/engines/sharp/reading/apng.ts';
import { declareTransparency } from '../../functions/engines/sharp/reading/gif-transparency.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { convertWith, stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type GifFrame, makeGif } from './gif-maker.ts';
import { failure } from './quarters.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const PALETTE = Buffer.from('ff0000' + '00ff00' + '0000ff' + 'ffffff', 'hex');
const [RED, GREEN, BLUE] = [0, 1, 2];
const SIZE = [96, 80] as const;
/** The background is blue: nothing of that must be seen. */
const gif = (...frames: GifFrame[]) => makeGif(SIZE, PALETTE, BLUE, frames);

const SMALL: GifFrame = { x: 16, y: 16, width: 32, height: 32, colour: RED };
const NEXT: GifFrame = { x: 40, y: 24, width: 32, height: 32, colour: GREEN };
const WHOLE: GifFrame = { x: 0, y: 0, width: 96, height: 80, colour: RED };

const SOURCES: Readonly<Record<string, Buffer>> = {
  'whose first frame is smaller than its canvas': gif(SMALL, NEXT),
  'of such a frame alone': gif(SMALL),
  'of such frames of which nothing is said': gif({ ...SMALL, bare: true }, { ...NEXT, bare: true }),
  'of which each such frame is cleared away': gif({ ...SMALL, dispose: 2 }, { ...NEXT, dispose: 2 }),
};

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

describe.each(Object.keys(SOURCES))('a GIF %s', (kind) => {
  const source = SOURCES[kind] ?? Buffer.alloc(0);

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
});

describe('a frame that is cleared away', () => {
  it('leaves nothing behind', async () => {
    const source = gif({ ...WHOLE, dispose: 2 }, NEXT);
    const { frames } = parseApng(readFileSync(await convert(source, 'apng')));
    expect(frames).toHaveLength(2);
    const { data, info } = await sharp(await convert(source, 'webp'), { page: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.channels, [...data.subarray(0, 4)]]).toEqual([4, CLEAR]);
  });
});

describe('the colours of an animation that is made anew', () => {
  it('are those of its last picture too', async () => {
    const result = await convert(gif(WHOLE, { ...NEXT, colour: BLUE }), 'gif', { fps: 5 });
    const { data, info } = await sharp(result, { page: 1 }).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray((40 * info.width + 50) * 4, (40 * info.width + 50) * 4 + 4)]).toEqual([0, 0, 255, 255]);
  });
});

describe('what is declared transparent', () => {
  it('is a colour that no pixel has', () => {
    const file = declareTransparency(gif(SMALL));
    const at = file.indexOf(Buffer.from('21f904', 'hex'));
    expect([...file.subarray(at + 3, at + 7)]).toEqual([1, 10, 0, 255]);
  });

  it('is nothing where nothing is seen through', () => {
    for (const file of [gif(WHOLE, NEXT), gif(WHOLE)]) expect(declareTransparency(file)).toBe(file);
  });
});

it('refuses a GIF of 256 colours that leaves part of its canvas free', async () => {
  const deep = Buffer.from(Array.from({ length: 768 }, (_, index) => index / 3));
  const all = Array.from({ length: 256 }, (_, index) => index);
  const file = makeGif(SIZE, deep, 0, [{ x: 4, y: 4, width: 16, height: 16, colour: all }]);
  expect(await failure(convert(file, 'png'))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining('none of them is transparent'),
  });
});
