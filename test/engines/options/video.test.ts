import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { planVideo } from '../../../functions/engines/ffmpeg/planning/plan-video.ts';
import type { Media } from '../../../functions/engines/ffmpeg/reading/media.ts';
import { readMedia } from '../../../functions/engines/ffmpeg/reading/probe.ts';
import { ffmpeg } from '../../../functions/engines/ffmpeg.ts';
import { pictureHash } from '../../media/convert.ts';
import { codecs, look } from '../../media/look.ts';
import { brightness, frameTimes, quartersOf } from '../../media/pixels.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { fixture, H264, workbench } from '../../media/workbench.ts';

const { path, make, convert, refusal } = workbench();
const of = (target: FormatName, options: Parameters<typeof convert>[3]) =>
  convert(fixture('quarters.mp4'), 'mp4', target, options);
const refused = (target: FormatName, options: Parameters<typeof refusal>[3]) =>
  refusal(fixture('quarters.mp4'), 'mp4', target, options);
const picture = async (result: string) => (await look(result)).streams.find(({ codec_type: kind }) => kind === 'video');

beforeAll(async () => {
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=size=160x120:rate=25:duration=2,geq=255*random(1):128:128'];
  await make('noise.mp4', ...noise, ...H264, '-crf', '20');
});

it.each([
  ['mp4', { fps: 29.97 }, 60, '30000/1001'],
  ['mpg', { fps: 23.976 }, 48, '24000/1001'],
  ['mp4', { fps: 1 }, 2, '1/1'],
] as const)('the frame rate of %s by %j', async (target, options, frames, rate) => {
  const result = await of(target, options);
  expect(Math.abs((await frameTimes(result)).length - frames)).toBeLessThanOrEqual(1);
  expect(await picture(result)).toMatchObject({ r_frame_rate: rate });
});

it('the frame rate that the codec does not support is refused', async () => {
  expect(await refused('mpg', { fps: 10 })).toMatch(/"fps".*23\.976, 24, 25/);
});

const ALL = Object.entries(ffmpeg.options ?? {}).flatMap(([target, schemas]) =>
  (['video_codec', 'audio_codec'] as const).flatMap((name) =>
    (schemas[name]?.enum ?? []).map((codec) => [target as FormatName, name, String(codec)] as const),
  ),
);
/** Each codec in the first format that has it. */
const CASES = process.env.ALL_PAIRS
  ? ALL
  : ALL.filter(([, name, codec], at) => ALL.findIndex((other) => other[1] === name && other[2] === codec) === at);
const SAID: Record<string, string> = { mpeg2: 'mpeg2video', pcm: 'pcm_s16le' };

it.each(CASES)('the codecs of a video of %s: %s %s', async (target, name, codec) => {
  const result = await of(target, { [name]: codec, height: 64 });
  expect(codecs(await look(result), name === 'video_codec' ? 'video' : 'audio')).toEqual([SAID[codec] ?? codec]);
  // Another program's eye is not there: that all of it decodes is what can be seen here.
  await runFfmpeg('ffmpeg', '-xerror', '-i', result, '-f', 'null', '-');
  if (name === 'video_codec') expect(await quartersOf(result)).toEqual(['red', 'green', 'blue', 'white']);
});

it('the codecs of a video that it has already is copied', async () => {
  const result = await of('mkv', { video_codec: 'h264', audio_codec: 'aac' });
  expect(await pictureHash(result)).toBe(await pictureHash(fixture('quarters.mp4')));
});

const size = async (target: FormatName, options: object) =>
  Number(
    await runFfmpeg(
      'ffprobe',
      ...['-show_entries', 'format=size', '-of', 'csv=p=0'],
      await convert('noise.mp4', 'mp4', target, { audio: false, ...options }),
    ),
  );

it.each([
  ['mp4', 'h264'],
  ['mp4', 'av1'],
  ['webm', 'vp9'],
] as const)('quality and size crf of %s in %s', async (target, video_codec) => {
  const [large, small] = [15, 50].map((crf) => size(target, { crf, video_codec, end: 0.4 }));
  expect(await large).toBeGreaterThan(1.5 * ((await small) ?? 0));
});

