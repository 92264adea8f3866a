import type { FormatName } from '../conversion/formats.ts';
import type { OptionSchemas } from '../conversion/options.ts';
import type { Engine } from './engine.ts';
import { PAGES } from './options/pages.ts';
import { PICTURES as RASTER } from './poppler/pdf-targets.ts';
import { poppler } from './poppler.ts';

/** The pictures that pages become, by way of a PDF file. */
const PICTURES = [...RASTER, 'cbz'] as const satisfies readonly FormatName[];

/** Files of pages: DjVuLibre for scanned books, libgxps for XPS, and poppler for pictures of their pages. */
export const djvulibre: Engine = {
  name: 'djvulibre',
  worker: {
    // Qpdf lays the text below the pages.
    layers: ['djvulibre', ...poppler.worker.layers],
    memory: 3008,
    processes: 8,
    timeout: 600,
    processorTime: { seconds: 90, secondsForMillion: 60, most: 1100 },
    scratch: 5120,
    jobs: 100,
    packages: poppler.worker.packages,
  },
  conversions: { djvu: ['pdf', 'txt', ...PICTURES], xps: ['pdf', 'txt', 'html', 'svg', ...PICTURES] },
  options: {
    pdf: { pages: PAGES },
    txt: { pages: PAGES },
    html: { pages: PAGES },
    svg: { pages: PAGES },
    ...Object.fromEntries(PICTURES.map((target) => [target, withoutPassword(poppler.options?.[target])])),
  },
};

function withoutPassword({ password: _, ...options }: OptionSchemas = {}): OptionSchemas {
  return options;
}
