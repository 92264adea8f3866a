import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { ffmpeg } from '../../../functions/engines/ffmpeg.ts';
import { pictureHash } from '../../media/convert.ts';
import { codecs, look } from '../../media/look.ts';
import { colours, frameTimes } from '../../media/pixels.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { H264, QUARTERS, TONE, workbench } from '../../media/workbench.ts';

const { path, make, convert, refusal } = workbench();
const R = 'red';
const G = 'green';
const B = 'blue';
const W = 'white';

beforeAll(async () => {
  await make('quarters.mp4', ...QUARTERS, ...TONE, ...H264, '-crf', '10', '-c:a', 'aac', '-metadata', 'title=Secret');
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=size=160x120:rate=25:duration=2,geq=255*random(1):128:128'];
  await make('noise.mp4', ...noise, ...TONE, ...H264, '-crf', '20', '-c:a', 'aac');
});

describe('the frame rate', () => {
  it.each([
    ['mp4', { fps: 10 }, 20, '10/1'],
    ['mp4', { fps: 29.97 }, 60, '30000/1001'],
    ['mpg', { fps: 23.976 }, 48, '24000/1001'],
    ['avi', { fps: 12.5 }, 25, '25/2'],
    ['mp4', { fps: 1 }, 2, '1/1'],
  ] as const)('of %s by %j', async (target, options, frames, rate) => {
    const result = await convert('quarters.mp4', 'mp4', target, options);
    expect(Math.abs((await frameTimes(result)).length - frames)).toBeLessThanOrEqual(1);
    const shown = await runFfmpeg(
      'ffprobe',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=r_frame_rate',
      '-of',
      'csv=p=0',
      result,
    );
    expect(shown.trim().replace(/,$/, '').split('\n')[0]).toBe(rate);
  });

  it('that the codec does not support is refused', async () => {
    expect(await refusal('quarters.mp4', 'mp4', 'mpg', { fps: 10 })).toMatch(/"fps".*23\.976, 24, 25/);
  });
});

describe('the codecs of a video', () => {
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

  it.each(CASES)('of %s: %s %s', async (target, name, codec) => {
    const result = await convert('quarters.mp4', 'mp4', target, { [name]: codec, height: 64 });
    expect(codecs(await look(result), name === 'video_codec' ? 'video' : 'audio')).toEqual([SAID[codec] ?? codec]);
    // Another program's eye is not there: that all of it decodes is what can be seen here.
    await runFfmpeg('ffmpeg', '-xerror', '-i', result, '-f', 'null', '-');
    if (name === 'video_codec')
      expect(
        await colours(result, [
          [16, 16],
          [48, 16],
          [16, 32],
          [48, 32],
        ]),
      ).toEqual([R, G, B, W]);
  });

  it('that it has already is copied', async () => {
    const result = await convert('quarters.mp4', 'mp4', 'mkv', { video_codec: 'h264', audio_codec: 'aac' });
    expect(await pictureHash(result)).toBe(await pictureHash(path('quarters.mp4')));
  });
});

describe('quality and size', () => {
  const size = async (result: string) =>
    Number(await runFfmpeg('ffprobe', '-show_entries', 'format=size', '-of', 'csv=p=0', result));

  it.each([
    ['mp4', 'h264'],
    ['mp4', 'av1'],
    ['webm', 'vp9'],
  ] as const)('crf of %s in %s', async (target, video_codec) => {
    const sizes: number[] = [];
    for (const crf of [15, 50])
      sizes.push(await size(await convert('noise.mp4', 'mp4', target, { crf, video_codec, end: 0.4 })));
    expect(sizes[0]).toBeGreaterThan(1.5 * (sizes[1] ?? 0));
  });

  it.each([
    ['mp4', 'hevc'],
    ['webm', 'vp9'],
    ['wmv', undefined],
  ] as const)('bitrate of %s in %s', async (target, video_codec) => {
    const options = { video_bitrate: 2500, audio: false, ...(video_codec ? { video_codec } : {}) };
    const bits = (8 * (await size(await convert('noise.mp4', 'mp4', target, options)))) / 2000;
    const most =
      (8 * (await size(await convert('noise.mp4', 'mp4', target, { ...options, video_bitrate: 4500 })))) / 2000;
    expect(bits).toBeGreaterThan(1600);
    expect(bits).toBeLessThan(3800);
    expect(most).toBeGreaterThan(1.1 * bits);
  });

  it('are mapped to the settings of the codec', async () => {
    expect(await refusal('noise.mp4', 'mp4', 'mp4', { crf: 52 })).toMatch(/"crf".*1 to 51/);
    expect(await refusal('noise.mp4', 'mp4', 'mov', { video_codec: 'prores', crf: 20 })).toContain('"crf"');
    expect(await refusal('noise.mp4', 'mp4', 'mov', { video_codec: 'prores', video_bitrate: 500 })).toContain(
      '"video_bitrate"',
    );
    expect(await refusal('noise.mp4', 'mp4', 'mp4', { audio_codec: 'mp3', audio_bitrate: 100 })).toContain('128, 160');
  });
});