it.each([
  ['mp4', { video_codec: 'hevc' }],
  ['webm', { video_codec: 'vp9' }],
  ['wmv', {}],
] as const)('quality and size bitrate in %s with %j', async (target, codec) => {
  const kilobits = (8 * (await size(target, { ...codec, video_bitrate: 2500 }))) / 2000;
  expect([kilobits > 1600, kilobits < 3800]).toEqual([true, true]);
});

it('quality and size are mapped to the settings of the codec', async () => {
  expect(await refused('mp4', { crf: 52 })).toMatch(/"crf".*1 to 51/);
  expect(await refused('mov', { video_codec: 'prores', crf: 20 })).toContain('"crf"');
  expect(await refused('mov', { video_codec: 'prores', video_bitrate: 500 })).toContain('"video_bitrate"');
  expect(await refused('mp4', { audio_codec: 'mp3', audio_bitrate: 100 })).toContain('128, 160');
});

const [R, G, B, W] = ['red', 'green', 'blue', 'white'];

it.each([
  [{ width: 33 }, 32, 22, [R, G, B, W]],
  [{ width: 64, height: 64 }, 64, 42, [R, G, B, W]],
  [{ width: 64, height: 64, fit: 'cover' }, 64, 64, [R, G, B, W]],
  [{ width: 16, height: 8190, fit: 'fill' }, 16, 8190, [R, G, B, W]],
  [{ rotate: 90 }, 64, 96, [B, R, W, G]],
  [{ rotate: 180 }, 96, 64, [W, B, G, R]],
  [{ flip: 'horizontal' }, 96, 64, [G, R, W, B]],
  [{ crop: '24,16,48,32' }, 48, 32, [R, G, B, W]],
  [{ crop: '48,0,48,64', rotate: 90, width: 32 }, 32, 24, [W, G, W, G]],
])('the pictures of a video are as asked by %j', async (options, width, height, expected) => {
  const result = await of('mp4', options);
  const seen = await picture(result);
  expect([seen?.width, seen?.height]).toEqual([width, height]);
  expect(await quartersOf(result)).toEqual(expected);
});

it('the pictures of a video cannot be cropped beyond their borders', async () => {
  expect(await refused('mp4', { crop: '48,0,49,64' })).toContain('96 x 64');
});

it('the streams of a video have no sound with audio false, and the video is copied', async () => {
  const result = await of('mkv', { audio: false });
  expect(codecs(await look(result), 'audio')).toEqual([]);
  expect(await pictureHash(result)).toBe(await pictureHash(fixture('quarters.mp4')));
  expect(await refused('mkv', { audio: false, audio_codec: 'aac' })).toContain('"audio_codec"');
});

it('the streams of a video keep, burn or drop subtitles', async () => {
  const kept = await look(await convert(fixture('words.mkv'), 'mkv', 'mp4', { subtitles: 'keep' }));
  expect(codecs(kept, 'subtitle')).toEqual(['mov_text']);
  expect(
    codecs(await look(await convert(fixture('words.mkv'), 'mkv', 'mp4', { subtitles: 'none' })), 'subtitle'),
  ).toEqual([]);
  const burnt = await convert(fixture('words.mkv'), 'mkv', 'mp4', { subtitles: 'burn' });
  expect(codecs(await look(burnt), 'subtitle')).toEqual([]);
  expect((await brightest(burnt)).map((level) => level > 150)).toEqual([false, true, false, true, false]);
});

it('the streams of a video refuse to burn subtitles that do not exist or lack glyphs', async () => {
  expect(await refused('mp4', { subtitles: 'burn' })).toContain('no subtitles');
  expect(await refusal(fixture('far.mkv'), 'mkv', 'mp4', { subtitles: 'burn' })).toContain('中');
});

/** Whether there is anything bright on black, at some times. */
async function brightest(result: string): Promise<number[]> {
  const levels: number[] = [];
  for (const time of [0.1, 0.4, 0.8, 1.2, 1.8]) {
    const shown = await runFfmpeg(
      'ffprobe',
      ...['-f', 'lavfi', `movie=${result}:sp=0,trim=start=${time}:end=${time + 0.06},signalstats`],
      ...['-show_entries', 'frame_tags=lavfi.signalstats.YMAX', '-of', 'csv=p=0'],
    );
    levels.push(Number(shown.trim().split('\n')[0]));
  }
  return levels;
}

