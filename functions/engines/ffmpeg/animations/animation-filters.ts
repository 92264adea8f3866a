import type { Size } from '../../sharp/transforming/geometry.ts';
import type { AnimationOptions } from '../options/animation-options.ts';
import { type Cut, cutVideo } from '../planning/cut.ts';
import { isReshaped, reshape } from '../planning/geometry.ts';
import { checkAnimationSize, checkFrame, LIMITS } from '../planning/limits.ts';
import { hasAlpha, ON_WHITE, repairs } from '../planning/video-filters.ts';
import type { MediaStream } from '../reading/media.ts';
import { fractionValue } from '../reading/probe.ts';
import type { MediaJob } from '../running/tool.ts';
import { ANIMATION_SIZES, type AnimationTarget, isAnimated } from './animation-targets.ts';

/** Some encoders take the time base for the frame rate. */
const TIME_BASE = 'settb=1/200,setpts=PTS';

/** The target of an animation, its duration in seconds, and the part of the source that it shows. */
interface AnimationPlan extends AnimationTarget {
  readonly duration: number;
  readonly cut: Cut | undefined;
}

/** The filters that make an animation of a video, or of another animation. */
export function animationFilters(
  stream: MediaStream,
  job: MediaJob,
  { alpha, palette, smallest, duration, cut }: AnimationPlan,
): string[] {
  const { rate: most, side } = ANIMATION_SIZES[job.quality];
  const { fps, speed = 1, ...options } = job.options as AnimationOptions;
  const rate = fps ?? Math.min(most, fractionValue(stream.frameRate ?? '25') || most);
  const shrink = `min(1\\,${side}/max(iw*sar\\,ih))`;
  const usual = `scale=w='max(2\\,trunc(iw*sar*${shrink}/2)*2)':h='max(2\\,trunc(ih*${shrink}/2)*2)',setsar=1`;
  // Animated pictures keep their size and their frames.
  const kept = isAnimated(job.sourceFormat);
  const reshaped = isReshaped(options) ? reshape(stream, options, palette || alpha ? 1 : 2) : undefined;
  if (reshaped) checkRequestedSize(reshaped, duration * rate);
  const size = reshaped?.filters ?? (kept ? [] : [usual]);
  return [
    ...cutVideo(cut),
    ...repairs(stream),
    ...(hasAlpha(stream) && !alpha && !palette ? [ON_WHITE] : []),
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
    // A clip shorter than two frames would lose them all.
    ...((kept && fps === undefined) || duration * rate < 2 ? [] : [`fps=${rate}`]),
    ...size,
    ...(smallest ? [enlarge(smallest), 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : []),
    ...(kept && !palette ? [TIME_BASE] : []),
  ];
}

/** A size in the options may be too large. @throws ConversionError TOO_COMPLEX */
function checkRequestedSize({ width, height }: Size, pictures: number): void {
  checkFrame(width, height, LIMITS.encodedPixels);
  const frames = Math.max(1, Math.ceil(pictures));
  checkAnimationSize({ frames, pixels: width * height * frames });
}

function enlarge(side: number): string {
  const times = `max(1\\,ceil(${side}/min(iw\\,ih)))`;
  return `scale=w='iw*${times}':h='ih*${times}':flags=neighbor`;
}
