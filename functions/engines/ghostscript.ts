import type { FormatName } from '../conversion/formats.ts';
import { djvulibre } from './djvulibre.ts';
import type { Engine } from './engine.ts';
import { PAGES } from './options/pages.ts';
import { PICTURES } from './poppler/pdf-targets.ts';
import { poppler } from './poppler.ts';

const TARGETS = ['pdf', ...PICTURES, 'svg'] as const satisfies readonly FormatName[];

/** Converts PostScript and Illustrator files with Ghostscript, and with poppler to pictures of their pages. */
export const ghostscript: Engine = {
  name: 'ghostscript',
  worker: {
    ...poppler.worker,
    layers: ['ghostscript', ...poppler.worker.layers],
  },
  conversions: { ps: TARGETS, eps: TARGETS, ai: TARGETS },
  options: {
    ...Object.fromEntries(PICTURES.map((target) => [target, djvulibre.options?.[target] ?? {}])),
    svg: { pages: PAGES },
  },
};
