import type { Engine } from '../engine.ts';

/** Images: sharp (libvips), and libheif for HEIC. Work in progress. */
export const sharp: Engine = {
  name: 'sharp',
  worker: {
    lane: 'request',
    memory: 3008,
    timeout: 20,
    scratch: 1024,
    programs: ['functions/conversion/engines/sharp/sharp-program.ts'],
    packages: ['sharp', 'libheif-js', 'dejavu-fonts-ttf'],
  },
  conversions: { jpg: ['png', 'webp'], png: ['jpg'] },
  available: () => true,
  convert: () => Promise.reject(new Error('work in progress')),
};
