import { beforeAll, describe, expect, it } from 'vitest';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { ffmpeg } from '../../../functions/engines/ffmpeg.ts';
import { bytesOfSound, codecs, look } from '../../media/look.ts';
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

describe('the bitrate of sound', () => {
  it.each([
    ['mp3', 320],
    ['opus', 64],
    ['wma', 96],
  ] as const)('in %s is %d', async (target, kilobits) => {
    const result = await convert('noise.wav', 'wav', target, { audio_bitrate: kilobits });
    expect(Math.abs((await bitsOf(result)) / kilobits - 1)).toBeLessThan(0.25);
  });

  it.each([['mp2', { audio_bitrate: 384, channels: 1 }, '"audio_bitrate" 384 with "channels" 1']] as const)(
    'that %s cannot have is refused: %j',
    async (target, options, words) => {
      expect(await refusal('noise.wav', 'wav', target, options)).toContain(words);
    },
  );

  async function bitsOf(result: string): Promise<number> {
    return ((await bytesOfSound(result)) * 8) / 2000;
  }
});

describe('samples and channels', () => {
  const borders = (name: 'sample_rate' | 'channels') =>
    Object.entries(ffmpeg.options ?? {}).flatMap(([target, schemas]) => {
      const schema = schemas[name];
      const numbers = (schema?.enum ?? [schema?.minimum, schema?.maximum]).filter((value) => value !== undefined);
      return schema
        ? [[target as FormatName, [...new Set([Number(numbers[0]), Number(numbers.at(-1))])]] as const]
        : [];
    });

  it.each(borders('sample_rate'))('%s has %j samples a second', async (target, rates) => {
    for (const sample_rate of rates) {
      const found = await sound(await convert('late.wav', 'wav', target, { sample_rate }));
      expect(found?.sample_rate).toBe(String(sample_rate));
    }
  });

  it.each(borders('channels'))('%s has %j channels', async (target, counts) => {
    for (const channels of counts) {
      const [source, format] = channels > 2 ? (['late.wav', 'wav'] as const) : (['surround.flac', 'flac'] as const);
      expect((await sound(await convert(source, format, target, { channels })))?.channels).toBe(channels);
    }
  });
});

describe('a part of sound', () => {
  it.each(['wav', 'mp3', 'm4a'] as const)('is exact to the sample: %s', async (target) => {
    const result = await convert('late.wav', 'wav', target, { start: 0.75, end: 1.5 });
    const samples = await samplesOf(result, 44_100);
    const begin = samples.findIndex((sample) => Math.abs(sample) > 0.05) / 44_100;
    expect(Math.abs(begin - 0.25)).toBeLessThan(target === 'mp3' ? 0.03 : 0.005);
    expect(Math.abs(samples.length / 44_100 - 0.75)).toBeLessThan(['wav', 'flac'].includes(target) ? 0.0001 : 0.06);
  });

  it('that does not exist is refused', async () => {
    expect(await refusal('late.wav', 'wav', 'mp3', { start: 2 })).toContain('"start"');
    expect(await refusal('late.wav', 'wav', 'mp3', { start: 1, end: 0.5 })).toContain('"end"');
  });
});

describe('loudness', () => {
  it.each([
    ['mp3', -16],
    ['m4a', -30],
  ] as const)('in %s is %d', async (target, loudness) => {
    const result = await convert('pink.wav', 'wav', target, { loudness });
    const measured = await loudnessOf(result);
    expect(Math.abs(measured.loudness - loudness)).toBeLessThan(1);
    expect(measured.peak).toBeLessThanOrEqual(-1);
  });

  it('is that of the chosen part and channels', async () => {
    const result = await convert('late.wav', 'wav', 'flac', {
      loudness: -20,
      start: 1,
      channels: 2,
      sample_rate: 32000,
    });
    expect(Math.abs((await loudnessOf(result)).loudness + 20)).toBeLessThan(1);
    expect((await sound(result))?.sample_rate).toBe('32000');
  });

  it('keeps the sample rate, and peaks below what clips', async () => {
    const peaks = "aevalsrc='0.02*sin(2764.6*t)+if(lt(mod(t,1),0.01),0.9*sin(2764.6*t),0)':d=6:s=44100";
    await make('peaks.wav', '-f', 'lavfi', '-i', peaks);
    const result = await convert('peaks.wav', 'wav', 'wav', { loudness: -14 });
    expect((await sound(result))?.sample_rate).toBe('44100');
    expect((await loudnessOf(result)).peak).toBeLessThanOrEqual(-1);
  });

  it('of silence is refused', async () => {
    expect(await refusal('silent.wav', 'wav', 'mp3', { loudness: -16 })).toContain('silent');
  });
});

describe('fades', () => {
  const level = (samples: Float32Array, from: number, to: number) =>
    Math.max(...samples.subarray(Math.round(from * 44_100), Math.round(to * 44_100)).map(Math.abs));

  it('begin and end with silence', async () => {
    const full = level(await samplesOf(path('steady.wav'), 44_100), 0.9, 1.1);
    const samples = await samplesOf(
      await convert('steady.wav', 'wav', 'flac', { fade_in: 0.5, fade_out: 0.5 }),
      44_100,
    );
    const parts = [
      [0, 0.01],
      [0.24, 0.26],
      [0.6, 1.4],
      [1.74, 1.76],
      [1.99, 2],
    ].map(([from = 0, to = 0]) => level(samples, from, to) / full);
    const expected = [0, 0.5, 1, 0.5, 0];
    for (const [index, part] of parts.entries()) expect(Math.abs(part - (expected[index] ?? 0))).toBeLessThan(0.05);
  });

  it('cannot be longer than the sound', async () => {
    expect(await refusal('steady.wav', 'wav', 'mp3', { fade_in: 1.5, fade_out: 0.6 })).toContain('2 seconds');
  });
});

describe('tags and cover', () => {
  it.each([
    ['m4a', { cover: false }, 'Secret', 0],
    ['aiff', { strip_metadata: 'all', cover: false }, undefined, 0],
  ] as const)('in %s by %j', async (target, options, title, covers) => {
    const found = await look(await convert('song.mp3', 'mp3', target, options));
    expect(found.tags.title ?? found.tags.TITLE).toBe(title);
    expect(codecs(found, 'video').length).toBe(covers);
  });
});
