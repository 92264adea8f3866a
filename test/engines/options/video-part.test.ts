import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { pictureHash } from '../../media/convert.ts';
import { codecs, look } from '../../media/look.ts';
import { brightness, frameTimes } from '../../media/pixels.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { BRIGHTER, H264, TONE, workbench } from '../../media/workbench.ts';

const { path, make, convert, refusal } = workbench();

beforeAll(async () => {
  await make('brighter.mp4', ...BRIGHTER, ...H264, '-crf', '4');
  await make('steps.gif', ...BRIGHTER, '-filter:v', 'fps=10');
  const varying = ['-filter:v', "select='eq(n,0)+eq(n,10)+eq(n,25)'", '-fps_mode', 'vfr'];
  await make('varying.mkv', ...BRIGHTER, ...varying, ...H264, '-crf', '4');
});

/** Frames, and how long all are to be seen, in seconds. */
async function lengthOf(result: string): Promise<[frames: number, seconds: number]> {
  if (!result.endsWith('webp')) return look(result).then(({ packets, duration }) => [packets, duration]);
  const { pages = 1, delay = [] } = await sharp(result, { animated: true }).metadata();
  return [pages, delay.reduce((sum, each) => sum + each, 0) / 1000];
}

// Of AVIF, where a side is too short for the encoder, the whole is doubled.
it.each([
  ['gif', 20, 72, 48],
  ['apng', 20, 72, 48],
  ['webp', 20, 72, 48],
  ['avif', 20, 144, 96],
] as const)('a video becomes %s with the chosen part, speed, frames and size', async (target, frames, ...size) => {
  const result = await convert('brighter.mp4', 'mp4', target, { fps: 10, speed: 0.5, end: 1, width: 72 });
  const [found, lasting] = await lengthOf(result);
  // Of frames that are the same, WebP has but one.
  const isRight = target === 'webp' ? found <= frames + 1 : Math.abs(found - frames) <= 1;
  expect([isRight, Math.abs(lasting - 2) < 0.11]).toEqual([true, true]);
  // Each program reads what the other does not.
  const seen = target === 'avif' ? (await look(result)).streams.at(-1) : await sharp(result).metadata();
  expect([seen?.width, seen?.height]).toEqual(size);
});

it('an animation has no more colours than are asked for', async () => {
  const result = await convert('brighter.mp4', 'mp4', 'gif', { colors: 2, fps: 10 });
  const data = await sharp(result, { animated: true }).toColourspace('b-w').raw().toBuffer();
  expect(new Set(data).size).toBe(2);
});

it.each([
  ['gif', { start: 0.5 }, 15, 1.5],
  ['gif', { width: 48, fps: 5 }, 10, 2],
  ['mp4', { width: 48, fps: 20 }, 40, 2],
] as const)('a GIF becomes %s by %j', async (target, options, frames, seconds) => {
  const result = await convert('steps.gif', 'gif', target, options);
  const [found, lasting] = await lengthOf(result);
  expect(Math.abs(found - frames)).toBeLessThanOrEqual(1);
  expect(Math.abs(lasting - seconds)).toBeLessThan(0.06);
  if ('width' in options) expect((await look(result)).streams[0]?.width).toBe(48);
});

it.each([
  ['brighter.mp4', 0, 0],
  ['brighter.mp4', 0.04, 1],
  ['brighter.mp4', 1.99, 49],
  ['varying.mkv', 0.3, 0],
  ['varying.mkv', 0.4, 10],
  ['varying.mkv', 1.02, 25],
] as const)('a single frame of %s at %d is frame %d', async (name, time, frame) => {
  const result = await convert(name, name.endsWith('mkv') ? 'mkv' : 'mp4', 'png', { time });
  const [level = 0] = await sharp(result).raw().toBuffer();
  const shown = ((40 + 2 * frame - 16) * 255) / 219;
  expect(Math.abs(level - shown)).toBeLessThan(1.5);
});

it('a single frame after the end is refused', async () => {
  expect(await refusal('brighter.mp4', 'mp4', 'jpg', { time: 2 })).toContain('"time"');
});

beforeAll(async () => {
  const words =
    '1\n00:00:00,200 --> 00:00:00,700\nfirst\n\n2\n00:00:01,000 --> 00:00:01,500\nsecond\n\n3\n00:00:01,600 --> 00:00:01,900\nthird\n';
  writeFileSync(path('words.srt'), words);
  await make('brighter.mkv', ...BRIGHTER, ...TONE, ...H264, '-crf', '4', '-c:a', 'aac', '-g', '250');
  const maps = ['-map', '0', '-map', '1', '-map', '2'];
  await make('words.mkv', ...BRIGHTER, '-i', path('words.srt'), ...TONE, ...maps, ...H264, '-c:s', 'subrip');
});

/** The number of the first frame from a time on, counted from the first thing in the file. */
async function frameAt(file: string, time: number): Promise<number> {
  const begin = Number(await runFfmpeg('ffprobe', '-show_entries', 'format=start_time', '-of', 'csv=p=0', file));
  return (await frameTimes(file)).findIndex((shown) => shown - Math.max(0, begin) >= time - 0.0005);
}

