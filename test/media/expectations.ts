import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { describeFormat, type FormatName } from '../../functions/conversion/formats.ts';
import { codecs, look } from './look.ts';
import { runFfmpeg } from './run-ffmpeg.ts';
import { DURATION } from './sources.ts';

const H264_FAMILY = ['h264', 'hevc', 'mpeg4'];

/** Codecs that players expect in a format: of pictures, of sound. */
// biome-ignore format: a table, one line a format
const CODECS: Partial<Record<FormatName, readonly (readonly string[])[]>> = {
  mp4: [['h264', 'hevc', 'av1'], ['aac']],
  m4v: [['h264'], ['aac']],
  mov: [[...H264_FAMILY, 'mjpeg'], ['aac', 'mp3', 'ac3', 'alac', 'pcm_s16be', 'pcm_s16le']],
  mkv: [[...H264_FAMILY, 'vp8', 'vp9', 'mpeg2video', 'mpeg1video', 'theora'], ['aac', 'mp3', 'mp2', 'ac3', 'flac', 'vorbis', 'pcm_s16le']],
  webm: [['vp8', 'vp9', 'av1'], ['opus', 'vorbis']],
  avi: [['mpeg4', 'mjpeg'], ['mp3', 'ac3', 'pcm_s16le']],
  wmv: [['wmv1', 'wmv2'], ['wmav1', 'wmav2']],
  flv: [['h264', 'flv1'], ['aac']],
  mpg: [['mpeg1video', 'mpeg2video'], ['mp2', 'ac3']],
  vob: [['mpeg1video', 'mpeg2video'], ['mp2', 'ac3']],
  ts: [['h264', 'hevc', 'mpeg2video'], ['aac', 'mp2', 'mp3', 'ac3']],
  '3gp': [['h264', 'mpeg4'], ['aac']],
  '3g2': [['h264', 'mpeg4'], ['aac']],
  ogv: [['theora'], ['vorbis']],
  mxf: [['mpeg2video'], ['pcm_s16le']],
  mp3: [[], ['mp3']], m4a: [[], ['aac', 'alac']], m4b: [[], ['aac', 'alac']], m4r: [[], ['aac']], aac: [[], ['aac']], flac: [[], ['flac']], wav: [[], ['pcm_s16le', 'pcm_s24le']],
  ogg: [[], ['vorbis']], opus: [[], ['opus']], aiff: [[], ['pcm_s16be', 'pcm_s24be']], wma: [[], ['wmav1', 'wmav2']],
  ac3: [[], ['ac3']], eac3: [[], ['eac3']], au: [[], ['pcm_s16be', 'pcm_s24be']],
  caf: [[], ['pcm_s16le', 'pcm_s24le', 'pcm_s16be', 'alac']], mp2: [[], ['mp2']],
  mka: [[], ['opus', 'aac', 'mp3', 'mp2', 'vorbis', 'ac3', 'eac3', 'flac', 'alac', 'dts']],
  wv: [[], ['wavpack']],
};

const ANIMATIONS: readonly FormatName[] = ['gif', 'apng', 'webp', 'avif'];
/** Of the animations that the sources are. */
const FRAME = [33, 23] as const;
/** Of videos, and of AVIF, whose encoder makes no smaller ones. */
const LARGE_FRAME = [96, 64] as const;

/** Expects that a result is what its source was, in the format of the target. */
export async function expectResult(path: string, source: FormatName, target: FormatName): Promise<void> {
  const { category } = describeFormat(target);
  const still = describeFormat(source).category === 'image' && !ANIMATIONS.includes(source);
  if (target === 'pdf') return expectPage(path);
  if (category === 'subtitle') return expectSubtitles(path, target);
  if (describeFormat(source).category === 'subtitle') return expectTranscript(path);
  if (category !== 'image') return expectMedia(path, source, target);
  if (!still && ANIMATIONS.includes(target)) return expectAnimation(path, target);
  if (!still) {
    const [width, height] = source === 'avif' || describeFormat(source).category === 'video' ? LARGE_FRAME : FRAME;
    await expectSize(path, target, width, height);
    return;
  }
  return expectQuarters(path, source, target);
}

