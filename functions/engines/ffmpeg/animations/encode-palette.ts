import { join } from 'node:path';
import type { Quality } from '../../../conversion/quality.ts';
import type { AnimationOptions } from '../options/animation-options.ts';
import { hasAlpha } from '../planning/video-filters.ts';
import type { MediaStream } from '../reading/media.ts';
import { sourceArguments } from '../reading/source.ts';
import type { Encoding } from '../running/encode.ts';
import type { MediaJob } from '../running/job.ts';
import { ANIMATION_TARGETS } from './animation-targets.ts';

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

/** Runs one of several passes over a source. */
export type Run = (pass: number, encoding: Pick<Encoding, 'arguments' | 'resultPath'>) => Promise<void>;

/** How the pictures of an animation with a palette follow each other. */
interface PaletteAnimation {
  readonly filters: readonly string[];
  readonly lasting: readonly string[];
  /** How often they are played; 0 is for ever. */
  readonly loopCount: number;
}

/** A palette is made of the whole animation first; in one go, ffmpeg would keep all frames in memory. */
export async function encodeWithPalette(
  job: MediaJob,
  stream: MediaStream,
  { filters, lasting, loopCount }: PaletteAnimation,
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

/** What chooses the moving pictures of a source, each with its time, and nothing that is said of them. */
export function selection({ index }: MediaStream): string[] {
  return ['-map', `0:${index}`, '-map_metadata', '-1', '-fps_mode', 'vfr'];
}
