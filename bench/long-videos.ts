import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chunk, type ChunkStep, LongVideo } from '../functions/conversion/chunks.ts';
import type { FormatName } from '../functions/conversion/formats.ts';
import { ffmpeg } from '../functions/engines/ffmpeg.ts';
import { HostPool } from '../functions/sandbox/host-pool.ts';
import { makeServiceFolder, removeServiceFolder } from '../local/service-folder.ts';
import { runFfmpeg } from '../test/media/run-ffmpeg.ts';
import { table } from './measure.ts';
import { processorTimeOf } from './processor-time.ts';

/** How long the video is. An hour takes two hours of two processors. */
const MINUTES = Number(process.env.BENCH_MINUTES ?? 10);
const WORKERS = 10;
const TARGETS: readonly (readonly [FormatName, string])[] = [
  ['mp4', 'H.264'],
  ['webm', 'VP9'],
];

/** A lecture: slides that change each half minute, and something that moves in a corner. */
const LECTURE = [
  `color=c=0xf0f0e8:size=1920x1080:rate=25:duration=${MINUTES * 60}`,
  'drawgrid=w=240:h=135:t=2:c=0x303060',
  "drawbox=x=100+40*mod(floor(t/30)\\,9):y=200:w=900:h=500:c=0x205080:t=fill:enable='mod(floor(t/30)\\,2)'[slides]",
  'testsrc2=size=480x360:rate=25[speaker]',
  '[slides][speaker]overlay=x=1400:y=680:shortest=1',
];

/**
 * A long video in chunks by workers in turns, against the same video encoded by one of them. Times are those of processors:
 * with ten workers it lasts as long as planning, the longest share of a worker, and the join.
 */
export async function benchLongVideos(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-long-'));
  const service = await makeServiceFolder();
  const most = { seconds: 100_000, secondsForMillion: 0, most: 100_000 };
  const engine = { ...ffmpeg, worker: { ...ffmpeg.worker, processorTime: most, timeout: 100_000 } };
  const pool = new HostPool(engine, { folder: join(service, 'hosts'), size: 1 });
  try {
    const source = join(folder, 'lecture.mkv');
    await makeLecture(source);
    const rows = [];
    for (const [target, codec] of TARGETS) rows.push(await measure(pool, { folder, source, target, codec }));
    const head = ['', 'one worker', 'chunks', 'longest', 'all', 'plan and join', `${WORKERS} workers`, 'times faster'];
    return table(head, rows);
  } finally {
    await pool.stop();
    await removeServiceFolder(service);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface LongVideoCase {
  readonly folder: string;
  readonly source: string;
  readonly target: FormatName;
  readonly codec: string;
}

async function measure(pool: HostPool, { folder, source, target, codec }: LongVideoCase): Promise<string[]> {
  const run = (step: ChunkStep, paths: readonly string[], result: string) =>
    processorTimeOf(() => convert(pool, { step, target, paths, result }));
  let chunks: readonly Chunk[] = [];
  const plan = await processorTimeOf(async () => {
    chunks = await planOf(pool, source, target);
  });
  const encoded: number[] = [];
  const pathOf = (i: number) => join(folder, `${target}-${i}`);
  for (const [i, chunk] of chunks.entries())
    encoded.push(await run({ step: 'encode', ...chunk, end: chunks[i + 1]?.start }, [source], pathOf(i)));
  const parts = chunks.map(({ start }, i) => ({ start, bytes: statSync(pathOf(i)).size }));
  const joinStep = { step: 'join', bytes: statSync(source).size, chunks: parts } as const;
  const joining = await run(joinStep, [source, ...chunks.map((_, i) => pathOf(i))], join(folder, `joined.${target}`));
  const one = await run({ step: 'encode', from: 0, start: 0 }, [source], join(folder, `whole.${target}`));
  const together = plan + joining + longestShare(encoded);
  return [
    `${MINUTES} min of 1080p, mkv to ${target} (${codec})`,
    seconds(one),
    String(chunks.length),
    seconds(Math.max(...encoded)),
    seconds(encoded.reduce((sum, time) => sum + time, 0)),
    seconds(plan + joining),
    seconds(together),
    (one / together).toFixed(1),
  ];
}

async function planOf(pool: HostPool, source: string, target: FormatName): Promise<readonly Chunk[]> {
  try {
    const plan = { step: 'plan', seconds: 60, always: true } as const;
    await convert(pool, { step: plan, target, paths: [source], result: `${source}.unused` });
  } catch (error) {
    if (error instanceof LongVideo) return error.chunks;
    throw error;
  }
  throw new Error('The video was not divided.');
}

interface Call {
  readonly step: ChunkStep;
  readonly target: FormatName;
  readonly paths: readonly string[];
  readonly result: string;
}

async function convert(pool: HostPool, { step, target, paths, result }: Call): Promise<void> {
  const order = { sourceFormat: 'mkv', targetFormat: target, quality: 'medium', options: {}, chunks: step } as const;
  await pool.convert(
    order,
    async () => allOf(paths),
    (_, { content }) => writeFile(result, content),
  );
}

async function* allOf(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path);
}

/** How long the last of the workers is at work, each of whom takes the next chunk when done with one. */
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

async function makeLecture(path: string): Promise<void> {
  const drawing = [...LECTURE.slice(0, 3)].join(',');
  const graph = [drawing, ...LECTURE.slice(3)].join(';');
  const pictures = ['-filter_complex', graph, '-c:v', 'mpeg4', '-q:v', '5', '-g', '250'];
  const sound = ['-f', 'lavfi', '-i', `anoisesrc=d=${MINUTES * 60}:c=pink:a=0.1`, '-c:a', 'aac'];
  await runFfmpeg('ffmpeg', ...sound, ...pictures, '-t', String(MINUTES * 60), '-f', 'matroska', path);
}
