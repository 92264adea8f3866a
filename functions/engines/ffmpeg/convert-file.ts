import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFormat } from '../../conversion/formats.ts';
import type { Options } from '../../conversion/options.ts';
import { type EngineResult, hasFormat } from '../engine.ts';
import { convertPicture as convertBySharp } from '../sharp/convert-picture.ts';
import { frameIndex } from '../sharp/reading/choose-frame.ts';
import { lengthenDelays } from '../sharp/reading/gif-frames.ts';
import { declareTransparency } from '../sharp/reading/gif-transparency.ts';
import { withDecodableSource } from './animations/animated-source.ts';
import { animationSize } from './animations/animation-size.ts';
import { ANIMATION_TARGETS, isAnimated } from './animations/animation-targets.ts';
import { convertToAnimation } from './animations/convert-animation.ts';
import { readFrames } from './animations/read-frames.ts';
import { splitChunks } from './chunks/join-chunks.ts';
import { POSTERS } from './conversions.ts';
import { convertToPoster } from './convert-poster.ts';
import { convertToAudio } from './convert-sound.ts';
import { convertSoundToVideo } from './convert-sound-to-video.ts';
import { convertToVideo } from './convert-video.ts';
import { splitAnimationOptions } from './options/picture-options.ts';
import { convertPicture } from './pictures/convert-picture.ts';
import { isPictureSource, PICTURE_TARGETS } from './pictures/picture-targets.ts';
import { AUDIO_TARGETS } from './planning/audio-targets.ts';
import { checkAnimationSize } from './planning/limits.ts';
import { VIDEO_TARGETS } from './planning/video-targets.ts';
import type { MediaJob } from './running/tool.ts';
import { convertSubtitles, extractSubtitles, transcribeSubtitles } from './subtitles/convert-subtitles.ts';
import { SUBTITLE_TARGETS } from './subtitles/subtitle-targets.ts';
import { TRANSCRIPT_TARGETS } from './subtitles/transcripts/transcript-targets.ts';

/** The most pixels, all frames together, that sharp writes as a GIF while a client waits. */
const FEW_PIXELS = 5_000_000;

/**
 * Converts a file; the two formats alone decide how.
 * @throws ConversionError
 */
export async function convertFile(given: MediaJob): Promise<EngineResult> {
  const whole = await splitChunks(given);
  const job = whole.sourceFormat === 'gif' ? await withBrowsersView(whole) : whole;
  const { sourceFormat: source, targetFormat: target } = job;
  if (isPictureSource(source) || hasFormat(PICTURE_TARGETS, target)) return convertPicture(job);
  if (isAnimated(source) && hasFormat(ANIMATION_TARGETS, target)) return convertAnimated(job);
  if (POSTERS.includes(target)) return convertToPoster(job);
  await convertMedia(await withDecodableSource(job));
  return { path: job.resultPath, format: target };
}

/** Lets sharp convert animations exactly where it can: it writes no animated AVIF, and large GIFs too slowly. */
async function convertAnimated(job: MediaJob): Promise<EngineResult> {
  const { targetFormat: target } = job;
  const { pixels, encoding } = splitAnimationOptions(job.options);
  if (Object.keys(pixels).length > 0) return convertShaped(job, pixels, encoding);
  const size = await animationSize(job);
  const { colors } = job.options;
  if (size.frames < 2) return convertBySharp({ ...job, options: colors === undefined ? {} : { colors } });
  const plain = Object.keys(job.options).every((name) => name === 'loop');
  if (plain && target === 'gif' && size.pixels <= FEW_PIXELS) return convertFrames(job);
  checkAnimationSize(size);
  const animation = await withDecodableSource(job);
  if (plain && target !== 'avif' && target !== 'gif') return convertFrames(animation);
  if (hasFormat(ANIMATION_TARGETS, target)) await convertToAnimation(animation, target);
  return { path: job.resultPath, format: target };
}

/** Converts with sharp, which reads all frames of a GIF or WebP but not of an animated PNG. */
function convertFrames(job: MediaJob): Promise<EngineResult> {
  return convertBySharp(job, job.sourceFormat === 'apng' ? readFrames : undefined);
}

/** Lets sharp transform each frame into an animated PNG first, or write the single frame that is asked for. */
async function convertShaped(job: MediaJob, pixels: Options, encoding: Options): Promise<EngineResult> {
  const size = await animationSize(job);
  if (size.frames < 2) frameIndex(Number(pixels.frame ?? 1), 1);
  const animation = size.frames < 2 ? job : await withDecodableSource(job);
  if (pixels.frame !== undefined || size.frames < 2) return convertFrames({ ...animation, options: pixels });
  const folder = await mkdtemp(join(job.folder, 'shaped-'));
  const order = { ...animation, folder, targetFormat: 'apng', quality: 'high', options: pixels } as const;
  const { path } = await convertFrames(order);
  return convertAnimated({ ...job, sourcePath: path, sourceFormat: 'apng', options: encoding });
}

function convertMedia(job: MediaJob): Promise<void> {
  const { sourceFormat: source, targetFormat: target } = job;
  if (hasFormat(VIDEO_TARGETS, target))
    return describeFormat(source).category === 'audio' ? convertSoundToVideo(job, target) : convertToVideo(job, target);
  if (hasFormat(AUDIO_TARGETS, target)) return convertToAudio(job, target);
  if (hasFormat(ANIMATION_TARGETS, target)) return convertToAnimation(job, target);
  if (hasFormat(TRANSCRIPT_TARGETS, target)) return transcribeSubtitles(job, target);
  if (hasFormat(SUBTITLE_TARGETS, target)) {
    return describeFormat(source).category === 'subtitle'
      ? convertSubtitles(job, target)
      : extractSubtitles(job, target);
  }
  throw new Error(`no way from ${source} to ${target}`);
}

/** The same job with a GIF that says what browsers make of it: transparency wherever its canvas can be seen, and their delays. */
async function withBrowsersView(job: MediaJob): Promise<MediaJob> {
  const file = await readFile(job.sourcePath);
  const shown = lengthenDelays(declareTransparency(file));
  if (shown === file) return job;
  const sourcePath = join(job.folder, 'shown.gif');
  await writeFile(sourcePath, shown);
  return { ...job, sourcePath };
}
