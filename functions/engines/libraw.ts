import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';
import { rawOptions } from './libraw/options.ts';
import { sharp } from './sharp.ts';

/** What becomes of a TIFF by the same library that writes the developed picture. */
const WRITTEN = (sharp.conversions.tiff ?? []).filter((target) => target !== 'psd' && target !== 'svg');

const SOURCES = [
  ...(['dng', 'cr2', 'cr3', 'nef', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw'] as const),
  ...(['erf', 'dcr', '3fr', 'iiq', 'mrw'] as const),
] satisfies FormatName[];

/** What cameras saw, developed with the white balance that they had in mind, to sRGB. */
export const libraw: Engine = {
  name: 'libraw',
  worker: {
    layers: ['libraw'],
    memory: 3008,
    processes: 8,
    timeout: 300,
    scratch: 4096,
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: Object.fromEntries(SOURCES.map((source) => [source, WRITTEN])),
  options: rawOptions(WRITTEN),
};
