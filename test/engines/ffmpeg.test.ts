import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { escapeVtt } from '../../functions/engines/ffmpeg/subtitles/finish-subtitles.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { convert as convertFile, type MediaSettings, pictureHash } from '../media/convert.ts';
import { expectResult } from '../media/expectations.ts';
import { codecs, look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { makeSource } from '../media/sources.ts';
import { fixture, H264, workbench } from '../media/workbench.ts';
import { coveringPairs } from '../support/covering-pairs.ts';
import { convertWith } from '../support/engine.ts';
import { expectRefused, failure } from '../support/failure.ts';

const { path, make } = workbench();
const convert = (name: string, source: FormatName, target: FormatName, settings: MediaSettings = {}) =>
  convertFile(path(name), source, target, { folder: mkdtempSync(path('job-')), ...settings });

/** What ffprobe says of a result. */
const lookAt = async (...of: Parameters<typeof convert>) => look(await convert(...of));

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=96x64:rate=25:duration=2'];
const tone = (hertz: number, ...more: readonly string[]) => [
  ...['-f', 'lavfi', '-i', [`sine=frequency=${hertz}:duration=2:sample_rate=48000`, ...more].join(',')],
];

describe('a video', () => {
  it('is copied where its codecs fit, with all sound tracks and their tags', async () => {
    const result = await convert(fixture('two-tracks.mkv'), 'mkv', 'mp4');
    const found = await look(result);
    expect(await pictureHash(result)).toBe(await pictureHash(fixture('two-tracks.mkv')));
    expect(codecs(found, 'audio')).toEqual(['aac', 'aac']);
    expect(found.streams.slice(1).map(({ tags }) => tags?.language)).toEqual(['eng', 'deu']);
    expect(found.tags.title).toBe('Grüße');
    const file = readFileSync(result);
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'));
  });

  it('is encoded where the container could hold it, but players would not play it', async () => {
    const sounds = ['ac3', 'alac', 'mp3'].flatMap((codec, at) => ['-map', '1', `-c:a:${at}`, codec]);
    await make('old.mkv', ...PICTURE, ...tone(440), '-map', '0', '-c:v', 'mpeg4', ...sounds);
    const found = await lookAt('old.mkv', 'mkv', 'mp4');
    expect([codecs(found, 'video'), codecs(found, 'audio')]).toEqual([['h264'], ['aac', 'aac', 'aac']]);
  });

  it('is encoded at low quality, and to its own format', async () => {
    const before = await pictureHash(fixture('two-tracks.mkv'));
    expect(await pictureHash(await convert(fixture('two-tracks.mkv'), 'mkv', 'mp4', { quality: 'low' }))).not.toBe(
      before,
    );
    expect(await pictureHash(await convert(fixture('two-tracks.mkv'), 'mkv', 'mkv'))).not.toBe(before);
  });

  it('gives its first sound track to formats that hold one', async () => {
    for (const [target, count] of [
      ['flv', 1],
      ['mp3', 1],
      ['m4a', 2],
    ] as const)
      expect(codecs(await lookAt(fixture('two-tracks.mkv'), 'mkv', target), 'audio'), target).toHaveLength(count);
  });

  it('without sound stays silent, and cannot become a sound file', async () => {
    await make('silent.mp4', ...PICTURE, ...H264);
    expect(codecs(await lookAt('silent.mp4', 'mp4', 'webm'), 'audio')).toEqual([]);
    await expectRefused(convert('silent.mp4', 'mp4', 'mp3'), 'UNSUPPORTED_CONVERSION', /no sound.*mp3/);
  });

  it('is upright in every format', async () => {
    const [taken] = (await lookAt(fixture('turned.mp4'), 'mp4', 'mov')).streams;
    expect([taken?.width, taken?.height, Math.abs(taken?.side_data_list?.[0]?.rotation ?? 0)]).toEqual([96, 64, 90]);
    for (const target of ['mkv', 'gif'] as const) {
      const [video] = (await lookAt(fixture('turned.mp4'), 'mp4', target)).streams;
      expect([target, video?.width, video?.height]).toEqual([target, 64, 96]);
    }
  });

  it('of a still of 4000 by 3000 pixels is as large as a video may be', async () => {
    await make('large.webp', '-f', 'lavfi', '-i', 'color=red:size=4000x3000', '-frames:v', '1');
    const [{ width = 0, height = 0 } = {}] = (await lookAt('large.webp', 'webp', 'mp4')).streams;
    expect(width).toBeGreaterThan(2000);
    expect(width / height).toBeCloseTo(4 / 3, 2);
    expect(width * height).toBeLessThanOrEqual(4096 * 2304);
  });

  it('in high dynamic range is tone-mapped', async () => {
    const shown = ['-show_entries', 'stream=pix_fmt,color_transfer', '-of', 'csv=p=0'];
    expect((await runFfmpeg('ffprobe', ...shown, await convert(fixture('hdr.mp4'), 'mp4', 'mp4'))).trim()).toBe(
      'yuv420p,bt709',
    );
  });

  it('that is mislabelled as RGB keeps its colours', async () => {
    const [video] = (await lookAt(fixture('mislabelled.mkv'), 'mkv', 'webm')).streams;
    expect(video?.pix_fmt).toBe('yuv420p');
  });

  it('gives its subtitles as text, and keeps those that the target can hold', async () => {
    expect(readFileSync(await convert(fixture('ass-words.mkv'), 'mkv', 'vtt'), 'utf8')).toMatch(
      /00:00\.500 --> 00:01\.500\nWörter/,
    );
    expect(codecs(await lookAt(fixture('ass-words.mkv'), 'mkv', 'mp4'), 'subtitle')).toEqual(['mov_text']);
    await expectRefused(convert(fixture('two-tracks.mkv'), 'mkv', 'srt'), 'UNSUPPORTED_CONVERSION', 'no subtitles');
  });

  it.each([
    ['webm', '0', [0, 0]],
    ['webm', 'default+forced', [0, 1]],
    ['mp4', 'default+forced', [0, 1]],
  ] as const)('shows subtitles in %s as the source does: %s', async (target, second, wanted) => {
    const words = ['-i', fixture('ass-words.mkv'), '-map', '0:v', '-map', '0:s', '-map', '0:s', '-c', 'copy'];
    await make('words.mkv', ...words, '-disposition:s:0', '0', '-disposition:s:1', second);
    const { streams } = await lookAt('words.mkv', 'mkv', target);
    const shown = streams.filter(({ codec_type: type }) => type === 'subtitle').map((stream) => stream.disposition);
    expect(shown.map((disposition) => disposition?.default)).toEqual(wanted);
    expect(shown.map((disposition) => disposition?.forced)).toEqual(wanted);
  });

  it('reports its progress', async () => {
    await make('long.mp4', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=5', ...H264);
    const told: number[] = [];
    await convert('long.mp4', 'mp4', 'webm', { onProgress: (percent) => told.push(percent) });
    expect(told.length).toBeGreaterThan(1);
    expect([0, ...told, 100]).toEqual([0, ...told, 100].sort((a, b) => a - b));
  });
});

describe('sound', () => {
  it('keeps its cover and its tags', async () => {
    for (const target of ['m4a', 'flac', 'aiff', 'mp3'] as const) {
      const { streams, tags } = await lookAt(fixture('song.mp3'), 'mp3', target);
      expect([streams[1]?.disposition?.attached_pic, tags.title ?? tags.TITLE], target).toEqual([1, 'Lied']);
    }
  });

  it('of MP4 has no tags in other formats that say what its container was', async () => {
    await make('song.m4a', ...tone(440), '-metadata', 'title=Lied');
    const { title, ...others } = (await lookAt('song.m4a', 'm4a', 'mp3')).tags;
    expect([title, Object.keys(others)]).toEqual(['Lied', ['encoder']]);
  });

  it('becomes a video of its cover, as long as it is', async () => {
    const { streams, duration, tags } = await lookAt(fixture('song.mp3'), 'mp3', 'mp4');
    const [picture] = streams.filter(({ codec_type: type }) => type === 'video');
    expect([picture?.codec_name, picture?.width, picture?.height]).toEqual(['h264', 32, 32]);
    expect(streams.map(({ codec_name: name }) => name)).toContain('aac');
    expect(duration).toBeCloseTo(2, 0);
    expect(tags.title).toBe('Lied');
  });

  it('becomes a video of its waveform where it has no cover', async () => {
    await make('plain.flac', ...tone(440, 'volume=enable=gt(t\\,1):volume=0'));
    const result = await convert('plain.flac', 'flac', 'mp4');
    const colours = async (second: string) => {
      const args = ['-ss', second, '-i', result, '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'];
      await runFfmpeg('ffmpeg', '-y', ...args, path('frame'));
      const frame = readFileSync(path('frame'));
      const pixels = Array.from({ length: frame.length / 3 }, (_, at) => frame.subarray(3 * at, 3 * at + 3));
      const isBright = (more: number, less: number) => (pixel: Buffer) => (pixel[more] ?? 0) > 40 + (pixel[less] ?? 0);
      return { green: pixels.filter(isBright(1, 2)).length, blue: pixels.filter(isBright(2, 1)).length };
    };
    expect(codecs(await look(result), 'audio')).toEqual(['aac']);
    const [loud, silent] = [await colours('0.6'), await colours('1.8')];
    expect(loud.blue).toBeGreaterThan(2 * silent.blue);
    expect(loud.green).toBeLessThan(0.1 * loud.blue);
  });

  it.each([
    ['mp4', 'aac', 'h264'],
    ['webm', 'libopus', 'vp9'],
    ['mkv', 'flac', 'h264'],
  ] as const)('alone in %s becomes a video of its waveform', async (format, codec, picture) => {
    await make(`sound.${format}`, ...tone(440), '-c:a', codec, '-strict', '-2');
    const found = await lookAt(`sound.${format}`, format, format === 'mkv' ? 'mp4' : format);
    expect([codecs(found, 'video'), codecs(found, 'audio').length]).toEqual([[picture], 1]);
    expect(found.duration).toBeCloseTo(2, 0);
  });

  it('becomes a video of its waveform though it has few samples a second', async () => {
    await make('slow.wav', '-f', 'lavfi', '-i', 'sine=1:duration=5', '-ar', '9');
    expect(codecs(await look(await convert('slow.wav', 'wav', 'mp4')), 'audio')).toEqual(['aac']);
  });

  it('keeps its channels where the format has them', async () => {
    await make('surround.flac', ...tone(440, 'aformat=channel_layouts=5.1'));
    const channels = { m4a: 6, opus: 6, ogg: 6, ac3: 6, wav: 6, mp3: 2, wma: 2 } as const;
    for (const [target, count] of Object.entries(channels)) {
      const [audio] = (await lookAt('surround.flac', 'flac', target as FormatName)).streams;
      expect(audio?.channels, target).toBe(count);
    }
  });

  it('keeps its bit depth and sample rate in lossless formats', async () => {
    await make('studio.wav', ...tone(440, 'aresample=96000'), '-c:a', 'pcm_s24le');
    for (const target of ['flac', 'aiff', 'wv', 'caf'] as const) {
      const [audio] = (await lookAt('studio.wav', 'wav', target)).streams;
      expect(audio?.sample_rate, target).toBe('96000');
      if (target === 'aiff') expect(audio?.codec_name).toBe('pcm_s24be');
    }
  });

  it.each([11025, 705600])('of %d Hz fits every format', async (rate) => {
    await make('rate.wav', ...tone(440, `aresample=${rate}`), '-t', '1');
    const targets = (ffmpeg.conversions.wav ?? []).filter((target) => target !== 'wav');
    const looks = await Promise.all(targets.map((target) => lookAt('rate.wav', 'wav', target)));
    for (const { duration } of looks) expect(Math.abs(duration - 1)).toBeLessThanOrEqual(0.16);
  });
});

describe('sound whose file', () => {
  const samples = ['-f', 'lavfi', '-i', 'sine=duration=1:sample_rate=11025', '-af', 'atrim=end_sample=9999'];

  it.each([
    ['wav', 'pcm_u8'],
    ['aiff', 'pcm_s8'],
  ] as const)('lacks the padding of its last chunk converts: %s', async (format, codec) => {
    await make(`odd.${format}`, ...samples, '-c:a', codec);
    const whole = readFileSync(path(`odd.${format}`));
    const end = format === 'wav' ? whole.readUInt32LE(4) : whole.readUInt32BE(4);
    expect(end + 8).toBe(whole.length);
    writeFileSync(path(`odd.${format}`), whole.subarray(0, whole.length - 1));
    expect((await lookAt(`odd.${format}`, format, 'flac')).duration).toBeCloseTo(0.907, 2);
  });

  it('is very short is converted all the same', async () => {
    await make('click.wav', '-f', 'lavfi', '-i', 'sine=sample_rate=8000', '-af', 'atrim=end_sample=15');
    for (const target of ['mp3', 'm4a', 'aac', 'ogg', 'opus', 'wma', 'ac3', 'mp2'] as const)
      expect((await lookAt('click.wav', 'wav', target)).packets, target).toBeGreaterThan(0);
    expect((await lookAt('click.wav', 'wav', 'flac')).duration).toBeCloseTo(15 / 8000, 4);
  });

  it('has no frames is refused', async () => {
    await make('empty.wav', '-f', 'lavfi', '-i', 'sine=duration=1', '-frames:a', '0');
    expect((await failure(convert('empty.wav', 'wav', 'mp3'))).code).toBe('UNREADABLE_FILE');
  });
});

describe('subtitles', () => {
  it.each([
    ['Western', 'latin1', 'Gr\xfc\xdfe', 'Grüße'],
    ['UTF-16', 'utf16le', 'Grüße', 'Grüße'],
    ['Cyrillic', 'latin1', '\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?', 'Привет, как дела?'],
  ] as const)('in a legacy encoding become UTF-8: %s', async (_, encoding, bytes, words) => {
    writeFileSync(path('old.srt'), `1\n00:00:01,000 --> 00:00:02,000\n${bytes}\n`, encoding);
    expect(readFileSync(await convert('old.srt', 'srt', 'vtt'), 'utf8')).toContain(words);
  });

  it('of SubStation keep their colours in SubRip, and not the size of their font', async () => {
    const style = 'Style: Default,Verdana,48,&H00FFFFFF,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1';
    const text = 'A {\\c&H0000FF&}red{\\c} word{\\fs90} and {\\i1}more';
    const events = `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${text}\n`;
    writeFileSync(path('styled.ass'), `[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\n${style}\n\n${events}`);
    const seen = readFileSync(await convert('styled.ass', 'ass', 'srt'), 'utf8');
    expect(seen).toContain('\nA <font color="#ff0000">red</font> word and <i>more</i>\n');
  });

  it('are escaped in WebVTT', async () => {
    const text = '<i>I</i> <3 R&B &amp; x';
    writeFileSync(path('love.srt'), `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`);
    const seen = readFileSync(await convert('love.srt', 'srt', 'vtt'), 'utf8');
    expect(seen).toContain('00:01.000 --> 00:02.000\n<i>I</i> &lt;3 R&amp;B &amp; x');
    expect(escapeVtt('00:01.000 --> 00:02.000\na --> b')).toBe('00:01.000 --> 00:02.000\na --&gt; b');
  });
});

it.each(['exr', 'hdr'] as const)('a picture in linear light keeps its brightness: %s', async (format) => {
  await make('grey.png', '-f', 'lavfi', '-i', 'color=0x808080:size=16x16', '-frames:v', '1', '-pix_fmt', 'rgb24');
  const there = await convert('grey.png', 'png', format);
  const back = await convertFile(there, format, 'ppm', { folder: mkdtempSync(path('job-')) });
  expect(Math.abs((readFileSync(back).at(-2) ?? 0) - 128)).toBeLessThanOrEqual(2);
});

vi.setConfig({ testTimeout: 180_000, maxConcurrency: 2 });

const CONVERSIONS = (
  Object.entries(coveringPairs(ffmpeg.conversions)) as [FormatName, readonly FormatName[]][]
).flatMap(([source, targets]) => targets.map((target) => [source, target] as const));

it.concurrent.each(CONVERSIONS)('ffmpeg converts %s to %s', async (sourceFormat, targetFormat) => {
  const folder = mkdtempSync(path('job-'));
  const sourcePath = await makeSource(sourceFormat, folder);
  const formats = { sourceFormat, targetFormat, quality: 'medium' } as const;
  const result = await convertWith(ffmpeg, { sourcePath, ...formats, folder });
  expect(result.format).toBe(targetFormat);
  await expectResult(result.path, sourceFormat, targetFormat);
  await rm(folder, { recursive: true });
});
