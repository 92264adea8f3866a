import type { Metadata, Sharp } from 'sharp';
import type { Quality } from '../../../conversion/quality.ts';
import type { PictureOptions } from '../picture-options.ts';

/** What an encoder's settings depend on. */
export interface EncodingTraits {
  /** All frames together. */
  readonly pixels: number;
  readonly metadata: Metadata;
  /** All pages of its file together. @default its own pixels */
  readonly document?: number;
  readonly options?: PictureOptions;
}

/** Chooses an encoder, with its settings. */
type Encode = (picture: Sharp, traits: EncodingTraits, quality: Quality) => Sharp;

/** The image quality of lossy encoders at each quality, of 100. */
export const IMAGE_QUALITIES = {
  jpg: { low: 55, medium: 82, high: 92 },
  webp: { low: 50, medium: 80, high: 94 },
  avif: { low: 38, medium: 58, high: 70 },
} as const satisfies Record<string, Readonly<Record<Quality, number>>>;

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

const usualSubsampling = (quality: Quality) => (quality === 'high' ? '4:4:4' : '4:2:0');

/**
 * Perceptual quantisation tables and overshoot deringing cost no time. Progressive scans and optimised Huffman tables
 * double the time, for files that are a tenth smaller: only smaller pictures get them.
 */
const jpg: Encode = (picture, { pixels, options = {} }, quality) =>
  picture.jpeg({
    quality: options.image_quality ?? IMAGE_QUALITIES.jpg[quality],
    quantisationTable: 3,
    overshootDeringing: true,
    progressive: options.progressive ?? pixels <= MANY_PIXELS,
    optimiseCoding: quality === 'low' || pixels <= MANY_PIXELS,
    chromaSubsampling: options.chroma_subsampling ?? usualSubsampling(quality),
  });

const webp: Encode = (picture, { options = {}, ...traits }, quality) =>
  picture.webp({
    effort: options.effort ?? ((traits.document ?? 0) > LARGE_DOCUMENT ? 0 : effort(traits, 4, 4, 2)),
    quality: options.image_quality ?? IMAGE_QUALITIES.webp[quality],
    lossless: options.lossless ?? false,
    alphaQuality: { low: 60, medium: 90, high: 100 }[quality],
    smartSubsample: quality === 'high' && traits.pixels <= VERY_MANY_PIXELS,
    ...timing(traits.metadata),
  });

/**
 * Measured: a megapixel takes two seconds at effort 4, a third of one at 2, and a quarter at 1. Perceptual tuning saves
 * bytes at low qualities, and costs some at high quality.
 */
const avif: Encode = (picture, { options = {}, ...traits }, quality) =>
  picture.avif({
    quality: options.image_quality ?? IMAGE_QUALITIES.avif[quality],
    lossless: options.lossless ?? false,
    effort: options.effort ?? effort(traits, 4, 2, 1),
    tune: quality === 'high' ? 'ssim' : 'auto',
    chromaSubsampling: options.lossless ? '4:4:4' : (options.chroma_subsampling ?? usualSubsampling(quality)),
  });

const png: Encode = (picture, { pixels, options = {} }, quality) =>
  picture.png({
    ...(quality === 'low' && pixels <= VERY_MANY_PIXELS
      ? { palette: true, quality: 80, effort: 1 }
      : { adaptiveFiltering: true }),
    compressionLevel: options.effort ?? (pixels > VERY_MANY_PIXELS ? 2 : 6),
    progressive: options.progressive ?? false,
    ...(options.colors === undefined ? {} : { palette: true, colours: options.colors, quality: 100 }),
  });

const gif: Encode = (picture, { options = {}, ...traits }, quality) =>
  picture.gif({
    effort: options.effort ?? effort(traits, 7, 1),
    progressive: options.progressive ?? false,
    ...{
      low: { colours: 64, dither: 0.5, interFrameMaxError: 8 },
      medium: { dither: 0.8, interFrameMaxError: 2 },
      high: {},
    }[quality],
    ...timing(traits.metadata),
    ...(options.colors === undefined ? {} : { colours: options.colors }),
  });

const tiff: Encode = (picture, { metadata }, quality) =>
  picture.tiff({
    ...(quality !== 'low' || metadata.hasAlpha || Math.max(metadata.width, metadata.height) > JPEG_SIDE
      ? { compression: 'deflate', predictor: 'horizontal' }
      : { compression: 'jpeg', quality: 80 }),
    ...resolution(metadata),
  });

/** The encoders of the formats that sharp writes. */
export const ENCODINGS = { jpg, webp, avif, png, gif, tiff } as const satisfies Record<string, Encode>;

/** The highest loop count, of two bytes. */
const MOST_LOOPS = 65_535;

/** The delay of frames that have none, as in browsers, and the longest that sharp takes, in milliseconds. */
export const USUAL_DELAY = 100;
const LONGEST_DELAY = 65_535;

/** The delays and the loop count of an animation. */
function timing({ delay, loop }: Metadata): { delay?: number[]; loop?: number } {
  if (!delay || delay.length < 2) return {};
  return {
    delay: delay.map((milliseconds) => Math.min(LONGEST_DELAY, milliseconds || USUAL_DELAY)),
    ...(loop === undefined ? {} : { loop: Math.min(MOST_LOOPS, loop) }),
  };
}

/** The density where none is stated, in pixels per inch. */
export const USUAL_DENSITY = 72;

/** The density in pixels per millimetre, by which a scanned page keeps its size on paper. */
function resolution({ density = USUAL_DENSITY }: Metadata): { xres: number; yres: number } {
  return { xres: density / 25.4, yres: density / 25.4 };
}
