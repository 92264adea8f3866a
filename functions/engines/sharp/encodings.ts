import type { Metadata, Sharp } from 'sharp';
import type { Quality } from '../../conversion/quality.ts';

/** How a picture is written: what the encoder needs to know of it. */
export interface EncodingTraits {
  readonly hasAlpha: boolean;
  /** All frames together. */
  readonly pixels: number;
  readonly metadata: Metadata;
  /** All pages of its file together. @default its own pixels */
  readonly document?: number;
}

type Encode = (picture: Sharp, traits: EncodingTraits) => Sharp;

const losslessTiff: Encode = (picture, { metadata }) =>
  picture.tiff({ compression: 'deflate', predictor: 'horizontal', ...resolution(metadata) });
const losslessPng: Encode = (picture, { pixels }) =>
  picture.png(
    pixels > VERY_MANY_PIXELS
      ? { compressionLevel: 2, adaptiveFiltering: true }
      : { compressionLevel: 6, adaptiveFiltering: true },
  );

/** Above this many pixels the slow encoders take less trouble, or the client would wait too long. */
const MANY_PIXELS = 2_000_000;
const VERY_MANY_PIXELS = 12_500_000;
/** Documents have so many pixels on all their pages that there is no time for more than the plainest encoding. */
const LARGE_DOCUMENT = 60_000_000;
const isLarge = (document = 0) => document > LARGE_DOCUMENT;
const avifEffort = (pixels: number) => (pixels > VERY_MANY_PIXELS ? 0 : pixels > MANY_PIXELS ? 1 : 4);
const webpEffort = (pixels: number, document = 0) => (isLarge(document) ? 0 : pixels > VERY_MANY_PIXELS ? 1 : 4);
const gifEffort = (pixels: number) => (pixels > MANY_PIXELS ? 1 : 7);

/**
 * What the careful JPEG encoder does that costs no time: tables made for what the eye sees, clean edges of white areas.
 * All else that it does takes ten times as long as the encoding, for files that are a seventh smaller.
 */
const JPEG_CARE = { quantisationTable: 3, overshootDeringing: true } as const;

/**
 * Large photos get the usual code tables: finding tables of their own takes as long as all the rest of the encoding, at
 * high quality three times as long, for files that are a fiftieth smaller. At low quality, a twentieth, it is worth it.
 */
const jpegCoding = (pixels: number) => ({ optimiseCoding: pixels <= MANY_PIXELS });

/** The largest side of a JPEG, inside a TIFF too. */
const JPEG_SIDE = 65_500;

/** What the qualities mean, for each format that sharp writes. The only place that knows. */
export const ENCODINGS = {
  jpg: {
    low: (picture) => picture.jpeg({ quality: 55, ...JPEG_CARE }),
    medium: (picture, { pixels }) => picture.jpeg({ quality: 82, ...JPEG_CARE, ...jpegCoding(pixels) }),
    high: (picture, { pixels }) => picture.jpeg({ quality: 94, chromaSubsampling: '4:4:4', ...jpegCoding(pixels) }),
  },
  webp: {
    low: (picture, { metadata, pixels, document }) =>
      picture.webp({ effort: webpEffort(pixels, document), quality: 50, alphaQuality: 60, ...timing(metadata) }),
    medium: (picture, { metadata, pixels, document }) =>
      picture.webp({ effort: webpEffort(pixels, document), quality: 80, alphaQuality: 90, ...timing(metadata) }),
    high: (picture, { metadata, pixels, document }) =>
      picture.webp({
        effort: webpEffort(pixels, document),
        quality: 94,
        smartSubsample: pixels <= VERY_MANY_PIXELS,
        ...timing(metadata),
      }),
  },
  avif: {
    low: (picture, { pixels }) => picture.avif({ quality: 38, effort: avifEffort(pixels), chromaSubsampling: '4:2:0' }),
    medium: (picture, { pixels }) =>
      picture.avif({ quality: 58, effort: avifEffort(pixels), chromaSubsampling: '4:2:0' }),
    high: (picture, { pixels }) =>
      picture.avif({ quality: 78, effort: avifEffort(pixels), chromaSubsampling: '4:4:4' }),
  },
  png: {
    low: (picture, traits) =>
      traits.pixels > VERY_MANY_PIXELS
        ? losslessPng(picture, traits)
        : picture.png({ palette: true, quality: 80, effort: 1 }),
    medium: losslessPng,
    high: losslessPng,
  },
  gif: {
    low: (picture, { metadata, pixels }) =>
      picture.gif({ colours: 64, effort: gifEffort(pixels), dither: 0.5, interFrameMaxError: 8, ...timing(metadata) }),
    medium: (picture, { metadata, pixels }) =>
      picture.gif({ effort: gifEffort(pixels), dither: 0.8, interFrameMaxError: 2, ...timing(metadata) }),
    high: (picture, { metadata, pixels }) => picture.gif({ effort: gifEffort(pixels), ...timing(metadata) }),
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

/** The times of an animation's frames; a frame without one is shown as long as browsers show it. */
export function timing({ delay, loop }: Metadata): { delay?: number[]; loop?: number } {
  if (!delay || delay.length < 2) return {};
  return { delay: delay.map((milliseconds) => milliseconds || 100), ...(loop === undefined ? {} : { loop }) };
}

/** Pixels to the millimetre: a scanned page keeps its size on paper. */
function resolution({ density }: Metadata): { xres?: number; yres?: number } {
  return density ? { xres: density / 25.4, yres: density / 25.4 } : {};
}
