import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QUALITIES } from '../../functions/conversion/quality.ts';
import { ffmpeg } from '../../functions/engines/ffmpeg.ts';
import { runFfmpeg } from '../../test/media/run-ffmpeg.ts';
import { convertContent, stopEngines } from '../../test/support/engine.ts';
import { table } from '../measure.ts';
import { sizePictures } from './size-pictures.ts';
import { bytesAt } from './sizes.ts';
import { ssimOf } from './ssim.ts';

/** What x264 documents as sane, and more: its curve. */
const FACTORS = [16, 19, 22, 25, 28, 31];
/** Of the levels of LAME that the qualities stand for. */
const LEVELS = { low: '6', medium: '3', high: '0' } as const;
const SECONDS = '3';

/** Bytes of mp4 and mp3 at each quality over those of x264 with its own settings at the same SSIM, and of LAME at its levels. */
export async function benchMediaSizes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-media-sizes-'));
  const rows: (string | number)[][] = [];
  try {
    for (const [name, png] of Object.entries(await sizePictures())) {
      const film = await makeFilm(folder, name.replaceAll(' ', '-'), png);
      const curve: Awaited<ReturnType<typeof encode>>[] = [];
      for (const factor of FACTORS.toReversed()) curve.push(await encode(folder, film, factor));
      for (const quality of QUALITIES) {
        const { path } = await convertContent(ffmpeg, folder, readFileSync(film), ['mkv', 'mp4'], { quality });
        const [ssim, bytes] = [ssimOf(film, path), statSync(path).size];
        const theirs = bytesAt(curve, ssim);
        rows.push([name, 'mp4', quality, ssim.toFixed(4), bytes, 'x264', theirs ? (bytes / theirs).toFixed(2) : '']);
      }
    }
    const sound = await makeSound(folder);
    for (const quality of QUALITIES) {
      const { path } = await convertContent(ffmpeg, folder, readFileSync(sound), ['wav', 'mp3'], { quality });
      const level = LEVELS[quality];
      const lame = join(folder, 'lame.mp3');
      await run(['-i', sound, '-c:a', 'libmp3lame', '-q:a', level, lame]);
      const bytes = statSync(path).size;
      rows.push(['chords', 'mp3', quality, '', bytes, `LAME -V ${level}`, (bytes / statSync(lame).size).toFixed(2)]);
    }
    return table(['source', 'format', 'quality', 'SSIM', 'bytes', 'against', 'ratio (goal 1.00)'], rows);
  } finally {
    await stopEngines();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A picture over which a camera goes, without loss. */
async function makeFilm(folder: string, name: string, png: Buffer): Promise<string> {
  const [still, film] = [join(folder, `${name}.png`), join(folder, `${name}.mkv`)];
  writeFileSync(still, png);
  const way = "crop=640:360:'(iw-640)*t/6':'(ih-360)*(0.5+0.4*sin(t))',format=yuv420p";
  await run(['-loop', '1', '-r', '25', '-t', SECONDS, '-i', still, '-vf', way, '-c:v', 'ffv1', film]);
  return film;
}

/** Chords that swell and fade, with noise as of cymbals. */
async function makeSound(folder: string): Promise<string> {
  const sound = join(folder, 'chords.wav');
  const tones = [220, 277.18, 329.63, 440].map((tone, at) => `0.12*sin(2*PI*${tone}*t)*(1+sin(${at + 1}*t))`);
  const source = `aevalsrc='${tones.join('+')}+0.05*(random(0)-0.5)*mod(-2*t,1)|0.7*sin(2*PI*330*t)*mod(-t,1)':d=20:s=44100`;
  await run(['-f', 'lavfi', '-i', source, sound]);
  return sound;
}

async function encode(folder: string, film: string, factor: number) {
  const path = join(folder, 'reference.mp4');
  await run(['-i', film, '-c:v', 'libx264', '-crf', `${factor}`, path]);
  return { ssim: ssimOf(film, path), bytes: statSync(path).size };
}

function run(args: readonly string[]): Promise<string> {
  return runFfmpeg('ffmpeg', '-y', ...args);
}