it.each([
  ['mp4', { start: 0.48 }, 38, 1.52],
  ['webm', { start: 0.4, end: 1.2 }, 20, 0.8],
  ['mpg', { start: 0.4, end: 1.2 }, 20, 0.8],
] as const)('a part of a video to %s: %j has %d frames', async (target, options, frames, length) => {
  const result = await convert('brighter.mkv', 'mkv', target, options);
  expect((await frameTimes(result)).length).toBe(frames);
  if (length > 0.1) expect(Math.abs((await look(result)).duration - length)).toBeLessThan(0.13);
});

it.each(['mp4', 'ts', 'mpg', 'ogv', 'flv'] as const)(
  'a part of a video begins with the very frame that is asked for: %s',
  async (source) => {
    const whole = await convert('brighter.mkv', 'mkv', source, { video_bitrate: 4000 });
    const result = await convert(whole, source, 'mp4', { start: 0.8, end: 1.6, crf: 5 });
    expect((await frameTimes(result)).length).toBe(20);
    const [before, levels] = [await brightness(whole), await brightness(result)];
    const first = await frameAt(whole, 0.8);
    expect(Math.abs((levels[0] ?? 0) - (before[first] ?? 0))).toBeLessThan(0.9);
    expect(Math.abs((levels.at(-1) ?? 0) - (before[first + 19] ?? 0))).toBeLessThan(0.9);
  },
);

it('a part of a video keeps the subtitles within it', async () => {
  const result = await convert('words.mkv', 'mkv', 'mp4', { start: 0.5, end: 1.2 });
  const text = await runFfmpeg('ffmpeg', '-i', result, '-map', '0:s', '-f', 'srt', '-');
  const seconds = (time = '') => Math.round(Number(time.replace(',', '.')) * 10) / 10;
  const cues = [...text.matchAll(/00:00:(\S+) --> 00:00:(\S+)\r?\n(\w+)/g)];
  expect(cues.map(([, from, to, word]) => [word, seconds(from), seconds(to)])).toEqual([
    ['first', 0, 0.2],
    ['second', 0.5, 0.7],
  ]);
});

it.each([
  ['late', { end: 1 }, []],
  ['late', { start: 1, end: 2 }, ['aac']],
  ['early', { start: 0.8 }, []],
] as const)('a part of a video has sound only where there is some: %s, %j', async (name, options, expected) => {
  const offset = name === 'late' ? '1.5' : '0';
  const sound = ['-itsoffset', offset, '-f', 'lavfi', '-i', 'sine=duration=0.5'];
  await make(`${name}.mkv`, ...BRIGHTER, ...sound, ...H264, '-c:a', 'aac');
  const found = await look(await convert(`${name}.mkv`, 'mkv', 'mp4', options));
  expect(codecs(found, 'audio')).toEqual(expected);
  expect(codecs(found, 'video')).toEqual(['h264']);
  if (expected.length === 0)
    expect(await refusal(`${name}.mkv`, 'mkv', 'mp3', options)).toMatch(/no sound.*"start".*"end"/);
});

it('a part of a video without a frame is refused', async () => {
  const varying = ['-filter:v', "select='eq(n,0)+eq(n,10)+eq(n,49)'", '-fps_mode', 'vfr'];
  await make('varying.mkv', ...BRIGHTER, ...varying, ...H264);
  expect(await refusal('varying.mkv', 'mkv', 'mp4', { start: 0.6, end: 1.5 })).toMatch(/no picture.*"start".*"end"/);
  expect(await refusal('brighter.mkv', 'mkv', 'gif', { start: 0.01, end: 0.02 })).toContain('no picture');
});

it('a part of a video that does not exist is refused', async () => {
  expect(await refusal('brighter.mkv', 'mkv', 'mp4', { start: 2.1 })).toMatch(/"start".*end of the file/);
  expect(await refusal('brighter.mkv', 'mkv', 'mp4', { start: 1, end: 1 })).toContain('"end"');
});

it('a part of a video that is the whole video is copied', async () => {
  await make('plain.mp4', ...BRIGHTER, ...H264);
  const result = await convert('plain.mp4', 'mp4', 'mkv', { start: 0, end: 99 });
  expect(await pictureHash(result)).toBe(await pictureHash(path('plain.mp4')));
});

const WORDS = '1\n00:00:01,000 --> 00:00:02,500\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n';

it.each([
  [3600, ['01:00:01,000 --> 01:00:02,500', '01:00:03,000 --> 01:00:04,000']],
  [-2, ['00:00:00,000 --> 00:00:00,500', '00:00:01,000 --> 00:00:02,000']],
  [-2.5, ['00:00:00,500 --> 00:00:01,500']],
] as const)('subtitles are moved by %d seconds', async (shift, times) => {
  writeFileSync(path('words.vtt'), `WEBVTT\n\n${WORDS.replaceAll(',', '.')}`);
  const text = readFileSync(await convert('words.vtt', 'vtt', 'srt', { shift }), 'utf8');
  expect(text.match(/\S+ --> \S+/g)).toEqual(times);
});

it.each(['vtt', 'ass', 'ttml', 'lrc'] as const)('subtitles are moved in %s, too', async (target) => {
  writeFileSync(path('words.srt'), WORDS);
  const text = readFileSync(await convert('words.srt', 'srt', target, { shift: -0.5 }), 'utf8');
  expect(text).toMatch(/0?0:0?0[.,]50?/);
  expect(text).toMatch(/0?0:0?2[.,]50?/);
});
