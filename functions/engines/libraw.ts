import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';
import { ffmpeg } from './ffmpeg.ts';
import { rawOptions } from './libraw/options.ts';
import { sharp } from './sharp.ts';

/** What comes of any still picture: a developed one is nothing else. */
const WRITTEN = [...(sharp.conversions.tiff ?? []), ...(ffmpeg.conversions.tiff ?? [])];

const SOURCES = [
  ...(['dng', 'cr2', 'cr3', 'nef', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw'] as const),
  ...(['erf', 'dcr', '3fr', 'iiq', 'mrw'] as const),
] satisfies FormatName[];

/** What cameras saw, developed with the white balance that they had in mind, to sRGB. */
export const libraw: Engine = {
  name: 'libraw',
  worker: {
    lane: 'queue',
    // What ffmpeg writes of pictures is written of these too.
    layers: ['ffmpeg', 'libraw'],
    memory: 3008,
    processes: 8,
    timeout: 300,
    scratch: 4096,
    jobs: 100,
    program: 'functions/engines/libraw/program.ts',
    packages: sharp.worker.packages,
  },
  conversions: Object.fromEntries(SOURCES.map((source) => [source, WRITTEN])),
  options: rawOptions(WRITTEN),
};
