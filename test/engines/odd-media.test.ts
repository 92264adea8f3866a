import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { look } from '../media/look.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { TONE, workbench } from '../media/workbench.ts';
import { failure } from '../support/failure.ts';

const { path, make, convert } = workbench();
/** See the README beside them. */
const fixture = (name: string) => join(import.meta.dirname, '../media/fixtures', name);
const lengthOf = async (file: string) =>
  Number(await runFfmpeg('ffprobe', '-show_entries', 'format=duration', '-of', 'csv=p=0', file));
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=25:duration=3', '-c:v', 'mpeg4'];

it('a still video lasts nearly as long in Theora', async () => {
  await make('still.mkv', '-f', 'lavfi', '-i', 'color=red:size=64x48:rate=10:duration=6', '-c:v', 'libx264');
  const length = await lengthOf(await convert(path('still.mkv'), 'mkv', 'ogv'));
  expect(length).toBeGreaterThan(5.5);
  expect(length).toBeLessThan(6.1);
});

describe('an AVI whose header counts more frames than there are', () => {
  const claiming = (file: Buffer, times: number) => {
    const main = file.indexOf('avih') + 24;
    const stream = file.indexOf('strh') + 40;
    for (const at of [main, stream]) file.writeUInt32LE(file.readUInt32LE(at) * times, at);
    return file;
  };

  it('is converted where the file ends as stated', async () => {
    await make('plain.avi', ...PICTURES);
    writeFileSync(path('more.avi'), claiming(readFileSync(path('plain.avi')), 4));
    expect(await lengthOf(path('more.avi'))).toBe(12);
    for (const target of ['mxf', 'mp4'] as const)
      expect(await lengthOf(await convert(path('more.avi'), 'avi', target))).toBeCloseTo(3, 1);
  });

  it('is refused where it does not end there, or states no size', async () => {
    const file = claiming(readFileSync(path('plain.avi')), 4);
    writeFileSync(path('cut.avi'), file.subarray(0, -10_000));
    expect((await failure(convert(path('cut.avi'), 'avi', 'mp4'))).code).toBe('UNREADABLE_FILE');
    file.writeUInt32LE(0, 4);
    writeFileSync(path('unsaid.avi'), file);
    expect((await failure(convert(path('unsaid.avi'), 'avi', 'mp4'))).code).toBe('UNREADABLE_FILE');
  });
});

describe('a video with hours between its frames', () => {
  const framesOf = async (file: string) =>
    Number(
      await runFfmpeg('ffprobe', '-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', file),
    );

  it('keeps its frames at a variable rate, and gets few more at a constant rate', async () => {
    const source = fixture('frames-of-two-hours.mov');
    expect(await framesOf(await convert(source, 'mov', 'mkv'))).toBe(5);
    const steady = await convert(source, 'mov', 'avi');
    expect(await framesOf(steady)).toBeLessThan(40_000);
    expect(await lengthOf(steady)).toBeCloseTo(36_000, -2);
  });

  it('keeps its timing where they are seconds apart', async () => {
    const result = await convert(fixture('frames-of-two-seconds.mov'), 'mov', 'avi');
    expect(await lengthOf(result)).toBeCloseTo(10, 0);
    expect(await framesOf(result)).toBeLessThan(60);
  });
});

describe('a video in a profile that browsers do not play', () => {
  const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=25:duration=1'];
  const formatOf = async (file: string) =>
    (await runFfmpeg('ffprobe', '-show_entries', 'stream=codec_name,pix_fmt', '-of', 'csv=p=0', file)).trim();

  it.each([
    ['libx264', 'yuv420p10le', 'mp4', 'h264,yuv420p'],
    ['libx264', 'yuv422p', 'mov', 'h264,yuv420p'],
    ['libx264', 'yuv444p', 'm4v', 'h264,yuv420p'],
    ['libx265', 'yuv422p10le', 'mp4', 'h264,yuv420p'],
    ['libx265', 'yuv420p10le', 'mp4', 'hevc,yuv420p10le'],
  ] as const)('%s in %s becomes %s as %s', async (encoder, pixels, target, made) => {
    const name = `${encoder}-${pixels}.mkv`;
    await make(name, ...PICTURE, '-c:v', encoder, '-pix_fmt', pixels, '-preset', 'ultrafast');
    expect(await formatOf(await convert(path(name), 'mkv', target))).toBe(made);
  });

  it('is copied into mkv, whose players play it', async () => {
    await make('ten.mp4', ...PICTURE, '-c:v', 'libx264', '-pix_fmt', 'yuv420p10le');
    expect(await formatOf(await convert(path('ten.mp4'), 'mp4', 'mkv'))).toBe('h264,yuv420p10le');
  });

  it('is copied where it is too large to be encoded', async () => {
    const large = ['-f', 'lavfi', '-i', 'color=red:size=4200x2400:rate=25:duration=0.2'];
    await make('large.mkv', ...large, '-c:v', 'libx264', '-pix_fmt', 'yuv444p', '-preset', 'ultrafast');
    expect(await formatOf(await convert(path('large.mkv'), 'mkv', 'mp4'))).toBe('h264,yuv444p');
  });
});

