import type { ChunkStep } from '../../../conversion/chunks.ts';
import type { Inspected } from '../checking/check-result.ts';
import { unreadable } from '../checking/unreadable.ts';
import { isReshaped, reshape, stepped } from '../planning/geometry.ts';
import { mainStream } from '../planning/plan.ts';
import { planVideo, type VideoPlanOptions } from '../planning/plan-video.ts';
import { decodersOf } from '../reading/decoders.ts';
import { listPackets } from '../reading/measure.ts';
import { openSource } from '../reading/source.ts';
import { encode } from '../running/encode.ts';
import { readingOptions } from '../running/run-plan.ts';
import type { MediaJob } from '../running/tool.ts';

/** Times are rounded to microseconds: this keeps a frame at a boundary in the same chunk for both its neighbours. */
const ROUNDING = 0.0005;

type EncodeStep = Extract<ChunkStep, { step: 'encode' }>;

/** Encodes the video of one chunk, with the best effort, into an MP4 that starts at 0. */
export async function encodeChunk(
  job: MediaJob,
  { from, start, end }: EncodeStep,
  { source, media }: Inspected,
  asked: VideoPlanOptions,
): Promise<void> {
  const [begin, until] = [
    (start - ROUNDING).toFixed(6),
    end === undefined ? '' : `:end=${(end - ROUNDING).toFixed(6)}`,
  ];
  // These filters come after those that need neighbouring frames, and before those that need the times of the source.
  const drawing = [
    `trim=start=${begin}${until}`,
    ...sizeOf(media, asked),
    ...(asked.drawing ?? []),
    `setpts=round(PTS-${start.toFixed(6)}/TB)`,
  ];
  const pictures = { ...media, audio: [], subtitles: [] };
  const plan = planVideo(pictures, { ...asked, copy: false, duration: 0, tags: undefined, drawing });
  await encode(
    {
      source,
      reading: [...readingOptions(job.sourceFormat), ...seeking(from), ...decodersOf(media)],
      arguments: [...plan.arguments, '-f', 'mp4'],
      resultPath: job.resultPath,
      duration: (end ?? asked.duration) - start,
    },
    job,
  );
  if ((await countFrames(job.resultPath, job)) === 0) throw unreadable(`no picture from ${start} to ${end} seconds`);
}

/** Where frames change their size midway, those of all chunks have that of the first. */
function sizeOf({ video }: Inspected['media'], { options = {} }: VideoPlanOptions): string[] {
  const picture = mainStream(video);
  if (!picture) return [];
  // As planned filters leave it: an odd line is cropped, and a single one doubled.
  const { width, height } = stepped(isReshaped(options) ? reshape(picture, options, 2) : picture, 2);
  // Tone mapping would hand over colours that this filter takes for others, unless they are converted before.
  return ['format=yuv420p', `scale=${width}:${height}`];
}

/** Seeks to a key frame and keeps the source's timestamps. */
function seeking(from: number): string[] {
  if (from === 0) return [];
  const time = from.toFixed(6);
  return ['-noaccurate_seek', '-ss', time, '-itsoffset', time];
}

/** Counts the frames of a chunk. */
export async function countFrames(path: string, job: MediaJob): Promise<number> {
  let frames = 0;
  await listPackets(await openSource(path, 'mp4'), job, () => {
    frames += 1;
  });
  return frames;
}
