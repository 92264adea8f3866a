import { LongVideo } from '../../conversion/chunks.ts';
import { animationSize } from './animations/animation-size.ts';
import { isAnimated } from './animations/animation-targets.ts';
import type { Inspected } from './checking/check-result.ts';
import { missingStream } from './checking/unreadable.ts';
import { encodeChunk } from './chunks/encode-chunk.ts';
import { joinChunks } from './chunks/join-chunks.ts';
import { planChunks } from './chunks/plan-chunks.ts';
import { convertSoundToVideo, isOnlySound } from './convert-sound-to-video.ts';
import { burnFilters } from './planning/burn.ts';
import { cutOf } from './planning/cut.ts';
import { isReshaped } from './planning/geometry.ts';
import { checkAnimationSize, LIMITS, millionsASecond } from './planning/limits.ts';
import { planVideo } from './planning/plan-video.ts';
import { type VideoOptions, videoCodecOf } from './planning/video-options.ts';
import { VIDEO_TARGETS, type VideoTargetName } from './planning/video-targets.ts';
import { inspect } from './reading/inspect.ts';
import { limitToCut } from './reading/limit-to-cut.ts';
import { measure } from './reading/measure.ts';
import type { Media, MediaStream } from './reading/media.ts';
import { machineSpeed } from './running/machine-speed.ts';
import { mayCopy, runPlan, tagsOf } from './running/run-plan.ts';
import type { MediaJob } from './running/tool.ts';
import { withTags } from './tags/with-tags.ts';

/** The shortest frame of a video that is made of an animation. */
const LEAST_MILLISECONDS = 20;
/** Megapixels that take 100 seconds or more to encode with the best effort. */
const LONG = 2500;

/** Converts a video, or an animated picture, to a video. */
export async function convertToVideo(job: MediaJob, target: VideoTargetName): Promise<void> {
  const animated = isAnimated(job.sourceFormat);
  const options = job.options as VideoOptions;
  const seen = await inspect(job.sourceFormat, job, animated ? LIMITS.picturePixels : undefined);
  const whole = animated ? await fitted(await withSteadyRate(seen, job), job, options) : seen;
  const { duration } = whole;
  if (isOnlySound(whole.media, target)) return convertSoundToVideo(job, target);
  if (whole.media.video.length === 0) throw missingStream(whole.media, 'video', target);
  const cut = cutOf(options, duration);
  const part = await withTags(await limitToCut(whole, cut, 'video', job), job);
  const { keyFrames = 0 } = videoCodecOf(VIDEO_TARGETS[target], options);
  const inspected = { ...part, frame: Math.max(keyFrames, options.fps === undefined ? 0 : 1 / options.fps) };
  const { media } = inspected;
  const drawing = options.subtitles === 'burn' ? await burnFilters(inspected, cut, job) : [];
  const speed = isLong(media, duration) ? await machineSpeed(job.folder) : 1;
  const asked = {
    target,
    quality: job.quality,
    copy: mayCopy(job),
    duration,
    animated,
    tags: tagsOf(inspected, job),
    options,
    cut,
    drawing,
    speed,
  };
  const { chunks } = job;
  if (chunks?.step === 'encode') return encodeChunk(job, chunks, inspected, asked);
  if (chunks?.step === 'join') return joinChunks(job, chunks, inspected, asked);
  const long = chunks && (await planChunks(job, chunks, inspected, asked));
  if (long) throw new LongVideo(long);
  await runPlan(job, inspected, cut, (copy) => planVideo(media, { ...asked, copy }));
}

/** Whether a video is so long, such as a minute of 1080p, that the machine's speed decides about the effort. */
function isLong({ video }: Media, duration: number): boolean {
  return video.some((stream) => duration * millionsASecond(stream) > LONG);
}

/** Scales pictures down that are larger than a video can be. All of them have to be decoded, so that their number is limited. */
async function fitted(inspected: Inspected, job: MediaJob, options: VideoOptions): Promise<Inspected> {
  const video = inspected.media.video.map(fitPicture);
  if (video.some((stream) => stream.fitted)) checkAnimationSize(await animationSize(job));
  // A requested size refers to the original size.
  return isReshaped(options) ? inspected : { ...inspected, media: { ...inspected.media, video } };
}

/** Sets a constant frame rate that fits the shortest frame of an animation, whose frames have different durations. */
async function withSteadyRate(inspected: Inspected, job: MediaJob): Promise<Inspected> {
  const extents = inspected.extents ?? (await measure(inspected.source, job));
  const averageRate = (await animationSize(job)).frames / Math.max(inspected.duration, 1 / 1000);
  const steady = (stream: MediaStream): MediaStream => {
    const shortest = extents.get(stream.index)?.shortest ?? 0;
    const rate = `1000/${Math.max(LEAST_MILLISECONDS, Math.round(shortest * 1000))}`;
    return Number.isFinite(shortest) ? { ...stream, frameRate: rate, averageRate } : stream;
  };
  return { ...inspected, extents, media: { ...inspected.media, video: inspected.media.video.map(steady) } };
}

/** The longest side that every video codec supports, in pixels. */
const LONGEST_SIDE = 8190;
/** MPEG-2 cannot have a side of this length or a multiple of it. */
const UNKNOWN_SIDE = 4096;

/** Scales a picture down to the largest size that a video can have. */
function fitPicture(stream: MediaStream): MediaStream {
  const { width, height } = stream;
  const byArea = Math.sqrt(LIMITS.encodedPixels / (width * height));
  const scale = Math.min(byArea, LONGEST_SIDE / Math.max(width, height));
  if (scale >= 1) return stream;
  return { ...stream, width: evenSide(width * scale), height: evenSide(height * scale), fitted: true };
}

function evenSide(wanted: number): number {
  const side = Math.max(2, Math.floor(wanted / 2) * 2);
  return side % UNKNOWN_SIDE === 0 ? side - 2 : side;
}
