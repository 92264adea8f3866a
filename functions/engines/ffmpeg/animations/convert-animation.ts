import { ByteReader } from '../../read/byte-reader.ts';
import { animationControl } from '../../read/chunks.ts';
import { inspect as inspectBytes } from '../../read/inspect.ts';
import { declareAlpha } from '../../sharp/writing/webp-alpha.ts';
import { checkResult, type Inspected } from '../checking/check-result.ts';
import { missingStream } from '../checking/missing-stream.ts';
import { unreadable } from '../checking/unreadable.ts';
import type { AnimationOptions } from '../options/animation-options.ts';
import { type Cut, cutOf, cutReading, lengthWithin } from '../planning/cut.ts';
import { checkAnimation } from '../planning/limits.ts';
import { mainStream } from '../planning/plan.ts';
import { hasAlpha } from '../planning/video-filters.ts';
import { inspect } from '../reading/inspect.ts';
import { limitToCut } from '../reading/limit-to-cut.ts';
import { measure } from '../reading/measure.ts';
import type { MediaStream } from '../reading/media.ts';
import { openSource } from '../reading/source.ts';
import { encode } from '../running/encode.ts';
import type { MediaJob } from '../running/tool.ts';
import { ANIMATIONS, animationFilters, TIME_UNIT } from './animation-filters.ts';
import { animationSize, FOR_EVER } from './animation-size.ts';
import { ANIMATION_TARGETS, type AnimationTarget, type AnimationTargetName } from './animation-targets.ts';
import { encodeWithPalette, type Run, selection } from './encode-palette.ts';

/** Converts a video, or another animation, to an animated picture. */
export async function convertToAnimation(job: MediaJob, target: AnimationTargetName): Promise<void> {
  const seen = await inspect(job.sourceFormat, job);
  const stream = mainStream(seen.media.video);
  if (!stream) throw missingStream(seen.media, 'video', target);
  const options = job.options as AnimationOptions;
  const cut = cutOf(options, seen.duration);
  const inspected = asked(await limitToCut(seen, cut, 'video', job), cut, options);
  const duration = (inspected.resultLength ?? Number)(seen.duration);
  if (!ANIMATIONS.includes(job.sourceFormat)) checkAnimation(duration, target);
  const settings: AnimationTarget = ANIMATION_TARGETS[target];
  const run = runner(job, inspected, { cut, duration, passes: settings.palette ? 2 : 1 });
  const filters = animationFilters(stream, job, { ...settings, cut, duration });
  const lastFrame = ANIMATIONS.includes(job.sourceFormat) ? await keepLastDuration(inspected, stream, job) : [];
  const loopCount =
    options.loop ?? (ANIMATIONS.includes(job.sourceFormat) ? (await animationSize(job)).loopCount : FOR_EVER);
  if (settings.palette) await encodeWithPalette(job, stream, { filters, lastFrame, loopCount }, run);
  else {
    const format = settings.alpha && hasAlpha(stream) ? [] : ['format=yuv420p'];
    const filter = [...filters, ...(target === 'apng' ? [] : format), 'null'].join(',');
    await run(0, {
      arguments: [
        ...selection(stream),
        '-filter:v',
        filter,
        '-c:v',
        settings.encoder,
        ...settings.settings[job.quality],
        ...settings.loopCount(loopCount),
        ...lastFrame,
        '-f',
        settings.muxer,
      ],
      resultPath: job.resultPath,
    });
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
  const { end = 0, last = 0 } = extents.get(index) ?? {};
  if (inspected.resultLength || inspected.frame) {
    const length = (inspected.resultLength ?? Number)(end).toFixed(6);
    return ['-bsf:v', `setts=duration=if(eq(NEXT_PTS\\,NOPTS)\\,max(1\\,${length}/TB-PTS)\\,DURATION)`];
  }
  const isLast = `gte(PTS*TB\\,${(end - last - TIME_UNIT).toFixed(6)})`;
  return ['-bsf:v', `setts=duration=if(${isLast}\\,${last}/TB\\,DURATION)`];
}

/** The part that is encoded, its duration in seconds, and in how many passes. */
interface Passes {
  readonly cut: Cut | undefined;
  readonly duration: number;
  readonly passes: number;
}

/** Runs one of several passes, with its share of the progress. */
function runner(job: MediaJob, { source, media }: Inspected, { cut, duration, passes }: Passes): Run {
  const reading = ['-max_error_rate', '0.2', ...cutReading(cut, job.sourceFormat, media)];
  return (pass, encoding) => {
    const onTime = (seconds: number) => {
      const share = Math.min(1, seconds / Math.max(duration, 0.1));
      job.onProgress?.(Math.min(99, Math.floor((100 * (pass + share)) / passes)));
    };
    return encode({ ...encoding, source, reading, onTime }, job);
  };
}

/** Whether a PNG has no animation control chunk. */
function isPlainPng(path: string): boolean {
  return inspectBytes(path, (read, size) => !animationControl(new ByteReader(read, size, unreadable)));
}
