import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { descendantsOf } from '../../bench/service-memory.ts';
import type { ConvertOptions } from '../../functions/conversion/converter.ts';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { removeFolder } from '../../functions/sandbox/remove-folder.ts';
import { Bucket } from '../../local/bucket/bucket.ts';
import { type ChunkLength, JailedConverter } from '../../local/jailed-converter.ts';
import { makeServiceFolder } from '../../local/service-folder.ts';
import { around, frameLikeness, meanOf } from '../media/frame-likeness.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testPrograms } from '../support/test-programs.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const make = (name: string, ...args: readonly string[]) => runFfmpeg('ffmpeg', '-y', ...args, path(name));

const picture = (rate: string, seconds = 5) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=160x96:rate=${rate}:duration=${seconds}`],
];
const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=5:sample_rate=44100`];
const OPEN_GOPS = ['-x264-params', 'open-gop=1:bframes=3:keyint=20:min-keyint=5'];
const COLOURS = 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';
const HDR = ['-c:v', 'libx265', '-preset', 'fast', '-x265-params', `log-level=none:open-gop=1:keyint=20:${COLOURS}`];
const H264 = ['-c:v', 'libx264', '-preset', 'fast', '-pix_fmt', 'yuv420p', ...OPEN_GOPS];

/** How alike at least, of what is lost at once. Encoders spend less on the last frames of a chunk, which of a second are many. */
const SHORT = 0.99;

/** Encoders of chunks give way to all other tests. */
const TIME = { timeout: 180_000 };

let service: string;
let bucket: Bucket;
let whole: JailedConverter;
let chunked: JailedConverter;

beforeAll(async () => {
  service = await makeServiceFolder();
  bucket = new Bucket(join(service, 's3'));
  const programs = await testPrograms();
  const converter = (chunks: ChunkLength) =>
    new JailedConverter([ffmpeg], bucket, { folder: join(service, 'hosts'), programs, chunks });
  whole = converter({ seconds: 60 });
  chunked = converter({ seconds: 1, always: true });
});

afterAll(async () => {
  await Promise.all([whole.stop(), chunked.stop()]);
  await removeFolder(service);
});

/** Converts a file, and returns where the result is. */
async function convert(
  converter: JailedConverter,
  [name, originalFormat, targetFormat]: readonly [string, FormatName, FormatName],
  options: Options,
  watched: ConvertOptions = {},
): Promise<string> {
  const [key, result] = [`source-${randomUUID()}`, `result-${randomUUID()}`];
  await bucket.put(key, readFileSync(path(name)), 'video/mp4');
  const job = { originalFormat, targetFormat, options, quality: 'high', secrets: {}, engine: 'ffmpeg' } as const;
  await converter.convert({ ...job, source: { key }, result }, watched);
  writeFileSync(path(result), await buffer(bucket.read(result)));
  return path(result);
}

/** How many files are stored. */
const stored = () => readdirSync(join(service, 's3')).length;

/** When the frames of a file are shown, as they are decoded, and which of them are key frames. */
async function framesOf(
  file: string,
): Promise<{ readonly times: readonly string[]; readonly keys: readonly number[] }> {
  const entries = ['-select_streams', 'v:0', '-show_entries', 'frame=key_frame,pts_time', '-of', 'csv=p=0'];
  const lines = (await runFfmpeg('ffprobe', ...entries, file)).trim().split('\n');
  const frames = lines.map((line) => line.split(','));
  return {
    times: frames.map(([, time = '']) => time),
    keys: frames.flatMap(([key], i) => (key === '1' ? [i] : [])),
  };
}

/** How far a process gives way; NaN for one that has ended. */
function niceOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[16]);
  } catch {
    return Number.NaN;
  }
}

/** The sound of a file, decoded, track by track. */
const soundOf = (file: string) =>
  runFfmpeg('ffmpeg', '-i', file, '-map', '0:a', '-c:a', 'pcm_s16le', '-f', 'streamhash', '-');

/** Converts a file both ways, and compares the results with one another, and with one that is encoded with the least loss. */
async function compare(formats: readonly [string, FormatName, FormatName], options: Options = {}, least = 0.998) {
  let long = 0;
  const watched = {
    onLong: async () => {
      long += 1;
    },
  };
  const one = await convert(whole, formats, options, { onLong: () => Promise.reject(new Error('divided')) });
  const many = await convert(chunked, formats, options, watched);
  expect(long).toBe(1);
  const { times, keys } = await framesOf(many);
  expect(times).toEqual((await framesOf(one)).times);
  const best = await convert(whole, formats, { ...options, crf: 1 });
  const [alone, joined] = [await frameLikeness(one, best, folder), await frameLikeness(many, best, folder)];
  // A chunk begins with a key frame, and no other is near.
  const [, ...seams] = keys;
  expect(seams.length).toBeGreaterThan(1);
  for (const some of [[...joined.keys()], around(seams)])
    expect(meanOf(joined, some)).toBeGreaterThan(least * meanOf(alone, some));
  return { one, many };
}

