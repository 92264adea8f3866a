import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';
import { rawOptions } from './libraw/options.ts';
import { sharp } from './sharp.ts';

/** The targets that sharp makes of the developed TIFF. */
const WRITTEN = (sharp.conversions.tiff ?? []).filter((target) => target !== 'psd' && target !== 'svg');

const SOURCES = [
  ...(['dng', 'cr2', 'cr3', 'nef', 'arw', 'orf', 'rw2', 'raf', 'pef', 'srw'] as const),
  ...(['erf', 'dcr', '3fr', 'iiq', 'mrw'] as const),
] satisfies FormatName[];

/** Raw pictures of cameras, developed to sRGB with the camera's white balance. */
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