/** What is planned for a video of ten hours, in a codec that has to be encoded. */
function planFor(shape: object, more: object): readonly string[] {
  const stream = { codec_type: 'video', codec_name: 'mpeg2video', pix_fmt: 'yuv420p', ...shape };
  const media = { ...readMedia(JSON.stringify({ streams: [stream] }), ''), duration: 36_000 } as Media;
  const asked = { quality: 'medium', copy: false, animated: false, target: 'mkv', tags: ['0'] } as const;
  return planVideo(media, { ...asked, duration: 36_000, ...more }).arguments;
}

it('whether a video takes too long depends on the requested size and part, not on those of the source', () => {
  const plan = (more: object) => planFor({ width: 1281, height: 720, r_frame_rate: '25/1' }, more);
  expect(() => plan({})).toThrow(/at most .* can be converted/);
  expect(() => plan({ cut: { start: 7200 } })).toThrow(/at most/);
  expect(plan({ cut: { start: 7200, end: 7260 } })).toContain('medium');
  expect(() => plan({ duration: 3600 })).toThrow(/at most/);
  expect(plan({ options: { width: 160, fps: 5 }, duration: 3600 })).toContain('-preset:v:0');
});

it('the preset of a long video follows from the speed of the machine', () => {
  const presetOf = (target: 'mp4' | 'webm', duration: number, speed?: number) => {
    const shape = { width: 1920, height: 1080, r_frame_rate: '30/1' };
    const said = planFor(shape, { target, duration, ...(speed && { speed }) });
    return said[said.findIndex((word) => /^-(preset|deadline):v:0$/.test(word)) + 1];
  };
  expect([120, 240, 400].map((seconds) => presetOf('mp4', seconds))).toEqual(['medium', 'veryfast', 'superfast']);
  expect([presetOf('mp4', 400, 3), presetOf('mp4', 120, 0.5)]).toEqual(['medium', 'veryfast']);
  expect([presetOf('webm', 120), presetOf('webm', 120, 3)]).toEqual(['realtime', 'good']);
  expect(() => presetOf('webm', 400)).toThrow(/at most \d+ minutes can be converted to webm/);
  expect(presetOf('webm', 400, 3)).toBe('realtime');
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
  const result = await convert(fixture('brighter.mp4'), 'mp4', target, { fps: 10, speed: 0.5, end: 1, width: 72 });
  const [found, lasting] = await lengthOf(result);
  // Of frames that are the same, WebP has but one.
  const isRight = target === 'webp' ? found <= frames + 1 : Math.abs(found - frames) <= 1;
  expect([isRight, Math.abs(lasting - 2) < 0.11]).toEqual([true, true]);
  // Each program reads what the other does not.
  const seen = target === 'avif' ? (await look(result)).streams.at(-1) : await sharp(result).metadata();
  expect([seen?.width, seen?.height]).toEqual(size);
});

it('an animation has no more colours than are asked for', async () => {
  const result = await convert(fixture('brighter.mp4'), 'mp4', 'gif', { colors: 2, fps: 10 });
  const data = await sharp(result, { animated: true }).toColourspace('b-w').raw().toBuffer();
  expect(new Set(data).size).toBe(2);
});

it.each([
  ['gif', { start: 0.5 }, 15, 1.5],
  ['gif', { width: 48, fps: 5 }, 10, 2],
  ['mp4', { width: 48, fps: 20 }, 40, 2],
] as const)('a GIF becomes %s by %j', async (target, options, frames, seconds) => {
  const result = await convert(fixture('steps.gif'), 'gif', target, options);
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
  const result = await convert(fixture(name), name.endsWith('mkv') ? 'mkv' : 'mp4', 'png', { time });
  const [level = 0] = await sharp(result).raw().toBuffer();
  const shown = ((40 + 2 * frame - 16) * 255) / 219;
  expect(Math.abs(level - shown)).toBeLessThan(1.5);
});

