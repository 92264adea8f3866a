import { type Chunk, type ChunkStep, MOST_CHUNKS } from '../../../conversion/chunks.ts';
import { ConversionError } from '../../../conversion/errors.ts';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Inspected } from '../checking/check-result.ts';
import { mainStream } from '../planning/plan.ts';
import { planVideo, type VideoPlanOptions } from '../planning/plan-video.ts';
import { codecOfPictures, rateOf } from '../planning/video-options.ts';
import { VIDEO_TARGETS, type VideoTarget } from '../planning/video-targets.ts';
import { fractionValue } from '../reading/read-probe.ts';
import { type Source, sourceArguments } from '../reading/source.ts';
import type { MediaJob } from '../running/job.ts';
import { runTool } from '../running/tool.ts';

/** Containers with an index and a time for each frame, in which a chunk is found without reading all before it. */
const SOURCES: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', '3gp', '3g2'];
/** Encoders whose packets MP4 carries from a chunk to the result, and which are slow enough to be worth it. */
const ENCODERS = ['libx264', 'libx265', 'libvpx-vp9', 'libsvtav1'];
/** The larger the frames, the shorter the chunks for which one call has time. */
const HALVINGS = [1, 2, 4, 8, 16];
/** A chunk may be so many times as long as is asked for: it ends with a key frame of the source. */
const SLACK = 2;

type PlanStep = Extract<ChunkStep, { step: 'plan' }>;

/**
 * The chunks in which a video is converted, where one call has no time for the best effort; none where it has, or where
 * the video cannot be divided: then it is converted as a whole.
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
  const codec = codecOfPictures(VIDEO_TARGETS[target] as VideoTarget, options);
  // A bitrate is one of the whole, and cannot be kept by those who see a chunk each.
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
  return onGrid(chunks, rateOf(codec, options, target));
}

/** How a video that lasts so long would be encoded by one call; nothing where it would be refused. */
function argumentsFor({ media }: Inspected, asked: VideoPlanOptions, duration: number): string | undefined {
  try {
    return planVideo(media, { ...asked, duration }).arguments.join(' ');
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX' && duration > 0) return undefined;
    throw error;
  }
}

/** When the first picture is shown, and the key frames, in seconds from the beginning of the file. */
interface KeyFrames {
  readonly first: number;
  readonly times: readonly number[];
}

async function keyFrames(source: Source, index: number, start: number, job: MediaJob): Promise<KeyFrames> {
  let first = Number.POSITIVE_INFINITY;
  const times: number[] = [];
  await runTool('ffprobe', job, {
    arguments: [
      ...['-v', 'error', ...sourceArguments(source), '-select_streams', String(index)],
      ...['-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0'],
    ],
    onLine: (line) => {
      const [time = '', flags = ''] = line.split(',');
      const at = Number((Number.parseFloat(time) - start).toFixed(6));
      // What is only decoded, and never shown, has the flag D.
      if (Number.isNaN(at) || flags.includes('D')) return;
      first = Math.min(first, at);
      if (flags.startsWith('K')) times.push(at);
    },
  });
  return { first, times };
}

/** Each chunk begins with a key frame, and is decoded from the one before: what follows the first in the file may be shown before it. */
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

/** Where all frames last equally long, a chunk begins with one of them, and the first at the time 0. */
function onGrid(chunks: readonly Chunk[], rate: string | undefined): readonly Chunk[] {
  if (rate === undefined) return chunks;
  const each = fractionValue(rate);
  return chunks.map(({ from, start }, i) => ({
    from,
    start: i === 0 ? 0 : Number((Math.round(start * each) / each).toFixed(6)),
  }));
}
