import type { Metadata, Sharp } from 'sharp';
import type { Quality } from '../../../conversion/quality.ts';
import { IMAGE_QUALITIES as KEPT } from '../image-qualities.ts';
import type { PictureOptions } from '../picture-options.ts';
import { ENCODER_OPTIONS } from './encoder-options.ts';

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

type Encode = (picture: Sharp, traits: EncodingTraits) => Sharp;

const losslessTiff: Encode = (picture, { metadata }) =>
  picture.tiff({ compression: 'deflate', predictor: 'horizontal', ...resolution(metadata) });
const losslessPng: Encode = (picture, traits) =>
  picture.png({
    compressionLevel: traits.pixels > VERY_MANY_PIXELS ? 2 : 6,
    adaptiveFiltering: true,
    ...asked('png', traits),
  });

/** Above this many pixels the slow encoders take less trouble, or the client would wait too long. */
const MANY_PIXELS = 2_000_000;
const VERY_MANY_PIXELS = 12_500_000;
/** Documents have so many pixels on all their pages that there is no time for more than the plainest encoding. */
const LARGE_DOCUMENT = 60_000_000;
const isLarge = (document = 0) => document > LARGE_DOCUMENT;
const avifEffort = ({ pixels }: EncodingTraits) => (pixels > VERY_MANY_PIXELS ? 0 : pixels > MANY_PIXELS ? 1 : 4);
const webpEffort = ({ pixels, document }: EncodingTraits) =>
  isLarge(document) ? 0 : pixels > VERY_MANY_PIXELS ? 1 : 4;
const gifEffort = ({ pixels }: EncodingTraits) => (pixels > MANY_PIXELS ? 1 : 7);

/**
 * What the careful JPEG encoder does that costs no time: tables made for what the eye sees, clean edges of white areas.
 * All else that it does takes ten times as long as the encoding, for files that are a seventh smaller.
 */
const JPEG_CARE = { quantisationTable: 3, overshootDeringing: true } as const;

/**
 * Large photos get the usual code tables: finding tables of their own takes as long as all the rest of the encoding, at
 * high quality three times as long, for files that are a fiftieth smaller. At low quality, a twentieth, it is worth it.
 */
const jpegCoding = ({ pixels }: EncodingTraits) => ({ optimiseCoding: pixels <= MANY_PIXELS });

/** What the options ask of an encoder, which comes before what the quality means to it. */
function asked<Format extends keyof typeof ENCODER_OPTIONS>(
  format: Format,
  { options = {} }: EncodingTraits,
): ReturnType<(typeof ENCODER_OPTIONS)[Format]> {
  return ENCODER_OPTIONS[format](options) as ReturnType<(typeof ENCODER_OPTIONS)[Format]>;
}

/** The largest side of a JPEG, inside a TIFF too. */
const JPEG_SIDE = 65_500;

/** What the qualities mean, for each format that sharp writes. The only place that knows. */
export const ENCODINGS = {
  jpg: {
    low: (picture, traits) => picture.jpeg({ quality: KEPT.jpg.low, ...JPEG_CARE, ...asked('jpg', traits) }),
    medium: (picture, traits) =>
      picture.jpeg({ quality: KEPT.jpg.medium, ...JPEG_CARE, ...jpegCoding(traits), ...asked('jpg', traits) }),
    high: (picture, traits) =>
      picture.jpeg({
        quality: KEPT.jpg.high,
        chromaSubsampling: '4:4:4',
        ...jpegCoding(traits),
        ...asked('jpg', traits),
      }),
  },
  webp: {
    low: (picture, traits) =>
      picture.webp({
        effort: webpEffort(traits),
        quality: KEPT.webp.low,
        alphaQuality: 60,
        ...times(traits.metadata),
        ...asked('webp', traits),
      }),
    medium: (picture, traits) =>
      picture.webp({
        effort: webpEffort(traits),
        quality: KEPT.webp.medium,
        alphaQuality: 90,
        ...times(traits.metadata),
        ...asked('webp', traits),
      }),
    high: (picture, traits) =>
      picture.webp({
        effort: webpEffort(traits),
        quality: KEPT.webp.high,
        smartSubsample: traits.pixels <= VERY_MANY_PIXELS,
        ...times(traits.metadata),
        ...asked('webp', traits),
      }),
  },
  avif: {
    low: (picture, traits) =>
      picture.avif({
        quality: KEPT.avif.low,
        effort: avifEffort(traits),
        chromaSubsampling: '4:2:0',
        ...asked('avif', traits),
      }),
    medium: (picture, traits) =>
      picture.avif({
        quality: KEPT.avif.medium,
        effort: avifEffort(traits),
        chromaSubsampling: '4:2:0',
        ...asked('avif', traits),
      }),
    high: (picture, traits) =>
      picture.avif({
        quality: KEPT.avif.high,
        effort: avifEffort(traits),
        chromaSubsampling: '4:4:4',
        ...asked('avif', traits),
      }),
  },
  png: {
    low: (picture, traits) =>
      traits.pixels > VERY_MANY_PIXELS
        ? losslessPng(picture, traits)
        : picture.png({ palette: true, quality: 80, effort: 1, ...asked('png', traits) }),
    medium: losslessPng,
    high: losslessPng,
  },
  gif: {
    low: (picture, traits) =>
      picture.gif({
        colours: 64,
        effort: gifEffort(traits),
        dither: 0.5,
        interFrameMaxError: 8,
        ...times(traits.metadata),
        ...asked('gif', traits),
      }),
    medium: (picture, traits) =>
      picture.gif({
        effort: gifEffort(traits),
        dither: 0.8,
        interFrameMaxError: 2,
        ...times(traits.metadata),
        ...asked('gif', traits),
      }),
    high: (picture, traits) =>
      picture.gif({ effort: gifEffort(traits), ...times(traits.metadata), ...asked('gif', traits) }),
  },
  tiff: {
    low: (picture, traits) =>
      traits.hasAlpha || Math.max(traits.metadata.width, traits.metadata.height) > JPEG_SIDE
        ? losslessTiff(picture, traits)
        : picture.tiff({ compression: 'jpeg', quality: 80, ...resolution(traits.metadata) }),
    medium: losslessTiff,
    high: losslessTiff,
  },
} as const satisfies Record<string, Record<Quality, Encode>>;

/** The formats that sharp itself writes. */
export type EncodedFormat = keyof typeof ENCODINGS;

/** How often an animation is played at most: two bytes say it. More than that is as good as that. */
const MOST_PLAYS = 65_535;

/** The times of an animation's frames; a frame without one is shown as long as browsers show it. */
export function timing({ delay, loop }: Metadata): { delay?: number[]; loop?: number } {
  if (!delay || delay.length < 2) return {};
  return {
    delay: delay.map((milliseconds) => milliseconds || 100),
    ...(loop === undefined ? {} : { loop: Math.min(MOST_PLAYS, loop) }),
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
