import { join } from 'node:path';
import type { Quality } from '../../../conversion/quality.ts';
import type { AnimationOptions } from '../options/animation-options.ts';
import { hasAlpha } from '../planning/video-filters.ts';
import type { MediaStream } from '../reading/media.ts';
import { sourceArguments } from '../reading/source.ts';
import { type Encoding, encode } from '../running/encode.ts';
import type { MediaJob } from '../running/tool.ts';
import { ANIMATION_TARGETS } from './animation-targets.ts';

/**
 * Appends a transparent frame. In the mode `diff`, palettegen counts the pixels of a frame that differ in the next one:
 * without another frame after it, the last one would get the colours of those before.
 */
const EXTRA_FRAME = 'format=bgra,tpad=stop=1:color=0x00000000';

const COLOURS: Readonly<Record<Quality, number>> = { low: 64, medium: 128, high: 256 };
/** Error diffusion would change in every frame what does not move, which is larger and looks like noise. */
const DITHER = 'bayer:bayer_scale=5';

/** The source, the filters, the arguments for the last frame and the loop count of an animation with a palette. */
interface PaletteAnimation {
  readonly input: Pick<Encoding, 'source' | 'reading' | 'duration'>;
  readonly filters: readonly string[];
  readonly lastFrame: readonly string[];
  /** How often it is played; 0 is for ever. */
  readonly loopCount: number;
}

/** Makes the palette in a pass of its own: in a single pass, ffmpeg would keep all frames in memory. */
export async function encodeWithPalette(
  job: MediaJob,
  stream: MediaStream,
  { input, filters, lastFrame, loopCount }: PaletteAnimation,
): Promise<void> {
  const palette = join(job.folder, 'palette.png');
  const { colors } = job.options as AnimationOptions;
  // One colour of the palette is transparent.
  const most =
    colors === undefined
      ? `${COLOURS[job.quality]}`
      : `${colors}:reserve_transparent=${colors > 2 || hasAlpha(stream) ? 1 : 0}`;
  const chain = [...filters, EXTRA_FRAME, `palettegen=max_colors=${most}:stats_mode=diff`].join(',');
  const still = ['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1'];
  const measuring = [...selection(stream), '-filter:v', chain, ...still];
  await encode({ ...input, pass: { index: 0, of: 2 }, arguments: measuring, resultPath: palette }, job);
  const moving = [...filters, 'null'].join(',');
  const graph = `[0:${stream.index}]${moving}[moving];[moving][1:v]paletteuse=dither=${DITHER}:diff_mode=rectangle`;
  const drawing = [
    ...sourceArguments({ path: palette, demuxer: 'image2', decoder: 'png' }),
    ...['-filter_complex', graph, '-map_metadata', '-1', '-fps_mode', 'vfr', ...lastFrame, '-f', 'gif'],
    ...ANIMATION_TARGETS.gif.loopCount(loopCount),
  ];
  await encode({ ...input, pass: { index: 1, of: 2 }, arguments: drawing, resultPath: job.resultPath }, job);
}

/** The arguments that take the video stream with the times of its frames, and without metadata. */
export function selection({ index }: MediaStream): string[] {
  return ['-map', `0:${index}`, '-map_metadata', '-1', '-fps_mode', 'vfr'];
}
