import type { FormatName } from '../../../conversion/formats.ts';
import type { OptionSchema, OptionSchemas, Options } from '../../../conversion/options.ts';
import { joinOptions, type OptionsOfTargets, ofSources } from '../../options/join.ts';
import { PLAIN_COLOR } from '../../options/picture.ts';
import { EFFORT, imageQuality, LOSSLESS } from '../../options/picture-encoding.ts';
import { SHAPE, SHARP_OPTIONS, SIZE, SOURCE, VECTOR_DPI } from '../../sharp/options.ts';
import {
  isLinear,
  PICTURE_SOURCES,
  PICTURE_TARGETS,
  type PictureTargetName,
  SHARP_SOURCES,
} from '../pictures/picture-targets.ts';

/** Formats without colours. */
const COLOURLESS: readonly FormatName[] = ['pgm', 'pbm'];
const ANIMATED = ['gif', 'apng', 'webp', 'avif'] as const satisfies FormatName[];
/** Targets that sharp writes only from what it reads itself. */
const UNWRITTEN: readonly string[] = ['apng', 'cur', 'icns', 'psd', 'svg'];
/** Options of sources that sharp reads. */
const OF_SOURCES: readonly string[] = ['frame', 'pages', 'scale', 'loop', 'speed'];

const ENCODERS: Partial<Record<FormatName, OptionSchemas>> = {
  jxl: {
    image_quality: imageQuality(PICTURE_TARGETS.jxl.qualities),
    lossless: LOSSLESS,
    effort: { ...EFFORT, maximum: 9 },
  },
  jp2: { image_quality: imageQuality(PICTURE_TARGETS.jp2.qualities), lossless: LOSSLESS },
};

/** The options of pictures that ffmpeg writes: sharp crops, rotates and scales them before. */
const WRITTEN: OptionsOfTargets = Object.fromEntries(
  (Object.keys(PICTURE_TARGETS) as PictureTargetName[]).map((target) => [
    target,
    {
      ...ofSources(sourcesOf(target), {
        ...SIZE,
        ...SHAPE,
        ...(COLOURLESS.includes(target) ? {} : { color: PLAIN_COLOR }),
      }),
      ...SOURCE,
      dpi: VECTOR_DPI,
      ...ENCODERS[target],
    },
  ]),
);

function sourcesOf(target: FormatName): readonly FormatName[] {
  // Sharp would clip what is brighter than white.
  return [...SHARP_SOURCES, ...PICTURE_SOURCES.filter((source) => !(isLinear(target) && isLinear(source)))];
}

/** The options of pictures that ffmpeg reads and sharp writes. */
const READ: OptionsOfTargets = Object.fromEntries(
  Object.entries(SHARP_OPTIONS)
    .filter(([target]) => !UNWRITTEN.includes(target))
    .map(([target, schemas]) => {
      const entries = Object.entries<OptionSchema>(schemas).filter(
        ([name, { 'x-sources': sources }]) => !OF_SOURCES.includes(name) && sources === undefined,
      );
      return [target, ofSources(PICTURE_SOURCES, Object.fromEntries(entries))];
    }),
);

/** The options that sharp applies to animations before ffmpeg encodes them. */
const MOVING_OPTIONS = {
  ...SIZE,
  ...SHAPE,
  frame: SOURCE.frame,
  speed: SHARP_OPTIONS.webp.speed,
  color: PLAIN_COLOR,
} as const satisfies OptionSchemas;
const { color: _, ...IN_COLOUR } = MOVING_OPTIONS;

/** The options of pictures that ffmpeg reads or writes. */
export const PICTURE_OPTIONS: OptionsOfTargets = joinOptions(WRITTEN, READ, {
  gif: ofSources(ANIMATED, MOVING_OPTIONS),
  avif: ofSources(ANIMATED, IN_COLOUR),
  apng: ofSources(['avif', 'heic'], MOVING_OPTIONS),
  webp: ofSources(['avif', 'apng'], IN_COLOUR),
});

/** Splits the options of a picture into those that sharp applies and those of the encoder. */
export function splitOptions(options: Options): { pixels: Options; encoding: Options } {
  return part(options, (name) => !Object.hasOwn(ENCODERS.jxl ?? {}, name));
}

/** Splits the options of an animation into those that sharp applies and all others. */
export function splitAnimationOptions(options: Options): { pixels: Options; encoding: Options } {
  return part(options, (name) => Object.hasOwn(MOVING_OPTIONS, name));
}

function part(options: Options, isOfPixels: (name: string) => boolean): { pixels: Options; encoding: Options } {
  const entries = Object.entries(options);
  return {
    pixels: Object.fromEntries(entries.filter(([name]) => isOfPixels(name))),
    encoding: Object.fromEntries(entries.filter(([name]) => !isOfPixels(name))),
  };
}
