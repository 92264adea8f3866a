import { type Chunk, type ChunkStep, MOST_CHUNKS } from '../../../conversion/chunks.ts';
import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Inspected } from '../checking/check-result.ts';
import { mainStream } from '../planning/plan.ts';
import { planVideo, type VideoPlanOptions } from '../planning/plan-video.ts';
import { rateOf, videoCodecOf } from '../planning/video-options.ts';
import { VIDEO_TARGETS, type VideoTarget } from '../planning/video-targets.ts';
import { listPackets } from '../reading/measure.ts';
import { fractionValue } from '../reading/probe.ts';
import type { Source } from '../reading/source.ts';
import type { MediaJob } from '../running/tool.ts';

/** Containers with an index and a timestamp for each frame, in which ffmpeg can seek. */
const SOURCES: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', '3gp', '3g2'];
/** Encoders that are slow enough for chunks to be worth it, and whose packets fit into MP4. */
const ENCODERS = ['libx264', 'libx265', 'libvpx-vp9', 'libsvtav1'];
/** Chunks of larger frames are shorter, so that one call has time for each. */
const HALVINGS = [1, 2, 4, 8, 16];
/** A chunk ends with a key frame of the source, and may be this many times as long as requested. */
const SLACK = 2;

type PlanStep = Extract<ChunkStep, { step: 'plan' }>;

/**
 * Plans the chunks of a video for which one call has no time at the best effort.
 * @returns undefined where one call has time, or where the video cannot be divided
 */
export async function planChunks(
  job: MediaJob,
  { seconds, most = MOST_CHUNKS, always = false }: PlanStep,
  inspected: Inspected,
  asked: VideoPlanOptions,
): Promise<readonly Chunk[] | undefined> {
  const { media, source } = inspected;
  const { target, options = {}, cut, animated } = asked;
  const picture = mainStream(media.video);
  const codec = videoCodecOf(VIDEO_TARGETS[target] as VideoTarget, options);
  // A bitrate is an average over the whole video, which chunks cannot keep by themselves.
  const divisible = SOURCES.includes(job.sourceFormat) && ENCODERS.includes(codec.encoder) && !cut && !animated;
  if (!picture || !divisible || options.video_bitrate !== undefined) return undefined;
  const best = argumentsFor(inspected, asked, 0);
  const hasTime = (length: number) => argumentsFor(inspected, asked, length) === best;
  if (best?.includes('-c:v:0 copy') || (hasTime(asked.duration) && !always)) return undefined;
  const longest = Math.max(seconds, asked.duration / most);
  const length = HALVINGS.map((part) => longest / part).find((candidate) => hasTime(SLACK * candidate));
  if (length === undefined) return undefined;
  const chunks = chunksOf(await keyFrames(source, picture.index, media.start ?? 0, job), length);
  const ends = [...chunks.slice(1).map(({ start }) => start), asked.duration];
  const slowest = Math.max(...chunks.map(({ start }, i) => (ends[i] ?? start) - start));
  if (chunks.length < 2 || chunks.length > most || !hasTime(slowest)) return undefined;
  return alignToFrames(chunks, rateOf(codec, options, target));
}

/** The arguments with which one call would encode a video of this duration; undefined where it would refuse it. */
function argumentsFor({ media }: Inspected, asked: VideoPlanOptions, duration: number): string | undefined {
  try {
    return planVideo(media, { ...asked, duration }).arguments.join(' ');
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX' && duration > 0) return undefined;
    throw error;
  }
}

/** The times of the first frame and of the key frames, in seconds from the start of the file. */
interface KeyFrames {
  readonly first: number;
  readonly times: readonly number[];
}

async function keyFrames(source: Source, index: number, start: number, job: MediaJob): Promise<KeyFrames> {
  let first = Number.POSITIVE_INFINITY;
  const times: number[] = [];
  await listPackets(source, job, (packet) => {
    const at = Number((packet.time - start).toFixed(6));
    if (packet.index !== index || Number.isNaN(at) || packet.flags.includes('D')) return;
    first = Math.min(first, at);
    if (packet.flags.startsWith('K')) times.push(at);
  });
  return { first, times };
}

/** A chunk begins with a key frame and is decoded from the one before, as frames that follow a key frame may be shown before it. */
function chunksOf({ first, times }: KeyFrames, length: number): Chunk[] {
  if (!Number.isFinite(first)) return [];
  const chunks: Chunk[] = [{ from: 0, start: Math.max(0, first) }];
  let [before = 0] = times;
  for (const start of times) {
    if (start - (chunks.at(-1)?.start ?? 0) >= length) chunks.push({ from: Math.max(0, before), start });
    before = start;
  }
  return chunks;
}

/** At a constant frame rate, each chunk begins with a frame, and the first at 0. */
function alignToFrames(chunks: readonly Chunk[], rate: string | undefined): readonly Chunk[] {
  if (rate === undefined) return chunks;
  const each = fractionValue(rate);
  return chunks.map(({ from, start }, i) => ({
    from,
    start: i === 0 ? 0 : Number((Math.round(start * each) / each).toFixed(6)),
  }));
}
