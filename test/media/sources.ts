import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

/** How long the sources last, in seconds. */
export const DURATION = 2;

const PICTURE = ['-f', 'lavfi', '-i', `testsrc2=size=96x64:rate=25:duration=${DURATION}`];
const SOUND = ['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${DURATION}`];
const STEREO = ['-ac', '2'];
const BOTH = [...PICTURE, ...SOUND];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** How media files are made: with codecs as they occur in the wild, rather than those that the engine writes. */
// biome-ignore format: a table, one line a format
const RECIPES = {
  mp4: [...BOTH, ...H264, '-c:a', 'aac', ...STEREO],
  mov: [...BOTH, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16be', ...STEREO],
  mkv: [...BOTH, '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'flac'],
  webm: [...BOTH, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis', ...STEREO],
  avi: [...BOTH, '-c:v', 'libxvid', '-c:a', 'libmp3lame'],
  wmv: [...BOTH, '-c:v', 'wmv1', '-c:a', 'wmav1', ...STEREO, '-f', 'asf'],
  flv: [...BOTH, '-c:v', 'flv1', '-c:a', 'libmp3lame', '-ar', '44100'],
  mpg: [...BOTH, '-c:v', 'mpeg1video', '-c:a', 'mp2', '-f', 'mpeg'],
  ts: [...BOTH, '-c:v', 'mpeg2video', '-c:a', 'ac3', '-f', 'mpegts'],
  '3gp': [...BOTH, '-c:v', 'mpeg4', '-c:a', 'aac', '-f', '3gp'],
  '3g2': [...BOTH, ...H264, '-c:a', 'aac', '-f', '3g2'],
  ogv: [...BOTH, '-c:v', 'libtheora', '-c:a', 'libvorbis', ...STEREO],
  vob: [...BOTH, '-c:v', 'mpeg2video', '-c:a', 'ac3', '-f', 'vob'],
  mxf: [...BOTH, '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le', '-f', 'mxf'],
  mp3: [...SOUND, '-c:a', 'libmp3lame'],
  m4a: [...SOUND, '-c:a', 'alac', '-f', 'ipod'],
  aac: [...SOUND, '-c:a', 'aac', '-f', 'adts'],
  flac: [...SOUND, '-c:a', 'flac'],
  wav: [...SOUND, '-c:a', 'pcm_s24le'],
  ogg: [...SOUND, '-c:a', 'libvorbis'],
  opus: [...SOUND, '-c:a', 'libopus'],
  aiff: [...SOUND, '-c:a', 'pcm_s16be'],
  wma: [...SOUND, '-c:a', 'wmav2', '-f', 'asf'],
  ac3: [...SOUND, '-c:a', 'ac3'],
  eac3: [...SOUND, '-c:a', 'eac3'],
  dts: [...SOUND, '-c:a', 'dca', '-strict', '-2', ...STEREO],
  au: [...SOUND, '-c:a', 'pcm_mulaw', '-ar', '8000'],
  caf: [...SOUND, '-c:a', 'alac'],
  mp2: [...SOUND, '-c:a', 'mp2'],
  mka: [...SOUND, '-c:a', 'libopus', '-f', 'matroska'],
  wv: [...SOUND, '-c:a', 'wavpack'],
  tta: [...SOUND, '-c:a', 'tta'],
  spx: [...SOUND, '-c:a', 'libspeex', '-ar', '16000'],
  gif: [...PICTURE, '-filter:v', 'fps=10,scale=33:23'],
  apng: [...PICTURE, '-filter:v', 'fps=10,scale=33:23,format=rgba', '-f', 'apng'],
  webp: [...PICTURE, '-filter:v', 'fps=10,scale=33:23', '-c:v', 'libwebp_anim', '-lossless', '1', '-loop', '0'],
  avif: [...PICTURE, '-filter:v', 'fps=10,format=yuv420p', '-c:v', 'libsvtav1', '-preset', '10', '-f', 'avif'],
} as const satisfies Partial<Record<FormatName, readonly string[]>>;

/** Containers that hold subtitles, and the codec that is usual there. */
const SUBTITLED = {
  mp4: 'mov_text',
  mov: 'mov_text',
  '3gp': 'mov_text',
  '3g2': 'mov_text',
  mkv: 'ass',
  webm: 'webvtt',
};

/** Committed files: see make-fixtures.sh. */
const FIXTURES: Partial<Record<FormatName, string>> = {
  amr: 'tone.amr',
  ape: 'tone.ape',
  heic: '../../pictures/quarters.heic',
  ...Object.fromEntries(['srt', 'vtt', 'ass', 'ttml', 'lrc'].map((name) => [name, `subtitles.${name}`])),
  ...Object.fromEntries(
    [
      ...['tga', 'ppm', 'pgm', 'pbm', 'pam', 'pcx', 'sgi', 'dpx', 'exr', 'hdr', 'dds', 'psd', 'jp2', 'ico'],
      ...['cur', 'icns', 'png', 'jpg', 'tiff', 'svg'],
    ].map((name) => [name, `quarters.${name}`]),
  ),
};

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const STILLS = ['-i', fixture('quarters.ppm'), '-frames:v', '1'];

/** Makes a source of a format, by another tool than the one that will read it where there is one. */
export async function makeSource(format: FormatName, folder: string): Promise<string> {
  const path = join(folder, `source.${format}`);
  const committed = FIXTURES[format];
  if (committed) await copyFile(fixture(committed), path);
  else if (isKey(RECIPES, format)) await makeMedia(format, path);
  else await runFfmpeg('ffmpeg', '-y', ...STILLS, ...(format === 'jxl' ? ['-distance', '0'] : []), path);
  return path;
}

async function makeMedia(format: keyof typeof RECIPES, path: string): Promise<void> {
  const text = isKey(SUBTITLED, format) ? ['-i', fixture('subtitles.srt'), '-c:s', SUBTITLED[format]] : [];
  const inputs = RECIPES[format].lastIndexOf('-i') + 2;
  const [before, after] = [RECIPES[format].slice(0, inputs), RECIPES[format].slice(inputs)];
  await runFfmpeg('ffmpeg', '-y', ...before, ...text.slice(0, 2), ...after, ...text.slice(2), '-threads', '1', path);
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key);
}
