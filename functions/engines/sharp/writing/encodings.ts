import type {
  AvifOptions,
  GifOptions,
  JpegOptions,
  Metadata,
  PngOptions,
  Sharp,
  TiffOptions,
  WebpOptions,
} from 'sharp';
import type { Quality } from '../../../conversion/quality.ts';
import { IMAGE_QUALITIES as KEPT } from '../image-qualities.ts';
import type { PictureOptions } from '../picture-options.ts';

/** How a picture is written: what the encoder needs to know of it. */
export interface EncodingTraits {
  readonly hasAlpha: boolean;
  /** All frames together. */
  readonly pixels: number;
  readonly metadata: Metadata;
  /** All pages of its file together. @default its own pixels */
  readonly document?: number;
  readonly options?: PictureOptions;
}

/** The settings of an encoder; none where the library's own are good. */
type Settings<Options> = (traits: EncodingTraits, quality: Quality) => Options;

/** Above this many pixels the slow encoders take less trouble, or the client would wait too long. */
const MANY_PIXELS = 2_000_000;
const VERY_MANY_PIXELS = 12_500_000;
/** Documents have so many pixels on all their pages that there is no time for more than the plainest encoding. */
const LARGE_DOCUMENT = 60_000_000;
/** The largest side of a JPEG, inside a TIFF too. */
const JPEG_SIDE = 65_500;

/** The efforts for few, many and very many pixels. */
const effort = ({ pixels }: EncodingTraits, few: number, many: number, most = many): number =>
  pixels > VERY_MANY_PIXELS ? most : pixels > MANY_PIXELS ? many : few;

/**
 * Tables made for what the eye sees and clean edges of white areas cost no time. Several scans and code tables of their
 * own take twice as long as the rest, for files that are a tenth smaller: pictures that are not large get them.
 */
const jpeg: Settings<JpegOptions> = ({ pixels, options = {} }, quality) => ({
  quality: KEPT.jpg[quality],
  quantisationTable: 3,
  overshootDeringing: true,
  progressive: pixels <= MANY_PIXELS,
  optimiseCoding: quality === 'low' || pixels <= MANY_PIXELS,
  chromaSubsampling: quality === 'high' ? '4:4:4' : '4:2:0',
  ...asked(options, { image_quality: 'quality', progressive: 'progressive', chroma_subsampling: 'chromaSubsampling' }),
});

const webp: Settings<WebpOptions> = (traits, quality) => ({
  effort: (traits.document ?? 0) > LARGE_DOCUMENT ? 0 : effort(traits, 4, 4, 2),
  quality: KEPT.webp[quality],
  alphaQuality: { low: 60, medium: 90, high: 100 }[quality],
  smartSubsample: quality === 'high' && traits.pixels <= VERY_MANY_PIXELS,
  ...times(traits.metadata),
  ...asked(traits.options, { image_quality: 'quality', lossless: 'lossless', effort: 'effort' }),
});

/**
 * The encoder takes two seconds for a million pixels at 4, a third of one at 2, and a quarter at 1. What it does for the eye
 * saves bytes where much is lost, and costs some at high quality.
 */
const avif: Settings<AvifOptions> = (traits, quality) => ({
  quality: KEPT.avif[quality],
  effort: effort(traits, 4, 2, 1),
  tune: quality === 'high' ? 'ssim' : 'auto',
  chromaSubsampling: quality === 'high' ? '4:4:4' : '4:2:0',
  ...asked(traits.options, { image_quality: 'quality', effort: 'effort', chroma_subsampling: 'chromaSubsampling' }),
  ...(traits.options?.lossless ? { lossless: true, chromaSubsampling: '4:4:4' } : {}),
});

const png: Settings<PngOptions> = ({ pixels, options = {} }, quality) => ({
  ...(quality === 'low' && pixels <= VERY_MANY_PIXELS
    ? { palette: true, quality: 80, effort: 1 }
    : { compressionLevel: pixels > VERY_MANY_PIXELS ? 2 : 6, adaptiveFiltering: true }),
  ...asked(options, { effort: 'compressionLevel', progressive: 'progressive' }),
  ...(options.colors === undefined ? {} : { palette: true, colours: options.colors, quality: 100 }),
});

const gif: Settings<GifOptions> = (traits, quality) => ({
  effort: effort(traits, 7, 1),
  ...{
    low: { colours: 64, dither: 0.5, interFrameMaxError: 8 },
    medium: { dither: 0.8, interFrameMaxError: 2 },
    high: {},
  }[quality],
  ...times(traits.metadata),
  ...asked(traits.options, { effort: 'effort', progressive: 'progressive', colors: 'colours' }),
});

const tiff: Settings<TiffOptions> = ({ hasAlpha, metadata }, quality) => ({
  ...(quality !== 'low' || hasAlpha || Math.max(metadata.width, metadata.height) > JPEG_SIDE
    ? { compression: 'deflate', predictor: 'horizontal' }
    : { compression: 'jpeg', quality: 80 }),
  ...resolution(metadata),
});

/** How each format is written that sharp writes, with what the qualities mean to it. The only place that knows. */
export const ENCODINGS = {
  jpg: (picture, traits, quality) => picture.jpeg(jpeg(traits, quality)),
  webp: (picture, traits, quality) => picture.webp(webp(traits, quality)),
  avif: (picture, traits, quality) => picture.avif(avif(traits, quality)),
  png: (picture, traits, quality) => picture.png(png(traits, quality)),
  gif: (picture, traits, quality) => picture.gif(gif(traits, quality)),
  tiff: (picture, traits, quality) => picture.tiff(tiff(traits, quality)),
} as const satisfies Record<string, (picture: Sharp, traits: EncodingTraits, quality: Quality) => Sharp>;

/** What a client asks of an encoder, which comes before what the quality means: each option by the library's name for it. */
function asked<Name extends string>(
  options: PictureOptions = {},
  names: { readonly [option in keyof PictureOptions]?: Name },
): { [name in Name]?: never } {
  const given = Object.entries(names).flatMap(([option, name]) => {
    const value = options[option as keyof PictureOptions];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given);
}

/** The formats that sharp itself writes. */
export type EncodedFormat = keyof typeof ENCODINGS;

/** How often an animation is played at most: two bytes say it. More than that is as good as that. */
const MOST_LOOPS = 65_535;

/** The times of an animation's frames; a frame without one is shown as long as browsers show it. */
export function timing({ delay, loop }: Metadata): { delay?: number[]; loop?: number } {
  if (!delay || delay.length < 2) return {};
  return {
    delay: delay.map((milliseconds) => milliseconds || 100),
    ...(loop === undefined ? {} : { loop: Math.min(MOST_LOOPS, loop) }),
  };
}

/** The longest time of a frame that the library takes, in milliseconds; formats would hold more. */
const LONGEST_TIME = 65_535;

function times(metadata: Metadata): ReturnType<typeof timing> {
  const { delay, ...rest } = timing(metadata);
  return delay ? { delay: delay.map((time) => Math.min(LONGEST_TIME, time)), ...rest } : rest;
}

/** Pixels to the millimetre: a scanned page keeps its size on paper. */
function resolution({ density }: Metadata): { xres?: number; yres?: number } {
  return density ? { xres: density / 25.4, yres: density / 25.4 } : {};
}
