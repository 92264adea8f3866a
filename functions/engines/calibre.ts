import { CONVERSIONS } from './calibre/conversions.ts';
import type { Engine } from './engine.ts';

/** Books of all kinds: calibre. It runs no recipes and no plugins, and reads no file but the book. */
export const calibre: Engine = {
  name: 'calibre',
  worker: {
    layers: ['calibre'],
    memory: 2048,
    processes: 4,
    timeout: 270,
    scratch: 4096,
    jobs: 200,
    packages: [],
  },
  conversions: CONVERSIONS,
};
