import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../../sandbox/layer.ts';
import { type LayerTools, runLayerTool } from '../../tool.ts';
import { LIMITS } from '../limits.ts';
import type { PixelTraits } from '../png-container.ts';
import { DAMAGED, unreadable } from '../unreadable.ts';

/** The layer with libheif and our program that reads pictures with it, `layers/heif/read-heif.c`. */
const LAYER = 'heif';

const TOO_MUCH = 'The picture takes more time or memory than there is. Simplify it.';

/**
 * Our program needs 600 MB for as many pixels as are converted, with transparency. It ends with 1 where a file is damaged,
 * with 2 where it needs more than it may; what it says where it is damaged decides what the client is told.
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

/** How large its line may be: a few digits for each of the pictures of a file. */
const OUTPUT = 1024 * 1024;

/** What the program says of a file, and of the picture that it was asked for. */
interface Findings {
  /** Width and height of each picture that stands for itself, the primary one first. */
  readonly images: readonly (readonly [number, number])[];
  /** The code of the primaries where no profile is embedded, or 0. */
  readonly primaries: number;
  /** What it wrote, when the picture is not too large. */
  readonly written?: WrittenPixels;
}

/** The pixels that the program wrote. */
export interface WrittenPixels {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly bits: 8 | 16;
}

/** Which picture of a file is read, and how. */
export interface HeifRequest {
  readonly path: string;
  readonly index: number;
  /** Keep more than 8 bits a channel. */
  readonly highDepth: boolean;
  /** A folder of its own: what lies there is removed. */
  readonly folder: string;
}

/** One picture of a HEIF file. */
export interface HeifReading extends Findings {
  /** The file with its pixels, behind as many bytes as `PIXELS_AT`. */
  readonly pixels: string;
  readonly traits: PixelTraits;
}

/** Where the pixels begin in their file. */
export const PIXELS_AT = 64;

/**
 * Reads a picture of a HEIF file with the libheif of the layer.
 * @throws ConversionError
 */
export async function runReadHeif({ path, index, highDepth, folder }: HeifRequest): Promise<HeifReading> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const plugins = join(layerFolder(LAYER), 'plugins');
  const args = [plugins, path, `${index}`, `${LIMITS.pixels}`, highDepth ? '16' : '8', folder];
  const result = await runLayerTool(HEIF, 'read-heif', args, { folder, source: path, outputLimit: OUTPUT });
  if (result.exitCode !== 0) throw unreadable(result.stderr);
  const part = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const [icc, exif, xmp] = await Promise.all(['icc', 'exif', 'xmp'].map(part));
  return { ...(JSON.parse(result.stdout) as Findings), pixels: join(folder, 'pixels'), traits: { icc, exif, xmp } };
}
