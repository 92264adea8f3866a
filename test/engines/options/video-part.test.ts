import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { pictureHash } from '../../media/convert.ts';
import { codecs, look } from '../../media/look.ts';
import { brightness, frameTimes } from '../../media/pixels.ts';
import { runFfmpeg } from '../../media/run-ffmpeg.ts';
import { BRIGHTER, H264, TONE, workbench } from '../../media/workbench.ts';

const { path, make, convert, refusal } = workbench();

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

describe('a part of a video', () => {
  it.each([
    ['mp4', { start: 0.48 }, 38, 1.52],
    ['webm', { start: 0.4, end: 1.2 }, 20, 0.8],
    ['mkv', { start: 0.52, end: 0.56 }, 1, 0.04],
    ['mpg', { start: 0.4, end: 1.2 }, 20, 0.8],
  ] as const)('to %s: %j has %d frames', async (target, options, frames, length) => {
    const result = await convert('brighter.mkv', 'mkv', target, options);
    expect((await frameTimes(result)).length).toBe(frames);
    if (length > 0.1) expect(Math.abs((await look(result)).duration - length)).toBeLessThan(0.13);
  });

  it.each(['mp4', 'ts', 'mpg', 'ogv', 'flv', 'webm'] as const)(
    'begins with the very frame that is asked for: %s',
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

  it.each(['mkv', 'mp4'] as const)('keeps the subtitles within it: %s', async (target) => {
    const result = await convert('words.mkv', 'mkv', target, { start: 0.5, end: 1.2 });
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
    ['early', { start: 0.2 }, ['aac']],
  ] as const)('has sound only where there is some: %s, %j', async (name, options, expected) => {
    const [offset, length] = name === 'late' ? ['1.5', '0.5'] : ['0', '0.5'];
    const sound = ['-itsoffset', offset, '-f', 'lavfi', '-i', `sine=duration=${length}`];
    await make(`${name}.mkv`, ...BRIGHTER, ...sound, ...H264, '-c:a', 'aac');
    const found = await look(await convert(`${name}.mkv`, 'mkv', 'mp4', options));
    expect(codecs(found, 'audio')).toEqual(expected);
    expect(codecs(found, 'video')).toEqual(['h264']);
    if (expected.length === 0)
      expect(await refusal(`${name}.mkv`, 'mkv', 'mp3', options)).toMatch(/no sound.*"start".*"end"/);
  });

  it('without a frame is refused', async () => {
    const varying = ['-filter:v', "select='eq(n,0)+eq(n,10)+eq(n,49)'", '-fps_mode', 'vfr'];
    await make('varying.mkv', ...BRIGHTER, ...varying, ...H264);
    expect(await refusal('varying.mkv', 'mkv', 'mp4', { start: 0.6, end: 1.5 })).toMatch(/no picture.*"start".*"end"/);
    expect(await refusal('brighter.mkv', 'mkv', 'mp4', { start: 0.01, end: 0.02 })).toContain('no picture');
    expect(await refusal('brighter.mkv', 'mkv', 'gif', { start: 0.01, end: 0.02 })).toContain('no picture');
  });

  it('that does not exist is refused', async () => {
    expect(await refusal('brighter.mkv', 'mkv', 'mp4', { start: 2.1 })).toMatch(/"start".*end of the file/);
    expect(await refusal('brighter.mkv', 'mkv', 'mp4', { start: 1, end: 1 })).toContain('"end"');
  });

  it('that is the whole video is copied', async () => {
    await make('plain.mp4', ...BRIGHTER, ...H264);
    const result = await convert('plain.mp4', 'mp4', 'mkv', { start: 0, end: 99 });
    expect(await pictureHash(result)).toBe(await pictureHash(path('plain.mp4')));
  });
});
