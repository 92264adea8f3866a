import { CONVERSIONS } from './calibre/conversions.ts';
import type { Engine } from './engine.ts';

/** Converts e-books with calibre, which runs no recipes or plugins here, and reads no file but the book. */
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
