import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { readHead } from '../../read-head.ts';
import type { Size } from '../../sharp/transforming/geometry.ts';
import { declareAlpha } from '../../sharp/writing/webp-alpha.ts';
import { checkResult, type Inspected } from '../checking/check-result.ts';
import { nothingThere } from '../checking/nothing-there.ts';
import type { AnimationOptions } from '../options/animation-options.ts';
import { type Cut, cutOf, cutPictures, cutReading, lengthWithin } from '../planning/cut.ts';
import { isReshaped, reshape } from '../planning/geometry.ts';
import { checkAnimation, checkAnimationSize, checkFrame, LIMITS } from '../planning/limits.ts';
import { mainStream } from '../planning/plan.ts';
import { DEINTERLACING, hasAlpha, ON_WHITE, TONE_MAPPING, WITHOUT_LABEL } from '../planning/video-filters.ts';
import { inspect } from '../reading/inspect.ts';
import { measure } from '../reading/measure.ts';
import type { MediaStream } from '../reading/media.ts';
import { shortened } from '../reading/part.ts';
import { fractionValue } from '../reading/read-probe.ts';
import { openSource, sourceArguments } from '../reading/source.ts';
import { type Encoding, encode } from '../running/encode.ts';
import type { MediaJob } from '../running/job.ts';
import {
  ANIMATION_SIZES,
  ANIMATION_TARGETS,
  type AnimationTarget,
  type AnimationTargetName,
} from './animation-targets.ts';
import { FOR_EVER, loopCountOf } from './loop-count.ts';

/** Formats that are animated pictures already: they keep their size and their frames. */
const ANIMATIONS: readonly FormatName[] = ['gif', 'apng'];

/** Where the chunk that makes a PNG an animation is named at the latest: right behind the header. */
const ANIMATION_CONTROL = 41;
/** How exactly times are kept, in seconds, for an encoder that takes the unit they are counted in for its rate of frames. */
const TIME_UNIT = 1 / 200;
const UNITS_OF_TIME = `settb=1/${1 / TIME_UNIT},setpts=PTS`;

/**
 * A picture behind the last one that differs from it everywhere. The filter that chooses colours counts those of each
 * picture where the next one differs: without it, the last one would be shown in the colours of those before.
 */
const UNLIKE_ANY = 'format=bgra,tpad=stop=1:color=0x00000000';

const PALETTES = {
  low: { colours: 64, dither: 'bayer:bayer_scale=5' },
  medium: { colours: 128, dither: 'sierra2_4a' },
  high: { colours: 256, dither: 'sierra2_4a' },
} as const satisfies Record<Quality, { readonly colours: number; readonly dither: string }>;

type Run = (pass: number, encoding: Pick<Encoding, 'arguments' | 'resultPath'>) => Promise<void>;

/** Makes an animated picture of a video. */
export async function convertToAnimation(job: MediaJob, target: AnimationTargetName): Promise<void> {
  const seen = await inspect(job.sourceFormat, job);
  const stream = mainStream(seen.media.video);
  if (!stream) throw nothingThere(seen.media, 'video', target);
  const options = job.options as AnimationOptions;
  const cut = cutOf(options, seen.duration);
  const inspected = asked(await shortened(seen, cut, 'video', job), cut, options);
  const duration = (inspected.lasting ?? Number)(seen.duration);
  if (!ANIMATIONS.includes(job.sourceFormat)) checkAnimation(duration, target);
  const settings: AnimationTarget = ANIMATION_TARGETS[target];
  const run = runner(job, inspected, { cut, duration, passes: settings.palette ? 2 : 1 });
  const filters = filtersOf(stream, job, { ...settings, cut, duration });
  const lasting = ANIMATIONS.includes(job.sourceFormat) ? await keepLastTime(inspected, stream, job) : [];
  const loopCount = options.loop ?? (ANIMATIONS.includes(job.sourceFormat) ? await loopCountOf(job) : FOR_EVER);
  if (settings.palette) await encodeWithPalette(job, stream, { filters, lasting, loopCount }, run);
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
        ...lasting,
        '-f',
        settings.muxer,
      ],
      resultPath: job.resultPath,
    });
  }
  if (target === 'webp' && hasAlpha(stream)) await declareAlpha(job.resultPath);
  // ffmpeg writes animated WebP but does not read it: there is nothing to compare with. Nor is there with a single frame.
  if (target !== 'webp' && !(target === 'apng' && (await isPlainPng(job.resultPath))))
    await checkResult(inspected, [stream], await openSource(job.resultPath, target), job);
}

/** The same, where the result shows a part of it, or shows it faster or slower, or more seldom. */
function asked(inspected: Inspected, cut: Cut | undefined, { speed = 1, fps }: AnimationOptions): Inspected {
  return {
    ...inspected,
    ...(cut || speed !== 1 ? { lasting: (length: number) => lengthWithin(cut, length) / speed } : {}),
    ...(fps === undefined ? {} : { frame: 1 / fps }),
  };
}

