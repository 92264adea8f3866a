import type { FormatName } from '../conversion/formats.ts';
import { chromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { SHARP_OPTIONS } from './sharp/options.ts';
import { PICTURE_PACKAGES } from './sharp/packages.ts';

const WRITTEN = [
  'jpg',
  'png',
  'webp',
  'avif',
  'gif',
  'tiff',
  'bmp',
  'ico',
  'psd',
  'svg',
  'pdf',
] as const satisfies FormatName[];
/** The targets of formats that icons and cursors are made of. */
const WITH_ICONS = [...WRITTEN, 'cur', 'icns'] satisfies FormatName[];

/**
 * All targets but the ones named. A format converts to itself where recompressing makes sense; ffmpeg converts what may be
 * an animation to avif or gif, or from avif, which sharp would not animate or would do too slowly.
 */
const except = (...names: (typeof WRITTEN)[number][]) => WRITTEN.filter((name) => !names.includes(name));

/**
 * Images: sharp (libvips), libheif for HEIC and AVIF, resvg for SVG, VTracer for pictures to SVG, ImageMagick for BMP and icons.
 * EXIF and XMP are kept where the target can hold them, with the orientation applied to the pixels and reset; colours
 * are converted to sRGB, but for those of wide profiles, which are kept where the target can hold them.
 */
export const sharp: Engine = {
  name: 'sharp',
  worker: {
    lane: 'request',
    layers: ['heif', 'imagemagick', 'resvg'],
    memory: 3008,
    // Itself and the tools of the layers.
    processes: 4,
    timeout: 120,
    processorTime: { seconds: 200, secondsForMillion: 20, most: 240 },
    scratch: 1024,
    // It decodes in its own process: what a hostile file did to that must not last.
    jobs: 200,
    packages: PICTURE_PACKAGES,
  },
  conversions: {
    jpg: WITH_ICONS,
    png: WITH_ICONS,
    apng: except('avif', 'gif', 'psd', 'webp'),
    webp: [...except('avif', 'gif'), 'apng'],
    avif: except('gif', 'webp', 'avif', 'psd'),
    heic: WRITTEN,
    gif: [...except('avif', 'gif', 'psd'), 'apng'],
    tiff: WRITTEN,
    bmp: except('bmp', 'psd'),
    ico: [...except('ico', 'psd'), 'cur', 'icns'],
    cur: ['png', 'jpg', 'ico'],
    icns: ['png', 'jpg', 'ico'],
    psd: except('psd'),
    svg: WITH_ICONS.filter((name) => name !== 'svg'),
  },
  options: SHARP_OPTIONS,
  // For drawings that take a browser.
  successor: chromium,
};