describe('a video that is encoded in chunks has the frames and times of one that is encoded at once', TIME, () => {
  it('where groups of pictures are open, at 29.97 frames a second, with two sound tracks and tags', async () => {
    const maps = ['-map', '0', '-map', '1', '-map', '2', '-c:a', 'aac', '-metadata', 'title=Grüße'];
    await make('open.mp4', ...picture('30000/1001'), ...tone(440), ...tone(880), ...maps, ...H264);
    const { one, many } = await compare(['open.mp4', 'mp4', 'mp4'], { crf: 18 });
    expect(await soundOf(many)).toBe(await soundOf(one));
    const found = await look(many);
    expect(found.streams.map(({ codec_type: type }) => type)).toEqual(['video', 'audio', 'audio']);
    expect(found.tags.title).toBe('Grüße');
  });

  it('where it is turned, frames last differently, and its pictures begin after its sound', async () => {
    const varying = ['-vf', "select='not(eq(mod(n,7),3))*not(between(n,40,55))'", '-fps_mode', 'vfr'];
    await make('varying.mp4', ...picture('25'), ...varying, ...H264);
    const late = ['-itsoffset', '0.4', '-display_rotation', '90', '-i', path('varying.mp4'), ...tone(440)];
    await make('turned.mp4', ...late, '-map', '0', '-map', '1', '-c:v', 'copy', '-c:a', 'aac');
    const { one, many } = await compare(['turned.mp4', 'mp4', 'mkv'], { crf: 18 });
    expect(await soundOf(many)).toBe(await soundOf(one));
    expect((await look(many)).streams[0]).toMatchObject({ width: 96, height: 160 });
  });

  it('where its frames change their size, and it is turned by an option', async () => {
    const sizes = ['160x96', '320x192', '96x160'];
    for (const size of sizes)
      await make(`${size}.ts`, '-f', 'lavfi', '-i', `testsrc2=size=${size}:duration=2`, ...H264, '-g', '10');
    writeFileSync(path('sizes.txt'), sizes.map((size) => `file ${size}.ts\n`).join(''));
    await make('sizes.mkv', '-f', 'concat', '-i', path('sizes.txt'), '-c', 'copy', '-bsf:v', 'dump_extra');
    const shown = ['-select_streams', 'v:0', '-show_entries', 'frame=width', '-of', 'csv=p=0'];
    const { many } = await compare(['sizes.mkv', 'mkv', 'mp4'], { crf: 18, rotate: 90 });
    expect(new Set((await runFfmpeg('ffprobe', ...shown, many)).match(/\d+/g))).toEqual(new Set(['96']));
  });

  it('where its bright parts are mapped to fewer tones', async () => {
    await make('bright.mkv', ...picture('25'), '-pix_fmt', 'yuv420p10le', ...HDR);
    await compare(['bright.mkv', 'mkv', 'mp4'], { crf: 18 }, SHORT);
  });

  it('with subtitles drawn on it, as hevc', async () => {
    const lines = ['00:00:00,500 --> 00:00:02,600\nOver a seam', '00:00:03,000 --> 00:00:04,500\nTwo'];
    writeFileSync(path('words.srt'), lines.map((line, index) => `${index + 1}\n${line}\n\n`).join(''));
    const words = ['-i', path('words.srt'), '-c:s', 'subrip', '-map', '0', '-map', '1'];
    await make('words.mkv', ...picture('25'), ...words, ...H264);
    const options = { subtitles: 'burn', video_codec: 'hevc', crf: 18 };
    const { many } = await compare(['words.mkv', 'mkv', 'mp4'], options, SHORT);
    expect((await look(many)).streams[0]).toMatchObject({ codec_name: 'hevc', codec_tag_string: 'hvc1' });
  });
});

describe('a long video', TIME, () => {
  it('reports how far it is by its chunks, which give way to all else, and leaves none of them behind', async () => {
    await make('progress.mp4', ...picture('25'), ...tone(440), ...H264, '-c:a', 'aac');
    const percents: number[] = [];
    const nice = new Set<number>();
    const before = stored();
    const onProgress = (percent: number) => {
      percents.push(percent);
      for (const pid of descendantsOf(process.pid)) nice.add(niceOf(pid));
    };
    await convert(chunked, ['progress.mp4', 'mp4', 'webm'], {}, { onProgress });
    expect(nice).toContain(15);
    expect(percents.filter((percent) => percent > 20 && percent < 90).length).toBeGreaterThan(1);
    expect(stored() - before).toBe(2);
  });

  it('ends with all its chunks when it is not wanted any more', async () => {
    await make('unwanted.mp4', ...picture('25', 20), ...H264);
    const ending = new AbortController();
    const before = stored();
    const conversion = convert(
      chunked,
      ['unwanted.mp4', 'mp4', 'webm'],
      {},
      {
        signal: ending.signal,
        onProgress: (percent) => percent > 10 && ending.abort(),
      },
    );
    await expect(conversion).rejects.toThrow();
    expect(stored() - before).toBe(1);
  });

  it('is not divided where a bitrate is set, or nothing has to be encoded', async () => {
    await make('copied.mp4', ...picture('25'), ...H264);
    const watched = { onLong: () => Promise.reject(new Error('divided')) };
    await convert(chunked, ['copied.mp4', 'mp4', 'mkv'], {}, watched);
    await convert(chunked, ['copied.mp4', 'mp4', 'mkv'], { video_bitrate: 200 }, watched);
  });
});
