import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { look } from '../../media/look.ts';
import { colours } from '../../media/pixels.ts';
import { BRIGHTER, H264, QUARTERS, workbench } from '../../media/workbench.ts';

const { make, convert, refusal } = workbench();

beforeAll(async () => {
  await make('brighter.mp4', ...BRIGHTER, ...H264, '-crf', '4');
  await make('quarters.mp4', ...QUARTERS, ...H264, '-crf', '10');
  await make('steps.gif', ...BRIGHTER, '-filter:v', 'fps=10');
  await make('long.mp4', '-f', 'lavfi', '-i', 'color=red:size=32x32:rate=5:duration=400', ...H264);
  const varying = ['-filter:v', "select='eq(n,0)+eq(n,10)+eq(n,25)'", '-fps_mode', 'vfr'];
  await make('varying.mkv', ...BRIGHTER, ...varying, ...H264, '-crf', '4');
});

const TARGETS = ['gif', 'apng', 'webp', 'avif'] as const;

/** Frames, and how long all are to be seen, in seconds. */
async function lengthOf(result: string): Promise<[frames: number, seconds: number]> {
  if (!result.endsWith('webp')) return look(result).then(({ packets, duration }) => [packets, duration]);
  const { pages = 1, delay = [] } = await sharp(result, { animated: true }).metadata();
  return [pages, delay.reduce((sum, each) => sum + each, 0) / 1000];
}

describe.each(TARGETS)('%s made of a video', (target) => {
  it.each([
    [{ fps: 20, start: 0.5, end: 1.5 }, 20, 1],
    [{ fps: 10, speed: 0.5, end: 1 }, 20, 2],
  ] as const)('by %j has %d frames in %d seconds', async (options, frames, seconds) => {
    const [found, lasting] = await lengthOf(await convert('brighter.mp4', 'mp4', target, options));
    // Of frames that are the same, WebP has but one.
    if (target !== 'webp') expect(Math.abs(found - frames)).toBeLessThanOrEqual(1);
    expect(found).toBeLessThanOrEqual(frames + 1);
    expect(Math.abs(lasting - seconds)).toBeLessThan(0.11);
  });

  it.each([
    [{ width: 72 }, 72, 48],
    [{ width: 70, height: 70, fit: 'cover' }, 70, 70],
  ] as const)('by %j has its size', async (options, width, height) => {
    const result = await convert('quarters.mp4', 'mp4', target, { ...options, fps: 5, end: 0.4 });
    // Each program reads what the other does not.
    const found = target === 'avif' ? (await look(result)).streams.at(-1) : await sharp(result).metadata();
    // Where a side is too short for the encoder, the whole is doubled.
    const times = target === 'avif' && height < 64 ? 2 : 1;
    expect([found?.width, found?.height]).toEqual([width * times, height * times]);
  });
});

describe('an animation', () => {
  it.each([2, 256])('of %d colours has no more', async (colors) => {
    const result = await convert('brighter.mp4', 'mp4', 'gif', { colors, fps: 10 });
    const { data, info } = await sharp(result, { animated: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const found = new Set<number>();
    for (let at = 0; at < data.length; at += info.channels) found.add(data.readUIntBE(at, 3));
    expect(found.size).toBeLessThanOrEqual(colors);
    expect(found.size).toBeGreaterThan(1);
  });

  it.each([
    ['gif', { start: 0.5 }, 15, 1.5],
    ['gif', { width: 48, fps: 5 }, 10, 2],
    ['avif', { end: 0.5, speed: 0.5 }, 5, 1],
    ['mp4', { width: 48, fps: 20 }, 40, 2],
  ] as const)('of a GIF becomes %s by %j', async (target, options, frames, seconds) => {
    const result = await convert('steps.gif', 'gif', target, options);
    const [found, lasting] = await lengthOf(result);
    expect(Math.abs(found - frames)).toBeLessThanOrEqual(1);
    expect(Math.abs(lasting - seconds)).toBeLessThan(0.06);
    if ('width' in options) expect((await look(result)).streams[0]?.width).toBe(48);
  });

  it('is refused where the part does not exist', async () => {
    expect(await refusal('brighter.mp4', 'mp4', 'gif', { start: 2 })).toContain('"start"');
    expect(await refusal('steps.gif', 'gif', 'gif', { start: 1, end: 0.5 })).toContain('"end"');
  });
});

describe('a single frame of a video', () => {
  it.each(['jpg', 'png'] as const)('is the first one, whole and right: %s', async (target) => {
    const result = await convert('quarters.mp4', 'mp4', target);
    const { format, width, height } = await sharp(result).metadata();
    expect([format, width, height]).toEqual([target === 'jpg' ? 'jpeg' : 'png', 96, 64]);
    const places = [
      [24, 16],
      [72, 16],
      [24, 48],
      [72, 48],
    ] as const;
    expect(await colours(result, places)).toEqual(['red', 'green', 'blue', 'white']);
  });

  it.each([
    ['brighter.mp4', 0, 0],
    ['brighter.mp4', 0.04, 1],
    ['brighter.mp4', 0.05, 1],
    ['brighter.mp4', 1, 25],
    ['brighter.mp4', 1.99, 49],
    ['varying.mkv', 0.3, 0],
    ['varying.mkv', 0.4, 10],
    ['varying.mkv', 0.9, 10],
    ['varying.mkv', 1.02, 25],
  ] as const)('of %s at %d is frame %d', async (name, time, frame) => {
    const result = await convert(name, name.endsWith('mkv') ? 'mkv' : 'mp4', 'png', { time });
    const [level = 0] = await sharp(result).raw().toBuffer();
    const shown = ((40 + 2 * frame - 16) * 255) / 219;
    expect(Math.abs(level - shown)).toBeLessThan(1.5);
  });

  it('is refused after the end', async () => {
    expect(await refusal('brighter.mp4', 'mp4', 'jpg', { time: 2 })).toContain('"time"');
  });
});
