import { statSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { ffmpeg } from '../../../functions/engines/ffmpeg.ts';
import { codecs, look } from '../../media/look.ts';
import { loudnessOf, samplesOf } from '../../media/samples.ts';
import { workbench } from '../../media/workbench.ts';

const { path, make, convert, refusal } = workbench();
const sound = async (result: string) => (await look(result)).streams.find(({ codec_type: kind }) => kind === 'audio');

const NOISE = ['-f', 'lavfi', '-i', 'anoisesrc=d=2:r=48000:a=0.2:seed=1', '-ac', '2'];
/** Silence for a second, then a tone for a second. */
const LATE = ['-f', 'lavfi', '-i', "aevalsrc='if(gte(t,1),0.5*sin(2764.6*t),0)':d=2:s=44100"];

beforeAll(async () => {
  await make('noise.wav', ...NOISE);
  await make('late.wav', ...LATE);
  await make('pink.wav', '-f', 'lavfi', '-i', 'anoisesrc=d=2:r=48000:a=0.3:color=pink:seed=1', '-ac', '2');
  await make('steady.wav', '-f', 'lavfi', '-i', 'sine=frequency=1000:duration=2:sample_rate=44100');
  await make('silent.wav', '-f', 'lavfi', '-i', 'anullsrc=r=44100', '-t', '1');
  await make('cover.png', '-f', 'lavfi', '-i', 'testsrc2=size=32x32', '-frames:v', '1');
  const tags = ['-metadata', 'title=Secret', '-metadata', 'artist=Who'];
  const cover = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await make('song.mp3', ...LATE, '-i', path('cover.png'), ...cover, ...tags);
  await make('surround.flac', ...LATE, '-af', 'aformat=channel_layouts=5.1');
});
it.each([
  ['mp3', 320],
  ['opus', 64],
] as const)('the bitrate of sound in %s is %d', async (target, kilobits) => {
  const result = await convert('noise.wav', 'wav', target, { audio_bitrate: kilobits });
  expect(Math.abs((statSync(result).size * 8) / 2000 / kilobits - 1)).toBeLessThan(0.25);
});

it('a bitrate that mp2 cannot have is refused', async () => {
  const options = { audio_bitrate: 384, channels: 1 };
  expect(await refusal('noise.wav', 'wav', 'mp2', options)).toContain('"audio_bitrate" 384 with "channels" 1');
});

/** The least and the most that an option of a format may be. */
function borders(target: string, name: 'sample_rate' | 'channels'): number[] {
  const { enum: values, minimum, maximum } = ffmpeg.options?.[target as FormatName]?.[name] ?? {};
  const [first, last] = values ? [values[0], values.at(-1)] : [minimum, maximum];
  return first === undefined ? [] : [...new Set([Number(first), Number(last)])];
}

it.each(Object.keys(ffmpeg.options ?? {}) as FormatName[])('%s has the chosen samples and channels', async (target) => {
  for (const sample_rate of borders(target, 'sample_rate'))
    expect(await sound(await convert('late.wav', 'wav', target, { sample_rate }))).toMatchObject({
      sample_rate: String(sample_rate),
    });
  for (const channels of borders(target, 'channels'))
    expect(await sound(await convert('surround.flac', 'flac', target, { channels }))).toMatchObject({ channels });
});

it.each(['wav', 'mp3', 'm4a'] as const)('a part of sound is exact to the sample: %s', async (target) => {
  const result = await convert('late.wav', 'wav', target, { start: 0.75, end: 1.5 });
  const samples = await samplesOf(result, 44_100);
  const begin = samples.findIndex((sample) => Math.abs(sample) > 0.05) / 44_100;
  expect(Math.abs(begin - 0.25)).toBeLessThan(target === 'mp3' ? 0.03 : 0.005);
  expect(Math.abs(samples.length / 44_100 - 0.75)).toBeLessThan(['wav', 'flac'].includes(target) ? 0.0001 : 0.06);
});

it('a part of sound that does not exist is refused', async () => {
  expect(await refusal('late.wav', 'wav', 'mp3', { start: 2 })).toContain('"start"');
  expect(await refusal('late.wav', 'wav', 'mp3', { start: 1, end: 0.5 })).toContain('"end"');
});

it.each([
  ['mp3', -16],
  ['m4a', -30],
] as const)('loudness in %s is %d', async (target, loudness) => {
  const result = await convert('pink.wav', 'wav', target, { loudness });
  const measured = await loudnessOf(result);
  expect(Math.abs(measured.loudness - loudness)).toBeLessThan(1);
  expect(measured.peak).toBeLessThanOrEqual(-1);
});

it('loudness is that of the chosen part and channels', async () => {
  const options = { loudness: -20, start: 1, channels: 2, sample_rate: 32000 };
  const result = await convert('late.wav', 'wav', 'flac', options);
  expect(Math.abs((await loudnessOf(result)).loudness + 20)).toBeLessThan(1);
  expect((await sound(result))?.sample_rate).toBe('32000');
});

it('loudness keeps the sample rate, and peaks below what clips', async () => {
  const peaks = "aevalsrc='0.02*sin(2764.6*t)+if(lt(mod(t,1),0.01),0.9*sin(2764.6*t),0)':d=6:s=44100";
  await make('peaks.wav', '-f', 'lavfi', '-i', peaks);
  const result = await convert('peaks.wav', 'wav', 'wav', { loudness: -14 });
  expect((await sound(result))?.sample_rate).toBe('44100');
  expect((await loudnessOf(result)).peak).toBeLessThanOrEqual(-1);
});

it('loudness of silence is refused', async () => {
  expect(await refusal('silent.wav', 'wav', 'mp3', { loudness: -16 })).toContain('silent');
});

it('fades begin and end with silence', async () => {
  const samples = await samplesOf(await convert('steady.wav', 'wav', 'flac', { fade_in: 0.5, fade_out: 0.5 }), 44_100);
  /** The loudest sample of twenty milliseconds. */
  const level = (from: number) => Math.max(...samples.subarray(from * 44_100, (from + 0.02) * 44_100).map(Math.abs));
  const full = level(1);
  for (const [from, part] of [
    [0, 0.04],
    [0.24, 0.5],
    [0.6, 1],
    [1.38, 1],
    [1.74, 0.5],
    [1.98, 0.04],
  ] as const)
    expect(Math.abs(level(from) / full - part)).toBeLessThan(0.05);
  expect(await refusal('steady.wav', 'wav', 'mp3', { fade_in: 1.5, fade_out: 0.6 })).toContain('2 seconds');
});

it.each([
  ['m4a', { cover: false }, 'Secret'],
  ['aiff', { strip_metadata: 'all', cover: false }, undefined],
] as const)('tags and cover in %s follow %j', async (target, options, title) => {
  const found = await look(await convert('song.mp3', 'mp3', target, options));
  expect([found.tags.title ?? found.tags.TITLE, codecs(found, 'video')]).toEqual([title, []]);
});