/** Encoders do not know how long the last frame is to be seen, and the one before is no guide. */
async function keepLastTime(inspected: Inspected, { index }: MediaStream, job: MediaJob): Promise<string[]> {
  const extents = inspected.extents ?? (await measure(inspected.source, job));
  const { end = 0, last = 0 } = extents.get(index) ?? {};
  if (inspected.lasting || inspected.frame) {
    const length = (inspected.lasting ?? Number)(end).toFixed(6);
    return ['-bsf:v', `setts=duration=if(eq(NEXT_PTS\\,NOPTS)\\,max(1\\,${length}/TB-PTS)\\,DURATION)`];
  }
  const isLast = `gte(PTS*TB\\,${(end - last - TIME_UNIT).toFixed(6)})`;
  return ['-bsf:v', `setts=duration=if(${isLast}\\,${last}/TB\\,DURATION)`];
}

/** How the pictures of an animation with a palette follow each other. */
interface Moving {
  readonly filters: readonly string[];
  readonly lasting: readonly string[];
  /** How often they are played; 0 is for ever. */
  readonly loopCount: number;
}

/** A palette is made of the whole animation first; in one go, ffmpeg would keep all frames in memory. */
async function encodeWithPalette(
  job: MediaJob,
  stream: MediaStream,
  { filters, lasting, loopCount }: Moving,
  run: Run,
): Promise<void> {
  const palette = join(job.folder, 'palette.png');
  const { colors } = job.options as AnimationOptions;
  const { colours, dither } = PALETTES[job.quality];
  // One of them is for what is transparent.
  const most =
    colors === undefined ? `${colours}` : `${colors}:reserve_transparent=${colors > 2 || hasAlpha(stream) ? 1 : 0}`;
  const chain = [...filters, UNLIKE_ANY, `palettegen=max_colors=${most}:stats_mode=diff`].join(',');
  await run(0, {
    arguments: [
      ...selection(stream),
      '-filter:v',
      chain,
      ...['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1'],
    ],
    resultPath: palette,
  });
  const moving = [...filters, 'null'].join(',');
  const graph = `[0:${stream.index}]${moving}[moving];[moving][1:v]paletteuse=dither=${dither}:diff_mode=rectangle`;
  await run(1, {
    arguments: [
      ...sourceArguments({ path: palette, demuxer: 'image2', decoder: 'png' }),
      ...['-filter_complex', graph, '-map_metadata', '-1', '-fps_mode', 'vfr', ...lasting, '-f', 'gif'],
      ...ANIMATION_TARGETS.gif.loopCount(loopCount),
    ],
    resultPath: job.resultPath,
  });
}

/** What is run, and how often. */
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

function selection({ index }: MediaStream): string[] {
  return ['-map', `0:${index}`, '-map_metadata', '-1', '-fps_mode', 'vfr'];
}

/** An animation that is to be made, how long it will be, and of which part of the source. */
interface Showing extends AnimationTarget {
  readonly duration: number;
  readonly cut: Cut | undefined;
}

function filtersOf(stream: MediaStream, job: MediaJob, { alpha, palette, smallest, duration, cut }: Showing): string[] {
  const { rate: most, side } = ANIMATION_SIZES[job.quality];
  const { fps, speed = 1, ...options } = job.options as AnimationOptions;
  const rate = fps ?? Math.min(most, fractionValue(stream.frameRate ?? '25') || most);
  const shrink = `min(1\\,${side}/max(iw*sar\\,ih))`;
  const usual = `scale=w='max(2\\,trunc(iw*sar*${shrink}/2)*2)':h='max(2\\,trunc(ih*${shrink}/2)*2)',setsar=1`;
  const kept = ANIMATIONS.includes(job.sourceFormat);
  const reshaped = isReshaped(options) ? reshape(stream, options, palette || alpha ? 1 : 2) : undefined;
  if (reshaped) checkShown(reshaped, duration * rate);
  const size = reshaped?.filters ?? (kept ? [] : [usual]);
  return [
    ...cutPictures(cut),
    ...(stream.mislabelled ? [WITHOUT_LABEL] : []),
    ...(stream.interlaced ? [DEINTERLACING] : []),
    ...(stream.hdr ? [TONE_MAPPING] : []),
    ...(hasAlpha(stream) && !alpha && !palette ? [ON_WHITE] : []),
    ...(speed === 1 ? [] : [`setpts=PTS/${speed}`]),
    // Of a clip that is over before two frames are due, none would be left.
    ...((kept && fps === undefined) || duration * rate < 2 ? [] : [`fps=${rate}`]),
    ...size,
    ...(smallest ? [enlarge(smallest), 'crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0'] : []),
    ...(kept && !palette ? [UNITS_OF_TIME] : []),
  ];
}

/** Whoever asks for a size may ask for too much. @throws ConversionError TOO_COMPLEX */
function checkShown({ width, height }: Size, pictures: number): void {
  checkFrame(width, height, LIMITS.encodedPixels);
  const frames = Math.max(1, Math.ceil(pictures));
  checkAnimationSize({ frames, pixels: width * height * frames });
}

function enlarge(side: number): string {
  const times = `max(1\\,ceil(${side}/min(iw\\,ih)))`;
  return `scale=w='iw*${times}':h='ih*${times}':flags=neighbor`;
}

/** Whether a PNG does not say, where it has to, that it is animated. */
async function isPlainPng(path: string): Promise<boolean> {
  const head = await readHead(path, ANIMATION_CONTROL);
  return head.length === ANIMATION_CONTROL && head.toString('latin1', ANIMATION_CONTROL - 4) !== 'acTL';
}
