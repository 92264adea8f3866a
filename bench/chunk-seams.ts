import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { HostPool } from '../functions/sandbox/host-pool.ts';
import { around, frameLikeness, meanOf } from '../test/media/frame-likeness.ts';
import { runFfmpeg } from '../test/media/run-ffmpeg.ts';
import { convertVideo, planOf } from './chunks-of-video.ts';
import type { VideoTarget } from './long-videos.ts';
import { table } from './measure.ts';

const SECONDS = 24;
/** Of 29.97 frames. */
const RATE = 30_000 / 1001;
const CHUNK = 5;

/** 720p in which all moves, with B-frames and open groups of pictures. */
const MOVING = `testsrc2=size=1280x720:rate=30000/1001:duration=${SECONDS},rotate=t/6,noise=alls=6:allf=t`;
const OPEN = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '16', '-x264-params', 'open-gop=1:bframes=3:keyint=60'];

/** The same for a display with a high dynamic range: its tones are mapped to those of others. */
const BRIGHT = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p10le'];
const COLORS = 'log-level=none:open-gop=1:keyint=60:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc';

/**
 * How alike the frames of a video in chunks are to their source, against those of one that is encoded at once, with the
 * preset of chunks: goal 0.2 %. Where tones are mapped, the source is the same with the least loss.
 */
export async function compareSeams(pool: HostPool, folder: string, targets: readonly VideoTarget[]): Promise<string> {
  const [source, bright, mapped] = [join(folder, 'moving.mkv'), join(folder, 'bright.mkv'), join(folder, 'mapped.mkv')];
  const moving = ['-f', 'lavfi', '-i', MOVING];
  await runFfmpeg('ffmpeg', ...moving, ...OPEN, '-pix_fmt', 'yuv420p', source);
  await runFfmpeg('ffmpeg', ...moving, ...BRIGHT, '-x265-params', COLORS, bright);
  await convertVideo(pool, { target: 'mkv', options: { crf: 1 }, paths: [bright], result: mapped });
  const rows: string[][] = [];
  for (const target of targets) rows.push(...(await compare(pool, { folder, source, best: source }, target)));
  const toned: VideoTarget = { target: 'mp4', codec: 'H.264, tones mapped', options: { crf: 23 } };
  rows.push(...(await compare(pool, { folder, source: bright, best: mapped }, toned)));
  return table(['SSIM with the source', 'at once', 'in chunks', 'difference'], rows);
}

async function compare(
  pool: HostPool,
  { folder, source, best }: { readonly folder: string; readonly source: string; readonly best: string },
  { target, codec, options }: VideoTarget,
): Promise<string[][]> {
  const convert = async (
    paths: readonly string[],
    result: string,
    step?: Parameters<typeof convertVideo>[1]['step'],
  ) => {
    const path = join(folder, result);
    await convertVideo(pool, { step, target, options, paths, result: path });
    return path;
  };
  const chunks = await planOf(pool, { source, target, options }, CHUNK);
  const paths: string[] = [];
  for (const [i, chunk] of chunks.entries())
    paths.push(await convert([source], `${target}-${i}`, { step: 'encode', ...chunk, end: chunks[i + 1]?.start }));
  const parts = chunks.map(({ start }, i) => ({ start, bytes: statSync(paths[i] ?? '').size }));
  const step = { step: 'join', bytes: statSync(source).size, chunks: parts } as const;
  const whole = { step: 'encode', from: 0, start: 0 } as const;
  const many = await frameLikeness(await convert([source, ...paths], `many.${target}`, step), best, folder);
  const one = await frameLikeness(await convert([source], `one.${target}`, whole), best, folder);
  const seams = around(chunks.slice(1).map(({ start }) => Math.round(start * RATE)));
  const row = (what: string, frames: readonly number[]) => {
    const [alone, joined] = [meanOf(one, frames), meanOf(many, frames)];
    return [what, alone.toFixed(4), joined.toFixed(4), `${(100 * (joined / alone - 1)).toFixed(2)} %`];
  };
  const name = `${SECONDS} s of 720p to ${target} (${codec})`;
  return [
    row(`${name}, all ${one.length} frames`, [...one.keys()]),
    row(`${name}, ${seams.length} frames around ${chunks.length - 1} seams`, seams),
  ];
}
