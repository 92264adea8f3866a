import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { createRequire as requireFrom } from 'node:module';
import { join } from 'node:path';
import type { FormatName } from '../conversion/formats.ts';
import { locateProgram } from '../sandbox/program.ts';
import { ResidentPool } from '../sandbox/resident-pool.ts';
import type { Engine, EngineJob, EngineResult } from './engine.ts';

const PROGRAM = 'functions/engines/sharp/sharp-program.ts';
const TIME_LIMIT = 120;

const WRITTEN = ['jpg', 'png', 'webp', 'avif', 'gif', 'tiff', 'bmp', 'ico', 'pdf'] as const satisfies FormatName[];

/**
 * All targets but the ones named: a format to itself is kept where it means to recompress at a quality, and what may
 * be an animation goes to avif or gif, or comes from avif, by another engine: to keep it moving, or to be done in time.
 */
const except = (...names: (typeof WRITTEN)[number][]) => WRITTEN.filter((name) => !names.includes(name));

const pool = new ResidentPool<Omit<EngineJob, 'onProgress' | 'signal'>>({
  program: PROGRAM,
  timeLimit: TIME_LIMIT * 1000,
  memoryLimit: 600 * 1024 * 1024,
  jailMemory: 2800,
});

/**
 * Images: sharp (libvips), libheif for HEIC, and readers of our own for BMP and ICO.
 * EXIF and XMP are kept where the target can hold them, with the orientation applied to the pixels and reset; colours
 * are converted to sRGB. All decoding happens in a process of its own: see sharp/sharp-program.ts.
 */
export const sharp: Engine = {
  name: 'sharp',
  worker: {
    lane: 'request',
    layers: [],
    memory: 3008,
    timeout: TIME_LIMIT,
    scratch: 1024,
    programs: [PROGRAM],
    packages: ['sharp', 'libheif-js', 'dejavu-fonts-ttf'],
  },
  conversions: {
    jpg: WRITTEN,
    png: WRITTEN,
    apng: except('avif', 'gif'),
    webp: [...except('avif', 'gif'), 'apng'],
    avif: except('gif', 'webp', 'avif'),
    heic: WRITTEN,
    gif: [...except('avif', 'gif'), 'apng'],
    tiff: WRITTEN,
    bmp: except('bmp'),
    ico: except('ico'),
    svg: WRITTEN,
  },
  available,
  warmUp: () => pool.warmUp(),
  stop: stopSharp,
  convert,
};

/** Ends the processes of the engine; the next job starts a new one. */
export function stopSharp(): void {
  pool.stop();
}

function available(): boolean {
  try {
    requireFrom(import.meta.url).resolve('sharp');
    return existsSync(locateProgram(PROGRAM));
  } catch {
    return false;
  }
}

async function convert({ signal, ...job }: EngineJob): Promise<EngineResult> {
  const { sourcePath, sourceFormat, targetFormat, quality, folder } = job;
  const answer = await pool.run({ sourcePath, sourceFormat, targetFormat, quality, folder }, signal);
  // The process has read a stranger's file: its word is not taken for where the result lies.
  const format = answer === 'zip' ? 'zip' : targetFormat;
  const path = join(folder, `result.${format}`);
  if (!(await lstat(path)).isFile()) throw new Error('the result is no regular file');
  return { path, format };
}
