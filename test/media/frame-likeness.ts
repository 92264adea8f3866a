import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFfmpeg } from './run-ffmpeg.ts';

/** How alike each frame of a video is to that of another, from 0 to 1 (SSIM). @param folder for what is noted meanwhile */
export async function frameLikeness(file: string, other: string, folder: string): Promise<readonly number[]> {
  const log = join(folder, `${randomUUID()}.log`);
  const graph = `[0:v]settb=1/1000,setpts=N[a];[1:v]settb=1/1000,setpts=N[b];[a][b]ssim=stats_file=${log}`;
  await runFfmpeg('ffmpeg', '-i', file, '-i', other, '-lavfi', graph, '-f', 'null', '-');
  return [...readFileSync(log, 'utf8').matchAll(/All:([\d.]+)/g)].map(([, value]) => Number(value));
}

/** Those of some frames, in the mean. */
export function meanOf(likeness: readonly number[], frames: readonly number[]): number {
  return frames.reduce((sum, frame) => sum + (likeness[frame] ?? Number.NaN), 0) / frames.length;
}

/** Three frames before and after each of these. */
export function around(frames: readonly number[]): readonly number[] {
  return frames.flatMap((frame) => [-3, -2, -1, 0, 1, 2].map((i) => frame + i));
}
