import sharp, { type Metadata, type Sharp, type SharpInput, type SharpOptions } from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';
import type { Quality } from '../../conversion/quality.ts';
import { LIMITS, type PictureSize } from './limits.ts';
import type { PictureOptions } from './picture-options.ts';
import { checkWarnings } from './warnings.ts';

/** One picture of a source: its metadata, and a way to decode it. */
export interface Picture extends PictureSize {
  readonly metadata: Metadata;
  /** Opens a new pipeline that decodes it, with the orientation applied. */
  open(): Sharp;
}

/** What a picture is to become. */
export interface PictureRequest {
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
}

/** What a reader has to decode, and for what. */
export interface ReadRequest extends PictureRequest {
  readonly path: string;
  /** A folder for files of its own. */
  readonly folder: string;
  /** Whether another engine reads what this refuses as unsupported. @default false */
  readonly handsOver?: boolean | undefined;
}

/** The pages of a file, each to be opened when it is needed. */
export type Pages = readonly (() => Promise<Picture>)[];

/** Reads one source format. */
export type Reader = (request: ReadRequest) => Promise<Pages>;

/** Options for decoding with sharp: it fails at any sign of damage. */
export const STRICT = { failOn: 'warning', limitInputPixels: LIMITS.pixels } as const satisfies SharpOptions;

/** Opens a picture that sharp decodes. */
export async function sharpPicture(input: SharpInput, options: SharpOptions = {}): Promise<Picture> {
  // The writer checks the size and explains it; reading a header costs nothing, whatever size it claims.
  const metadata = await sharp(input, { ...STRICT, ...options, limitInputPixels: false }).metadata();
  const frames = metadata.pageHeight && metadata.pages ? metadata.pages : 1;
  const { width, height } =
    frames > 1 ? { width: metadata.width, height: metadata.pageHeight ?? 0 } : metadata.autoOrient;
  return {
    width,
    height,
    frames,
    metadata,
    open: () => sharp(input, { ...STRICT, ...options, autoOrient: frames === 1 }),
  };
}

/** Makes a picture of the decoded frames of an animation, one after the other, with their delays and loop count. */
export async function animationOf(
  frames: Buffer,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: 3 | 4 },
  { delay, loop }: Pick<Metadata, 'delay' | 'loop'>,
): Promise<Picture> {
  const count = frames.length / (width * height * channels);
  const raw = { width, height: height * count, channels, pageHeight: height } as const;
  const open = () => sharp(frames, { ...STRICT, limitInputPixels: false, raw, pages: -1 });
  const known = { ...(delay ? { delay } : {}), ...(loop === undefined ? {} : { loop }) };
  return { width, height, frames: count, metadata: { ...(await open().metadata()), ...known }, open };
}

/**
 * Runs a pipeline, and then checks what the decoder warned of.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function watched<T>(image: Sharp, work: (image: Sharp) => Promise<T>): Promise<T> {
  const warnings: string[] = [];
  image.on('warning', (warning: string) => warnings.push(warning));
  const made = await work(image);
  checkWarnings(warnings);
  return made;
}
