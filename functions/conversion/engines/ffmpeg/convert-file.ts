import type { EngineResult } from '../../engine.ts';
import { describeFormat, type FormatName } from '../../formats.ts';
import { isAnimationTarget } from './animation-targets.ts';
import { AUDIO_TARGETS, type AudioTargetName } from './audio-targets.ts';
import { convertToAnimation } from './convert-animation.ts';
import { convertToAudio, convertToVideo } from './convert-media.ts';
import { convertPicture } from './convert-picture.ts';
import { convertSubtitles, extractSubtitles } from './convert-subtitles.ts';
import type { MediaJob } from './job.ts';
import { isPictureSource, isPictureTarget } from './picture-targets.ts';
import { isVideoTarget } from './plan-video.ts';
import { isSubtitle } from './subtitle-targets.ts';

/**
 * Converts a file: which of the ways is told by the formats alone.
 * @throws ConversionError
 */
export async function convertFile(job: MediaJob): Promise<EngineResult> {
  const { sourceFormat: source, targetFormat: target } = job;
  if (isPictureSource(source) || isPictureTarget(target)) return convertPicture(job);
  await convertMedia(job);
  return { path: job.resultPath, format: target };
}

function convertMedia(job: MediaJob): Promise<void> {
  const { sourceFormat: source, targetFormat: target } = job;
  if (isVideoTarget(target)) return convertToVideo(job, target);
  if (isAudioTarget(target)) return convertToAudio(job, target);
  if (isAnimationTarget(target)) return convertToAnimation(job, target);
  if (isSubtitle(target)) {
    return describeFormat(source).category === 'subtitle'
      ? convertSubtitles(job, target)
      : extractSubtitles(job, target);
  }
  throw new Error(`no way from ${source} to ${target}`);
}

function isAudioTarget(format: FormatName): format is AudioTargetName {
  return Object.hasOwn(AUDIO_TARGETS, format);
}