async function expectPage(path: string): Promise<void> {
  const pdf = await readFile(path, 'latin1');
  expect(pdf).toMatch(/^%PDF-1/);
  expect(pdf).toContain('/Width 40/Height 32');
  expect(pdf.trimEnd()).toMatch(/%%EOF$/);
}

async function expectTranscript(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  for (const words of ['Hello world', 'Zwei Zeilen: äöü', '中文']) expect(text).toContain(words);
}

async function expectMedia(path: string, source: FormatName, target: FormatName): Promise<void> {
  const found = await look(path);
  const [video = [], audio = []] = CODECS[target] ?? [];
  const silent = describeFormat(source).category === 'image';
  expect(codecs(found, 'video').length, 'video streams').toBe(video.length > 0 ? 1 : 0);
  expect(codecs(found, 'audio').length, 'audio streams').toBe(silent ? 0 : 1);
  for (const codec of codecs(found, 'video')) expect(video).toContain(codec);
  for (const codec of codecs(found, 'audio')) expect(audio).toContain(codec);
  // A film of one picture is as long as that takes to be shown.
  if (silent && !ANIMATIONS.includes(source)) return;
  expect(Math.abs(found.duration - DURATION), `${found.duration} seconds`).toBeLessThan(0.11);
}

async function expectAnimation(path: string, target: FormatName): Promise<void> {
  if (target === 'webp') {
    const { pages, delay = [] } = await sharp(path, { animated: true }).metadata();
    expect(pages).toBeGreaterThan(5);
    expect(Math.abs(delay.reduce((sum, each) => sum + each, 0) / 1000 - DURATION)).toBeLessThan(0.11);
    return;
  }
  const { packets, duration } = await look(path);
  expect(packets).toBeGreaterThan(5);
  expect(Math.abs(duration - DURATION), `${duration} seconds`).toBeLessThan(0.11);
}

async function expectSubtitles(path: string, target: FormatName): Promise<void> {
  const text = await readFile(path, 'utf8');
  const begin = { srt: /^1\r?\n00:00:00,50\d/, vtt: /^WEBVTT/, ass: /^\[Script Info\]/, ttml: /<tt\b/, lrc: /^\[/ };
  expect(text).toMatch(begin[target as keyof typeof begin]);
  expect(text).toMatch(/Hello/);
  expect(text).toMatch(/Zwei Zeilen: äöü/);
  expect(text).toContain('中文');
  expect(text).toMatch(/0?0:01[.,]20?/);
}

async function expectSize(path: string, target: FormatName, width: number, height: number): Promise<Buffer> {
  const options = target === 'exr' ? ['-apply_trc', 'iec61966_2_1'] : [];
  const args = [...options, '-i', path, '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  const decoder = target === 'jp2' ? ['-c:v', 'jpeg2000'] : [];
  await runFfmpeg('ffmpeg', '-y', ...decoder, ...args, `${path}.rgb`);
  const pixels = await readFile(`${path}.rgb`);
  expect(pixels.length, 'size of the picture').toBe(width * height * 3);
  return pixels;
}

const GREY: readonly FormatName[] = ['pgm', 'pbm'];

async function expectQuarters(path: string, source: FormatName, target: FormatName): Promise<void> {
  // Icons are square.
  if (target === 'ico') return;
  const [width, height] = source === 'heic' ? HEIC_SIZE : [40, 32];
  const pixels = await expectSize(path, target, width, height);
  const at = (x: number, y: number) => pixels.subarray((y * width + x) * 3).subarray(0, 3);
  const [first, last] = [at(width >> 2, height >> 2), at((width * 3) >> 2, (height * 3) >> 2)];
  if (source !== 'heic') expect(Math.min(...last), `white is ${last}`).toBeGreaterThan(235);
  if (GREY.includes(source) || GREY.includes(target)) return;
  const [red, ...others] = first;
  expect(red, `red is ${first}`).toBeGreaterThan(180);
  expect(Math.max(...others), `red is ${first}`).toBeLessThan(70);
}

/** Of test/pictures/quarters.heic. */
const HEIC_SIZE = [64, 64] as const;
