import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convert } from '../media/convert.ts';
import { runFfmpeg } from '../media/run-ffmpeg.ts';
import { failure } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

const path = (name: string) => join(folder, name);
const make = (name: string, ...args: readonly string[]) => runFfmpeg('ffmpeg', '-y', ...args, path(name));
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
  /** Five pictures, of which each is seen for so many seconds. */
  const slow = async (seconds: number): Promise<string> => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=25:duration=0.2', '-c:v', 'libx264', '-bf', '0'];
    await make('slow.mov', ...source, '-video_track_timescale', '1');
    const file = readFileSync(path('slow.mov'));
    const times = file.indexOf('stts') + 8;
    file.writeUInt32BE(1, times);
    file.writeUInt32BE(5, times + 4);
    file.writeUInt32BE(seconds, times + 8);
    for (const [box, unit, length] of [
      ['mvhd', 16, 20],
      ['mdhd', 16, 20],
    ] as const) {
      file.writeUInt32BE(1, file.indexOf(box) + unit);
      file.writeUInt32BE(5 * seconds, file.indexOf(box) + length);
    }
    file.writeUInt32BE(5 * seconds, file.indexOf('tkhd') + 24);
    // No list of edits that says otherwise.
    file.write('free', file.indexOf('edts'), 'latin1');
    writeFileSync(path('slow.mov'), file);
    return path('slow.mov');
  };
  const framesOf = async (file: string) =>
    Number(
      await runFfmpeg('ffprobe', '-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', file),
    );

  it('keeps its frames at a variable rate, and gets few more at a constant rate', async () => {
    const source = await slow(7200);
    expect(await framesOf(await convert(source, 'mov', 'mkv'))).toBe(5);
    const steady = await convert(source, 'mov', 'avi');
    expect(await framesOf(steady)).toBeLessThan(40_000);
    expect(await lengthOf(steady)).toBeCloseTo(36_000, -2);
  });

  it('keeps its timing where they are seconds apart', async () => {
    const result = await convert(await slow(2), 'mov', 'avi');
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
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=3:sample_rate=8000', '-c:a', 'aac'];
  await make('plain.m4a', ...sound, '-f', 'ipod', '-use_editlist', '0', '-map_metadata', '-1', '-fflags', '+bitexact');
  const box = (type: string, ...content: readonly Buffer[]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), ...content]);
    return Buffer.concat([Buffer.from(Uint32Array.of(body.length + 4).buffer).swap32(), body]);
  };
  const [none, text] = [Buffer.alloc(4), (value: string) => Buffer.from(value, 'latin1')];
  const priming = text(` 00000000 ${(2048).toString(16).padStart(8, '0')} 00000000 ${'0'.repeat(16)}`);
  const named = [box('mean', none, text('com.apple.iTunes')), box('name', none, text('iTunSMPB'))];
  const item = box('----', ...named, box('data', Buffer.from('0000000100000000', 'hex'), priming));
  const handler = box('hdlr', none, none, text('mdirappl'), Buffer.alloc(9));
  const tags = box('udta', box('meta', none, handler, box('ilst', item)));
  const file = readFileSync(path('plain.m4a'));
  const moov = file.indexOf('moov') - 4;
  const size = file.readUInt32BE(moov);
  expect(moov + size).toBe(file.length);
  file.writeUInt32BE(size + tags.length, moov);
  writeFileSync(path('primed.m4a'), Buffer.concat([file, tags]));
  expect(await lengthOf(await convert(path('primed.m4a'), 'm4a', 'wav'))).toBeCloseTo(2.94, 1);
});
