import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { layerFolder, layerProgram } from '../../sandbox/layer.ts';
import { type RunResult, runTool } from '../../sandbox/run-tool.ts';
import { LIMITS } from './limits.ts';
import type { PixelTraits } from './png-container.ts';
import { unreadable } from './unreadable.ts';

/** The layer with libheif and our program that reads pictures with it, `layers/heif/read-heif.c`. */
const LAYER = 'heif';

/** What the program may use, in MB and seconds. It needs 600 MB for as many pixels as are converted, with transparency. */
const MEMORY = 2000;
const FILE_SIZE = 1024;
const CPU_TIME = 100;

/** What it ends with when a file needs more than it may. */
const TOO_COMPLEX = 2;

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
export interface HeifOrder {
  readonly path: string;
  readonly index: number;
  /** Keep more than 8 bits a channel. */
  readonly deep: boolean;
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

/** Whether the layer can be used here. That it is there says little: what confines this process may hide what is in it. */
export async function heifLayerAvailable(): Promise<boolean> {
  try {
    await (await open(join(layerFolder(LAYER), '.key'))).close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a picture of a HEIF file with the libheif of the layer.
 * @throws ConversionError
 */
export async function readHeif({ path, index, deep, folder }: HeifOrder): Promise<HeifReading> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const plugins = join(layerFolder(LAYER), 'plugins');
  const args = [plugins, path, `${index}`, `${LIMITS.pixels}`, deep ? '16' : '8', folder];
  const result = await runTool(layerProgram(LAYER, 'bin/read-heif'), args, {
    folder,
    memory: MEMORY,
    fileSize: FILE_SIZE,
    cpuTime: CPU_TIME,
    outputLimit: OUTPUT,
  });
  judge(result);
  const part = (name: string) => readFile(join(folder, name)).catch(() => undefined);
  const [icc, exif, xmp] = await Promise.all(['icc', 'exif', 'xmp'].map(part));
  return { ...(JSON.parse(result.stdout) as Findings), pixels: join(folder, 'pixels'), traits: { icc, exif, xmp } };
}

function judge({ exitCode, signal, stderr }: RunResult): void {
  if (exitCode === 0) return;
  if (exitCode === TOO_COMPLEX || signal === 'SIGXCPU' || signal === 'SIGKILL') {
    throw new ConversionError('TOO_COMPLEX', 'The picture takes more time or memory than there is. Simplify it.', {
      cause: stderr,
    });
  }
  if (exitCode === 1 || signal !== null) throw unreadable(stderr || signal);
  throw new Error(`read-heif ended with ${exitCode}: ${stderr}`);
}
