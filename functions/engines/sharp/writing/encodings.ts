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

/** What an encoder's settings depend on. */
export interface EncodingTraits {
  readonly hasAlpha: boolean;
  /** All frames together. */
  readonly pixels: number;
  readonly metadata: Metadata;
  /** All pages of its file together. @default its own pixels */
  readonly document?: number;
  readonly options?: PictureOptions;
}

/** Makes the settings of an encoder. */
type Settings<Options> = (traits: EncodingTraits, quality: Quality) => Options;

/** Above these numbers of pixels, slow encoders get less effort, or the client would wait too long. */
const MANY_PIXELS = 2_000_000;
const VERY_MANY_PIXELS = 12_500_000;
/** Above this many pixels on all pages of a document, there is only time for the lowest effort. */
const LARGE_DOCUMENT = 60_000_000;
/** The largest side of a JPEG, inside a TIFF too. */
const JPEG_SIDE = 65_500;

/** The efforts for few, many and very many pixels. */
const effort = ({ pixels }: EncodingTraits, few: number, many: number, most = many): number =>
  pixels > VERY_MANY_PIXELS ? most : pixels > MANY_PIXELS ? many : few;

/**
 * Perceptual quantisation tables and overshoot deringing cost no time. Progressive scans and optimised Huffman tables
 * double the time, for files that are a tenth smaller: only smaller pictures get them.
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
 * Measured: a megapixel takes two seconds at effort 4, a third of one at 2, and a quarter at 1. Perceptual tuning saves
 * bytes at low qualities, and costs some at high quality.
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

/** The encoders of the formats that sharp writes, with their settings for each quality. */
export const ENCODINGS = {
  jpg: (picture, traits, quality) => picture.jpeg(jpeg(traits, quality)),
  webp: (picture, traits, quality) => picture.webp(webp(traits, quality)),
  avif: (picture, traits, quality) => picture.avif(avif(traits, quality)),
  png: (picture, traits, quality) => picture.png(png(traits, quality)),
  gif: (picture, traits, quality) => picture.gif(gif(traits, quality)),
  tiff: (picture, traits, quality) => picture.tiff(tiff(traits, quality)),
} as const satisfies Record<string, (picture: Sharp, traits: EncodingTraits, quality: Quality) => Sharp>;

/** The options that override the settings of the quality, by sharp's names for them. */
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

/** The highest loop count, of two bytes. */
const MOST_LOOPS = 65_535;

/** The delays and the loop count of an animation; frames without a delay get that of browsers. */
export function timing({ delay, loop }: Metadata): { delay?: number[]; loop?: number } {
  if (!delay || delay.length < 2) return {};
  return {
    delay: delay.map((milliseconds) => milliseconds || 100),
    ...(loop === undefined ? {} : { loop: Math.min(MOST_LOOPS, loop) }),
  };
}

/** The longest delay that sharp takes, in milliseconds. */
const LONGEST_TIME = 65_535;

function times(metadata: Metadata): ReturnType<typeof timing> {
  const { delay, ...rest } = timing(metadata);
  return delay ? { delay: delay.map((time) => Math.min(LONGEST_TIME, time)), ...rest } : rest;
}

/** The density where none is stated, in pixels per inch. */
export const USUAL_DENSITY = 72;

/** The density in pixels per millimetre, by which a scanned page keeps its size on paper. */
function resolution({ density = USUAL_DENSITY }: Metadata): { xres: number; yres: number } {
  return { xres: density / 25.4, yres: density / 25.4 };
}
