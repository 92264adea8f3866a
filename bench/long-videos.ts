import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChunkStep } from '../functions/conversion/chunks.ts';
import type { FormatName } from '../functions/conversion/formats.ts';
import type { Options } from '../functions/conversion/options.ts';
import type { HostPool } from '../functions/sandbox/host-pool.ts';
import { removeFolder } from '../functions/sandbox/remove-folder.ts';
import { makeServiceFolder } from '../local/service-folder.ts';
import { compareSeams } from './chunk-seams.ts';
import { convertVideo, planOf, videoPool } from './chunks-of-video.ts';
import { makeLecture } from './lecture.ts';
import { table } from './measure.ts';
import { processorTimeOf } from './processor-time.ts';

/** The duration of the video in minutes. An hour takes two hours on two processors, or less with a sample of its chunks. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
/** The largest count of encoded chunks, spread over the video: the others are assumed to take as long. */
const MOST_ENCODED = Number(process.env.BENCH_CHUNKS ?? 1000);
const WORKERS = 10;

/** The target of a video. */
export interface VideoTarget {
  readonly target: FormatName;
  readonly codec: string;
  /** With which its pictures are not copied. */
  readonly options: Options;
}

const TARGETS: readonly VideoTarget[] = [
  { target: 'mp4', codec: 'H.264', options: { crf: 23 } },
  { target: 'webm', codec: 'VP9', options: {} },
];

/** The slowest encoder of all, of which only seams are looked at. */
const HEVC: VideoTarget = { target: 'mp4', codec: 'HEVC', options: { video_codec: 'hevc', crf: 28 } };

/**
 * A long video in chunks by workers in turns, against the same video encoded by one of them. Times are those of processors:
 * with ten workers it lasts as long as planning, the longest share of a worker, and the join. Then how alike the frames of
 * short videos are to their sources, both ways.
 */
export async function benchLongVideos(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-long-'));
  const service = await makeServiceFolder();
  const pool = videoPool(service);
  try {
    const source = await makeLecture(folder, MINUTES);
    const rows = [];
    for (const target of TARGETS) rows.push(await measure(pool, { folder, source }, target));
    const head = ['', 'one worker', 'chunks', 'longest', 'all', 'plan and join', `${WORKERS} workers`, 'times faster'];
    return [table(head, rows), await compareSeams(pool, folder, [...TARGETS, HEVC])].join('\n\n');
  } finally {
    await pool.stop();
    await removeFolder(service);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface LongSource {
  readonly folder: string;
  readonly source: string;
}

async function measure(
  pool: HostPool,
  { folder, source }: LongSource,
  { target, codec, options }: VideoTarget,
): Promise<string[]> {
  const run = (step: ChunkStep, paths: readonly string[], result: string) =>
    processorTimeOf(() => convertVideo(pool, { step, target, options, paths, result: join(folder, result) }));
  let chunks: Awaited<ReturnType<typeof planOf>> = [];
  const plan = await processorTimeOf(async () => {
    chunks = await planOf(pool, { source, target, options }, 60);
  });
  const count = Math.min(chunks.length, MOST_ENCODED);
  /** The chunk that is encoded and stands for this one, which shows the same. */
  const standIn = (i: number) => Math.ceil((Math.floor((i * count) / chunks.length) * chunks.length) / count);
  const times: number[] = [];
  for (const [i, chunk] of chunks.entries())
    times[i] =
      standIn(i) === i
        ? await run({ step: 'encode', ...chunk, end: chunks[i + 1]?.start }, [source], `${target}-${i}`)
        : (times[standIn(i)] ?? 0);
  const paths = chunks.map((_, i) => join(folder, `${target}-${standIn(i)}`));
  const parts = chunks.map(({ start }, i) => ({ start, bytes: statSync(paths[i] ?? '').size }));
  const joinStep = { step: 'join', bytes: statSync(source).size, chunks: parts } as const;
  const joining = await run(joinStep, [source, ...paths], `joined.${target}`);
  const whole = { step: 'encode', from: 0, start: 0, end: chunks[count]?.start } as const;
  const one = ((await run(whole, [source], `whole.${target}`)) * chunks.length) / count;
  const together = plan + joining + longestShare(times);
  return [
    `${MINUTES} min of 1080p, mkv to ${target} (${codec})`,
    seconds(one),
    count < chunks.length ? `${chunks.length}, of which ${count} encoded` : String(count),
    seconds(Math.max(...times)),
    seconds(times.reduce((sum, time) => sum + time, 0)),
    seconds(plan + joining),
    seconds(together),
    (one / together).toFixed(1),
  ];
}

/** The makespan of workers, each of which takes the next chunk when it has finished one. */
function longestShare(times: readonly number[]): number {
  const workers = Array<number>(WORKERS).fill(0);
  for (const time of times) {
    const first = workers.indexOf(Math.min(...workers));
    workers[first] = (workers[first] ?? 0) + time;
  }
  return Math.max(...workers);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(0)} s`;
}
