import { rm } from 'node:fs/promises';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { AUDIO_CODECS } from './audio-codecs.ts';
import { AUDIO_TARGETS, type AudioTarget, type AudioTargetName } from './audio-targets.ts';
import { type AudioOptions, soundWishes } from './audio-wish.ts';
import { burnFilters, fontVariables } from './burn.ts';
import { checkResult, type Inspected } from './check-result.ts';
import { type Cut, cutOf, cutReading, lengthWithin } from './cut.ts';
import { encode } from './encode.ts';
import { lookAtFilm } from './film-size.ts';
import { fitPicture } from './fit-picture.ts';
import { isReshaped } from './geometry.ts';
import { inspect } from './inspect.ts';
import type { MediaJob } from './job.ts';
import { checkFilm, checkSound, LIMITS } from './limits.ts';
import { measure } from './measure.ts';
import type { MediaStream } from './media.ts';
import { nothingThere } from './nothing-there.ts';
import { shortened } from './part.ts';
import type { Plan } from './plan.ts';
import { planAudio, soundTracks } from './plan-audio.ts';
import { planVideo } from './plan-video.ts';
import { openSource } from './source.ts';
import { trySound } from './try-sound.ts';
import { VIDEO_TARGETS, type VideoTarget, type VideoTargetName } from './video-targets.ts';
import type { VideoOptions } from './video-wish.ts';

/** Formats whose tags are those of their first sound track. */
const TAGGED_BY_STREAM: readonly FormatName[] = ['ogg', 'opus', 'spx', 'ogv'];
/** Formats of pictures that move. */
const ANIMATIONS: readonly FormatName[] = ['gif', 'apng'];
/** Of a frame of a video that is made of an animation. */
const LEAST_MILLISECONDS = 20;
/** Formats without times of their own for each frame: what needs them is encoded, not taken over. */
const WITHOUT_TIMES: readonly FormatName[] = ['avi', 'mpg', 'vob'];
const CONTAINERS: readonly FormatName[] = [
  'mp4',
  'mov',
  'mkv',
  'webm',
  'avi',
  'wmv',
  'flv',
  'mpg',
  'ts',
  '3gp',
  '3g2',
  'ogv',
  'vob',
  'mxf',
];

/** Converts anything that sounds to a sound file. */
export async function convertToAudio(job: MediaJob, target: AudioTargetName): Promise<void> {
  const seen = await inspect(job.sourceFormat, job);
  if (seen.media.audio.length === 0) throw nothingThere(seen.media, 'audio', target);
  const options = job.options as AudioOptions;
  const cut = cutOf(options, seen.duration);
  const inspected = await shortened(seen, cut, 'audio', job);
  const { media } = inspected;
  const settings: AudioTarget = AUDIO_TARGETS[target];
  checkSound(media.audio, lengthWithin(cut, seen.duration), bytesPerSecond(inspected, settings, options));
  const place = { keepsTime: CONTAINERS.includes(job.sourceFormat), reading: readingOf(inspected, cut, job) };
  const wishes = await soundWishes(inspected, settings, { ...place, cut }, job);
  await carryOut(job, inspected, cut, (copy) =>
    planAudio(media, settings, job.quality, {
      ...{ copy, cut, keepsTime: place.keepsTime, tags: tagsOf(inspected, job) },
      cover: options.cover ?? true,
      wishOf: (stream) => wishes.get(stream) ?? {},
    }),
  );
}

/** Converts a video, or an animated picture, to a video. */
export async function convertToVideo(job: MediaJob, target: VideoTargetName): Promise<void> {
  const animated = ANIMATIONS.includes(job.sourceFormat);
  const options = job.options as VideoOptions;
  const seen = await inspect(job.sourceFormat, job, animated ? LIMITS.picturePixels : undefined);
  const whole = animated ? await fitted(await withSteadyRate(seen, job), job, options) : seen;
  const { duration } = whole;
  if (whole.media.video.length === 0) throw nothingThere(whole.media, 'video', target);
  const cut = cutOf(options, duration);
  const part = await shortened(whole, cut, 'video', job);
  const inspected = options.fps === undefined ? part : { ...part, frame: 1 / options.fps };
  const { media } = inspected;
  await tryTracks(inspected, target, job);
  const drawing = options.subtitles === 'burn' ? await burnFilters(inspected, cut, job) : [];
  await carryOut(job, inspected, cut, (copy) =>
    planVideo(media, {
      target,
      quality: job.quality,
      copy,
      duration,
      animated,
      tags: tagsOf(inspected, job),
      options,
      cut,
      drawing,
    }),
  );
}

