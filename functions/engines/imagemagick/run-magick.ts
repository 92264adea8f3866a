import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { DAMAGED } from '../sharp/unreadable.ts';
import { type LayerTools, runLayerTool } from '../tool.ts';

const LAYER = 'imagemagick';

const TOO_MUCH = 'The picture needs more memory or time than one conversion may use. Scale it down first.';

/** A picture of 100 million pixels takes 1.6 GB: four channels of four bytes. */
const MAGICK: LayerTools = {
  layer: LAYER,
  memory: 2400,
  fileSize: 1024,
  endings: [
    { says: /exhausted|ExceedsLimit|allocation ?failed/i, code: 'TOO_COMPLEX', message: TOO_MUCH, evenWhenDone: true },
    // It writes what it could read of a damaged file, and exits with 0.
    { says: / @ error\/|premature end of/i, code: 'UNREADABLE_FILE', message: DAMAGED, evenWhenDone: true },
  ],
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
  environment: (folder) => ({
    MAGICK_CONFIGURE_PATH: join(layerFolder(LAYER), 'etc'),
    MAGICK_CODER_MODULE_PATH: join(layerFolder(LAYER), 'coders'),
    MAGICK_TEMPORARY_PATH: folder,
  }),
};

/** A path with the coder that reads or writes it, so that the content chooses no other. */
export type CoderPath = `${(typeof CODERS)[number]}:${string}`;

const CODERS = ['bmp', 'cur', 'ico', 'tiff', 'psd'] as const;

/** How a picture is read. */
export interface MagickReading {
  /** Operations on it. @default none */
  readonly args?: readonly string[];
  /** Bits of a channel. @default 8 */
  readonly depth?: 8 | 16;
}

/**
 * Reads a picture.
 * @returns the path of an uncompressed TIFF
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function readByMagick(
  source: CoderPath,
  folder: string,
  { args = [], depth = 8 }: MagickReading = {},
): Promise<string> {
  const target = join(await mkdtemp(join(folder, 'magick-')), 'picture.tiff');
  await runMagick(source, [...args, '-depth', `${depth}`, '-compress', 'none'], `tiff:${target}`, folder);
  return target;
}

/**
 * Converts a picture that we made.
 * @throws ConversionError TOO_COMPLEX
 */
export async function runMagick(
  source: CoderPath,
  args: readonly string[],
  target: CoderPath,
  folder: string,
): Promise<void> {
  const [from, to] = [source, target].map((path) => path.slice(path.indexOf(':') + 1).replace(/\[\d+\]$/, ''));
  const tolerant = ['-define', 'bmp:ignore-filesize=true'];
  await runLayerTool(MAGICK, 'magick', [...tolerant, source, ...args, target], { folder, source: from, target: to });
}
