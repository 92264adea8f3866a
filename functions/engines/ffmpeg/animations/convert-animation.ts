import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { inspect as inspectBytes } from '../../read/inspect.ts';
import { declareAlpha } from '../../sharp/writing/webp-alpha.ts';
import { checkResult, type Inspected } from '../checking/check-result.ts';
import { missingStream, unreadable } from '../checking/unreadable.ts';
import type { AnimationOptions } from '../options/animation-options.ts';
import { type Cut, cutOf, cutReading, lengthWithin } from '../planning/cut.ts';
import { checkAnimation } from '../planning/limits.ts';
import { mainStream } from '../planning/plan.ts';
import { hasAlpha } from '../planning/video-filters.ts';
import { decodersOf } from '../reading/decoders.ts';
import { inspect } from '../reading/inspect.ts';
import { limitToCut } from '../reading/limit-to-cut.ts';
import { measure } from '../reading/measure.ts';
import type { MediaStream } from '../reading/media.ts';
import { openSource } from '../reading/source.ts';
import { encode } from '../running/encode.ts';
import type { MediaJob } from '../running/tool.ts';
import { animationFilters } from './animation-filters.ts';
import { animationSize, FOR_EVER } from './animation-size.ts';
import { ANIMATION_TARGETS, type AnimationTarget, type AnimationTargetName, isAnimated } from './animation-targets.ts';
import { encodeWithPalette, selection } from './encode-palette.ts';

/** Converts a video, or another animation, to an animated picture. */
export async function convertToAnimation(job: MediaJob, target: AnimationTargetName): Promise<void> {
  const seen = await inspect(job.sourceFormat, job);
  const stream = mainStream(seen.media.video);
  if (!stream) throw missingStream(seen.media, 'video', target);
  const options = job.options as AnimationOptions;
  const cut = cutOf(options, seen.duration);
  const inspected = asked(await limitToCut(seen, cut, 'video', job), cut, options);
  const duration = (inspected.resultLength ?? Number)(seen.duration);
  const isAnimation = isAnimated(job.sourceFormat);
  if (!isAnimation) checkAnimation(duration, target);
  const settings: AnimationTarget = ANIMATION_TARGETS[target];
  const { media } = inspected;
  const reading = ['-max_error_rate', '0.2', ...cutReading(cut, job.sourceFormat, media), ...decodersOf(media)];
  const input = { source: inspected.source, reading, duration };
  const filters = animationFilters(stream, job, { ...settings, cut, duration });
  const lastFrame = isAnimation ? await keepLastDuration(inspected, stream, job) : [];
  const loopCount = options.loop ?? (isAnimation ? (await animationSize(job)).loopCount : FOR_EVER);
  if (settings.palette) await encodeWithPalette(job, stream, { input, filters, lastFrame, loopCount });
  else {
    const format = target === 'apng' || (settings.alpha && hasAlpha(stream)) ? [] : ['format=yuv420p'];
    const args = [
      ...selection(stream),
      ...['-filter:v', [...filters, ...format, 'null'].join(',')],
      ...['-c:v', settings.encoder, ...(settings.settings?.[job.quality] ?? [])],
      ...settings.loopCount(loopCount),
      ...[...lastFrame, '-f', settings.muxer],
    ];
    await encode({ ...input, arguments: args, resultPath: job.resultPath }, job);
  }
  if (target === 'webp' && hasAlpha(stream)) await declareAlpha(job.resultPath);
  // ffmpeg does not read the animated WebP that it writes, nor does it state the duration of a single frame: neither can be compared.
  if (target !== 'webp' && !(target === 'apng' && isPlainPng(job.resultPath)))
    await checkResult(inspected, [stream], await openSource(job.resultPath, target), job);
}

/** The same with what the options change: the part that is shown, the speed and the frame rate. */
function asked(inspected: Inspected, cut: Cut | undefined, { speed = 1, fps }: AnimationOptions): Inspected {
  return {
    ...inspected,
    ...(cut || speed !== 1 ? { resultLength: (length: number) => lengthWithin(cut, length) / speed } : {}),
    ...(fps === undefined ? {} : { frame: 1 / fps }),
  };
}

/** Encoders do not know the duration of the last frame, and would repeat that of the frame before. */
async function keepLastDuration(inspected: Inspected, { index }: MediaStream, job: MediaJob): Promise<string[]> {
  const extents = inspected.extents ?? (await measure(inspected.source, job));
  const length = (inspected.resultLength ?? Number)(extents.get(index)?.end ?? 0).toFixed(6);
  return ['-bsf:v', `setts=duration=if(eq(NEXT_PTS\\,NOPTS)\\,max(1\\,${length}/TB-PTS)\\,DURATION)`];
}

/** Whether a PNG has no animation control chunk. */
function isPlainPng(path: string): boolean {
  return inspectBytes(path, (read, size) => !animationControl(new ByteReader(read, size, unreadable)));
}