describe('a video whose beginning is hidden by a list of edits', () => {
  const brighter = "color=black:size=64x48:rate=25:duration=4,geq=lum='40+2*N':cb=128:cr=128";
  const tone = "aevalsrc='0.5*sin(2*PI*440*t)*gte(t,2)':duration=4";
  const measured = async (pattern: RegExp, ...args: readonly string[]) =>
    Number(pattern.exec(await runFfmpeg('ffmpeg', ...args, '-f', 'null', '-'))?.[1]);

  it.each(['mkv', 'mp4', 'ts'] as const)('does not show it in %s', async (target) => {
    const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '100', '-c:a', 'aac'];
    await make('whole.mp4', '-f', 'lavfi', '-i', brighter, '-f', 'lavfi', '-i', tone, ...codecs);
    await make('trimmed.mov', '-ss', '2', '-i', path('whole.mp4'), '-c', 'copy');
    const result = await convert(path('trimmed.mov'), 'mov', target);
    expect(await lengthOf(result)).toBeCloseTo(2, 0.7);
    const brightness = 'signalstats,metadata=print:file=-';
    const first = await measured(/YAVG=([\d.]+)/, '-i', result, '-vf', brightness, '-frames:v', '1');
    expect(first).toBeGreaterThan(135);
    // The tone begins where the hidden part ends.
    const level =
      'atrim=start=0.05:end=0.15,astats=metadata=1,ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-';
    expect(await measured(/RMS_level=(-[\d.]+)/, '-i', result, '-vn', '-af', level)).toBeGreaterThan(-40);
  });
});

it('sound of a low rate is whole without its priming, which iTunes states', async () => {
  expect(await lengthOf(await convert(fixture('primed.m4a'), 'm4a', 'wav'))).toBeCloseTo(2.94, 1);
});

async function tagsOf(name: string, source: FormatName, target: FormatName): Promise<Record<string, string>> {
  const { tags, streams } = await look(await convert(name, source, target));
  const [{ tags: ofStream = {} } = {}] = streams;
  return Object.fromEntries(Object.entries({ ...ofStream, ...tags }).map(([key, value]) => [key.toLowerCase(), value]));
}

it.each([
  ['windows-1251', 'Группа крови'],
  ['shift-jis', 'さくらのうたをきく'],
  ['latin-1', 'Für Elise, Größe'],
])('a tag in %s that ID3 calls Latin-1 is read as that', async (encoding, title) => {
  for (const target of ['m4a', 'ogg'] as const)
    expect((await tagsOf(fixture(`title-in-${encoding}.mp3`), 'mp3', target)).title).toBe(title);
});

it('a tag of WAV in an old encoding is kept', async () => {
  expect((await tagsOf(fixture('title-in-latin-1.wav'), 'wav', 'mp3')).title).toBe('Café');
});

it.each(['ogg', 'opus'] as const)('%s keeps a cover, byte for byte', async (target) => {
  await make('front.png', '-f', 'lavfi', '-i', 'testsrc2=size=320x320', '-frames:v', '1');
  const cover = ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await make('front.mp3', ...TONE, '-i', path('front.png'), ...cover);
  const result = await convert('front.mp3', 'mp3', target);
  await runFfmpeg('ffmpeg', '-y', '-i', result, '-map', '0:v', '-c', 'copy', '-f', 'rawvideo', path('kept'));
  expect(readFileSync(path('kept')).equals(readFileSync(path('front.png')))).toBe(true);
});

describe('a video with transparency', () => {
  /** Red that is seen only in the right half. */
  const HALF = "color=red:size=64x64:rate=5:duration=1,format=rgba,geq=r=255:g=0:b=0:a='if(lt(X,32),0,255)'";
  /** The first frame's colours on the left and the right. */
  async function halves(file: string, ...decoder: readonly string[]): Promise<(readonly number[])[]> {
    await runFfmpeg(
      'ffmpeg',
      '-y',
      ...decoder,
      '-i',
      file,
      '-frames:v',
      '1',
      '-pix_fmt',
      'rgba',
      '-f',
      'rawvideo',
      path('rgba'),
    );
    const pixels = readFileSync(path('rgba'));
    return [8, 56].map((x) => [...pixels.subarray((32 * 64 + x) * 4, (32 * 64 + x + 1) * 4)].map(roughly));
  }
  const roughly = (level: number) => Math.round(level / 51) * 51;
  const RED = [255, 0, 0, 255];
  const WHITE = [255, 255, 255, 255];

  it.each(['libvpx', 'libvpx-vp9'])('of %s in WebM does not show the colours that it hides', async (codec) => {
    await make('half.webm', '-f', 'lavfi', '-i', HALF, '-c:v', codec, '-pix_fmt', 'yuva420p', '-auto-alt-ref', '0');
    for (const target of ['gif', 'apng', 'png'] as const) {
      const [left, right] = await halves(await convert(path('half.webm'), 'webm', target));
      expect([target, left?.[3], right]).toEqual([target, 0, RED]);
    }
    for (const target of ['mp4', 'jpg'] as const)
      expect(await halves(await convert(path('half.webm'), 'webm', target)), target).toEqual([WHITE, RED]);
  });

  it.each([
    ['mov', ['prores_ks', '-profile:v', '4444', '-pix_fmt', 'yuva444p10le']],
    ['mov', ['qtrle', '-pix_fmt', 'argb']],
    ['webm', ['libvpx-vp9', '-pix_fmt', 'yuva420p']],
  ] as const)('in %s as %s stays transparent in WebM', async (source, codec) => {
    await make(`clip.${source}`, '-f', 'lavfi', '-i', HALF, '-c:v', ...codec);
    const [left, right] = await halves(await convert(`clip.${source}`, source, 'webm'), '-c:v', 'libvpx-vp9');
    expect([left?.[3], right]).toEqual([0, RED]);
  });
});
