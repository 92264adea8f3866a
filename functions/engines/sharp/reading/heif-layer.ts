import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { type LayerTools, runLayerTool } from '../../tool.ts';
import { LIMITS } from '../limits.ts';
import type { EmbeddedMetadata } from '../png-container.ts';
import { DAMAGED, unreadable } from '../unreadable.ts';

/** The layer with libheif and our program that reads pictures with it, `layers/heif/read-heif.c`. */
const LAYER = 'heif';

const TOO_MUCH = 'The picture needs more memory or time than one conversion may use. Scale it down first.';

/**
 * Measured: the largest picture with transparency takes 600 MB. The exit code is 1 for a damaged file, whose message is
 * read from stderr, and 2 where a limit is exceeded.
 */
const HEIF: LayerTools = {
  layer: LAYER,
  memory: 2000,
  fileSize: 1024,
  done: [0, 1],
  endings: [{ exitCodes: [2], code: 'TOO_COMPLEX', message: TOO_MUCH }],
  tooComplex: TOO_MUCH,
  unreadable: DAMAGED,
};

/** The most bytes of its output: a few digits for each picture of a file. */
const OUTPUT = 1024 * 1024;

/** The pixels that the program wrote. */
export interface WrittenPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bits: 8 | 16;
}

/** One picture of a HEIF file. */
export interface HeifReading {
  /** Width and height of each top-level picture of the file, the primary one first. */
  readonly images: readonly (readonly [number, number])[];
  /** The code of the colour primaries where no profile is embedded, or 0. */
  readonly primaries: number;
  /** The pixels that the program wrote, unless the picture is too large. */
  readonly written?: WrittenPixels;
  /** The path of a file with its pixels from `PIXELS_AT` on. */
  readonly pixels: string;
  readonly traits: EmbeddedMetadata;
}

/** The offset of the pixels in their file. */
export const PIXELS_AT = 64;

/**
 * Reads a picture of a HEIF file with the libheif of the layer.
 * @param highDepth whether it keeps more than 8 bits a channel
 * @param folder of its own, which is emptied first
 * @throws ConversionError
 */
export async function runReadHeif(
  path: string,
  index: number,
  highDepth: boolean,
  folder: string,
): Promise<HeifReading> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const plugins = join(layerFolder(LAYER), 'plugins');
  const args = [plugins, path, `${index}`, `${LIMITS.pixels}`, highDepth ? '16' : '8', folder];
  const result = await runLayerTool(HEIF, 'read-heif', args, { folder, source: path, outputLimit: OUTPUT });
  if (result.exitCode !== 0) throw unreadable(result.stderr);
  const part = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const [icc, exif, xmp] = await Promise.all(['icc', 'exif', 'xmp'].map(part));
  return { ...JSON.parse(result.stdout), pixels: join(folder, 'pixels'), traits: { icc, exif, xmp } };
}
