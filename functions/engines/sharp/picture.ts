import sharp, { type Metadata, type Sharp, type SharpInput, type SharpOptions } from 'sharp';
import type { FormatName } from '../../conversion/formats.ts';
import type { Quality } from '../../conversion/quality.ts';
import { LIMITS, type PictureSize } from './limits.ts';
import type { PictureOptions } from './picture-options.ts';

/** One picture of a source: what is known of it from its headers, and the way to its pixels. */
export interface Picture extends PictureSize {
  readonly metadata: Metadata;
  /** A fresh pipeline that decodes it, orientation applied. */
  open(): Sharp;
  /** The same picture with harmless faults of its file put right, when decoding it has failed. */
  repair?(): Promise<Picture>;
  /**
   * Looks at the decoder's warnings when all is done, where decoding does not stop at them.
   * @throws ConversionError UNREADABLE_FILE
   */
  checkWarnings?(warnings: readonly string[]): void;
  /**
   * Draws it anew at a multiple of its size, where it is a drawing.
   * @throws ConversionError TOO_COMPLEX
   */
  redraw?(factor: number): Promise<Picture>;
}

/** What a reader is asked for. */
export interface ReadRequest {
  readonly path: string;
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
  /** A folder for files of its own. */
  readonly folder: string;
}

/** Reads one source format: the pages of the file, each opened only when it is its turn. */
export interface Reader {
  (request: ReadRequest): Promise<readonly (() => Promise<Picture>)[]>;
  /** The layer of the tool that it runs. @default none */
  readonly layer?: string;
}

/** A reader that runs a tool of a layer: an engine without that layer cannot use it. */
export function withLayer(layer: string, read: Reader): Reader {
  return Object.assign(read, { layer });
}

/** Options of every picture that sharp decodes: whatever may be damage stops it, nothing half read gets through. */
export const STRICT = { failOn: 'warning', limitInputPixels: LIMITS.pixels } as const satisfies SharpOptions;

/** A picture that sharp decodes by itself. */
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

/** The frames of an animation that were decoded already, one behind the other, with the times that are known of it. */
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

/** Does something with an opened picture, and looks then at what the decoder warned of. */
export async function watched<T>(image: Sharp, picture: Picture, work: (image: Sharp) => Promise<T>): Promise<T> {
  const warnings: string[] = [];
  image.on('warning', (warning: string) => warnings.push(warning));
  const made = await work(image);
  picture.checkWarnings?.(warnings);
  return made;
}
