import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ChunkStep } from '../../../conversion/chunks.ts';
import { splitFile } from '../../split-file.ts';
import type { Inspected } from '../checking/check-result.ts';
import { mainStream, type Plan } from '../planning/plan.ts';
import { planVideo, type VideoPlanOptions } from '../planning/plan-video.ts';
import { listPackets } from '../reading/measure.ts';
import { probe } from '../reading/probe.ts';
import { openSource } from '../reading/source.ts';
import { runPlan } from '../running/run-plan.ts';
import type { MediaJob } from '../running/tool.ts';
import { countFrames } from './encode-chunk.ts';

type JoinStep = Extract<ChunkStep, { step: 'join' }>;

/** The path of a chunk in the folder of a job. */
function chunkPath(job: Pick<MediaJob, 'folder'>, index: number): string {
  return join(job.folder, `chunk-${index}.mp4`);
}

/** The same job with the file split into the source and the chunks that are appended to it. */
export async function splitChunks(job: MediaJob): Promise<MediaJob> {
  if (job.chunks?.step !== 'join') return job;
  const { bytes, chunks } = job.chunks;
  const sourcePath = join(job.folder, 'source');
  const slices = chunks.map((chunk, i) => ({ path: chunkPath(job, i), bytes: chunk.bytes }));
  await splitFile(job.sourcePath, [{ path: sourcePath, bytes }, ...slices]);
  return { ...job, sourcePath };
}

/** Concatenates encoded chunks with the other streams of the source, and checks that no frame is lost. */
export async function joinChunks(
  job: MediaJob,
  { chunks }: JoinStep,
  inspected: Inspected,
  asked: VideoPlanOptions,
): Promise<void> {
  const { media } = inspected;
  const list = join(job.folder, 'chunks.txt');
  await writeFile(list, listOf(job, chunks));
  const [{ start = 0 } = {}] = chunks;
  const picture = mainStream(media.video);
  await runPlan(job, inspected, undefined, (copy): Plan => {
    const others = planVideo({ ...media, video: [] }, { ...asked, copy });
    return {
      arguments: [
        ...['-itsoffset', start.toFixed(6), '-protocol_whitelist', 'file', '-f', 'concat', '-i', `file:${list}`],
        ...['-map', '1:v:0', '-c:v', 'copy', ...others.arguments],
      ],
      streams: [...(picture ? [picture] : []), ...others.streams],
      copies: others.copies,
    };
  });
  await checkFrames(job, chunks.length);
}

/** The list for ffmpeg's concat demuxer. Each chunk lasts until the next one starts, whatever the duration of its last frame. */
function listOf(job: MediaJob, chunks: JoinStep['chunks']): string {
  const lines = chunks.flatMap(({ start }, i) => {
    const next = chunks[i + 1]?.start;
    const lasts = next === undefined ? [] : [`duration ${(next - start).toFixed(6)}`];
    return [`file '${basename(chunkPath(job, i))}'`, ...lasts];
  });
  return ['ffconcat version 1.0', ...lines, ''].join('\n');
}

/** @throws Error when a frame is missing or repeated, or two have the same timestamp */
async function checkFrames(job: MediaJob, chunks: number): Promise<void> {
  let wanted = 0;
  for (let i = 0; i < chunks; i++) wanted += await countFrames(chunkPath(job, i), job);
  const result = await openSource(job.resultPath, job.targetFormat);
  const index = mainStream((await probe(result, job)).video)?.index;
  const times: number[] = [];
  await listPackets(result, job, (packet) => {
    if (packet.index === index) times.push(packet.time);
  });
  if (times.length !== wanted) throw new Error(`the result has ${times.length} of ${wanted} frames`);
  times.sort((one, other) => one - other);
  if (times.some((time, i) => i > 0 && time <= (times[i - 1] ?? 0))) throw new Error('two frames have the same time');
}
