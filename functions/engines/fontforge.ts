import type { FormatName } from '../conversion/formats.ts';
import type { Engine } from './engine.ts';

const SOURCES: readonly FormatName[] = ['ttf', 'otf', 'woff', 'woff2', 'eot', 'font.svg', 'pfb', 'ttc', 'dfont'];

/** Files of several fonts become a zip of these. */
const TARGETS: readonly FormatName[] = ['ttf', 'otf', 'woff', 'woff2', 'eot', 'font.svg', 'pfb'];

/** Converts fonts with FontForge and with readers of our own. */
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