/** What a bitrate means for each sound track of a video is tried before hours of pictures are encoded. */
async function tryTracks({ media }: Inspected, target: VideoTargetName, job: MediaJob): Promise<void> {
  const { audio, audio_codec: word, audio_bitrate: bitrate } = job.options as VideoOptions;
  if (bitrate === undefined || audio === false) return;
  const settings: VideoTarget = VIDEO_TARGETS[target];
  const codec = (word && settings.audioCodecs?.[word]) ?? settings.audio;
  for (const stream of soundTracks(media, settings)) await trySound(stream, codec, { bitrate }, job);
}

/** Pictures that are larger than a video can be are scaled, but not any number of them: each has to be decoded. */
async function fitted(inspected: Inspected, job: MediaJob, options: VideoOptions): Promise<Inspected> {
  // The size that is asked for is asked of the picture as it is.
  if (isReshaped(options)) {
    if (inspected.media.video.some((stream) => fitPicture(stream).fitted)) checkFilm(await lookAtFilm(job));
    return inspected;
  }
  const video = inspected.media.video.map(fitPicture);
  if (video.some((stream) => stream.fitted)) checkFilm(await lookAtFilm(job));
  return { ...inspected, media: { ...inspected.media, video } };
}

/** The rate at which each picture of an animation has its time, as each can be seen for another time. */
async function withSteadyRate(inspected: Inspected, job: MediaJob): Promise<Inspected> {
  const extents = inspected.extents ?? (await measure(inspected.source, job));
  const steady = (stream: MediaStream): MediaStream => {
    const shortest = extents.get(stream.index)?.shortest ?? 0;
    const rate = `1000/${Math.max(LEAST_MILLISECONDS, Math.round(shortest * 1000))}`;
    return Number.isFinite(shortest) ? { ...stream, frameRate: rate } : stream;
  };
  return { ...inspected, extents, media: { ...inspected.media, video: inspected.media.video.map(steady) } };
}

/** Takes over what fits, and should that not work out, encodes everything. */
async function carryOut(
  job: MediaJob,
  inspected: Inspected,
  cut: Cut | undefined,
  planWith: (copy: boolean) => Plan,
): Promise<void> {
  // To the same format, or at low quality, means: make it smaller.
  const mayCopy =
    job.quality !== 'low' && job.sourceFormat !== job.targetFormat && !WITHOUT_TIMES.includes(job.sourceFormat);
  const plan = planWith(mayCopy);
  if (!plan.copies) return attempt(job, inspected, cut, plan);
  try {
    await attempt(job, inspected, cut, plan);
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'ENGINE_TIMED_OUT') throw error;
    await rm(job.resultPath, { force: true });
    await attempt(job, inspected, cut, planWith(false));
  }
}

async function attempt(job: MediaJob, inspected: Inspected, cut: Cut | undefined, plan: Plan): Promise<void> {
  const { source } = inspected;
  const duration = lengthWithin(cut, inspected.duration);
  const onTime = (seconds: number) =>
    job.onProgress?.(Math.min(99, Math.floor((100 * seconds) / Math.max(duration, 0.1))));
  await encode(
    {
      source,
      reading: readingOf(inspected, cut, job),
      arguments: plan.arguments,
      resultPath: job.resultPath,
      onTime,
      environment: fontVariables(),
    },
    job,
  );
  await checkResult(inspected, plan.streams, await openSource(job.resultPath, job.targetFormat), job);
}

function readingOf(inspected: Inspected, cut: Cut | undefined, { sourceFormat }: MediaJob): string[] {
  return [...readingOptions(sourceFormat), ...cutReading(cut, sourceFormat, inspected.media), ...decoders(inspected)];
}

/** A recording of a broadcast may begin and end anywhere; in a file, what cannot be decoded is damage. */
export function readingOptions(format: FormatName): string[] {
  if (format === 'ts' || format === 'mpg' || format === 'vob') return ['-fflags', '+genpts+discardcorrupt'];
  return ['-max_error_rate', '0.2'];
}

/** Decoders of ffmpeg's own that do not do what they should: its Speex makes two seconds of one. */
function decoders({ media }: Inspected): string[] {
  return media.audio.flatMap(({ codec, index }) => (codec === 'speex' ? [`-c:${index}`, 'libspeex'] : []));
}

function tagsOf({ media }: Inspected, { sourceFormat, options }: MediaJob): string | undefined {
  if ((options as VideoOptions).strip_metadata === 'all') return undefined;
  const [first] = media.audio;
  return TAGGED_BY_STREAM.includes(sourceFormat) && first ? `0:s:${first.index}` : '0';
}

/** What a second of the result takes at most, where nothing is left out of the sound. */
function bytesPerSecond({ media }: Inspected, { codec }: AudioTarget, options: AudioOptions): number {
  const [{ channels, sampleRate, deep } = { channels: 2, sampleRate: 48_000, deep: false }] = media.audio;
  const samples = (options.channels ?? channels) * (options.sample_rate ?? sampleRate);
  return 'deep' in AUDIO_CODECS[codec] ? samples * (deep ? 3 : 2) : 80_000;
}