it('a single frame after the end is refused', async () => {
  expect(await refusal(fixture('brighter.mp4'), 'mp4', 'jpg', { time: 2 })).toContain('"time"');
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
  const result = await convert(fixture('brighter.mkv'), 'mkv', target, options);
  expect((await frameTimes(result)).length).toBe(frames);
  if (length > 0.1) expect(Math.abs((await look(result)).duration - length)).toBeLessThan(0.13);
});

it.each(['mp4', 'ts', 'mpg', 'ogv', 'flv'] as const)(
  'a part of a video begins with the very frame that is asked for: %s',
  async (source) => {
    const whole = await convert(fixture('brighter.mkv'), 'mkv', source, { video_bitrate: 4000 });
    const result = await convert(whole, source, 'mp4', { start: 0.8, end: 1.6, crf: 5 });
    expect((await frameTimes(result)).length).toBe(20);
    const [before, levels] = [await brightness(whole), await brightness(result)];
    const first = await frameAt(whole, 0.8);
    expect(Math.abs((levels[0] ?? 0) - (before[first] ?? 0))).toBeLessThan(0.9);
    expect(Math.abs((levels.at(-1) ?? 0) - (before[first + 19] ?? 0))).toBeLessThan(0.9);
  },
);

it('a part of a video keeps the subtitles within it', async () => {
  const result = await convert(fixture('cues.mkv'), 'mkv', 'mp4', { start: 0.5, end: 1.2 });
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
  const found = await look(await convert(fixture(`${name}.mkv`), 'mkv', 'mp4', options));
  expect(codecs(found, 'audio')).toEqual(expected);
  expect(codecs(found, 'video')).toEqual(['h264']);
  if (expected.length === 0)
    expect(await refusal(fixture(`${name}.mkv`), 'mkv', 'mp3', options)).toMatch(/no sound.*"start".*"end"/);
});

it('a part of a video without a frame is refused', async () => {
  expect(await refusal(fixture('two-gaps.mkv'), 'mkv', 'mp4', { start: 0.6, end: 1.5 })).toMatch(
    /no picture.*"start".*"end"/,
  );
  expect(await refusal(fixture('brighter.mkv'), 'mkv', 'gif', { start: 0.01, end: 0.02 })).toContain('no picture');
});

it('a part of a video that does not exist is refused', async () => {
  expect(await refusal(fixture('brighter.mkv'), 'mkv', 'mp4', { start: 2.1 })).toMatch(/"start".*end of the file/);
  expect(await refusal(fixture('brighter.mkv'), 'mkv', 'mp4', { start: 1, end: 1 })).toContain('"end"');
});

it('a part of a video that is the whole video is copied', async () => {
  const result = await convert(fixture('plain.mp4'), 'mp4', 'mkv', { start: 0, end: 99 });
  expect(await pictureHash(result)).toBe(await pictureHash(fixture('plain.mp4')));
});

const WORDS = '1\n00:00:01,000 --> 00:00:02,500\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n';

it.each([
  [3600, ['01:00:01,000 --> 01:00:02,500', '01:00:03,000 --> 01:00:04,000']],
  [-2, ['00:00:00,000 --> 00:00:00,500', '00:00:01,000 --> 00:00:02,000']],
  [-2.5, ['00:00:00,500 --> 00:00:01,500']],
] as const)('subtitles are moved by %d seconds', async (shift, times) => {
  writeFileSync(path('cues.vtt'), `WEBVTT\n\n${WORDS.replaceAll(',', '.')}`);
  const text = readFileSync(await convert('cues.vtt', 'vtt', 'srt', { shift }), 'utf8');
  expect(text.match(/\S+ --> \S+/g)).toEqual(times);
});

it.each(['vtt', 'ass', 'ttml', 'lrc'] as const)('subtitles are moved in %s, too', async (target) => {
  writeFileSync(path('cues.srt'), WORDS);
  const text = readFileSync(await convert('cues.srt', 'srt', target, { shift: -0.5 }), 'utf8');
  expect(text).toMatch(/0?0:0?0[.,]50?/);
  expect(text).toMatch(/0?0:0?2[.,]50?/);
});
