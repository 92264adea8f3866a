import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';

/** Formats that fonts are read in. */
const SOURCES: readonly FormatName[] = ['ttf', 'otf', 'woff', 'woff2', 'eot', 'font.svg', 'pfb', 'ttc', 'dfont'];

/** And that they are written in: what holds several fonts becomes a zip of them. */
const TARGETS: readonly FormatName[] = ['ttf', 'otf', 'woff', 'woff2', 'eot', 'font.svg', 'pfb'];

/** Fonts among each other. */
export const fontforge: Engine = {
  name: 'fontforge',
  worker: {
    layers: ['fontforge'],
    memory: 3008,
    processes: 4,
    timeout: 300,
    scratch: 1024,
    jobs: 100,
    packages: [],
  },
  conversions: Object.fromEntries(SOURCES.map((source) => [source, TARGETS.filter((target) => target !== source)])),
};
