import type { Engine } from './engine.ts';
import { LIMITS as OFFICE } from './office/limits.ts';
import { joinOptions } from './options/join.ts';
import { PAGES } from './options/pages.ts';
import { PASSWORD } from './options/secrets.ts';
import { FILTERS } from './pandoc/filters.ts';
import { LIMITS } from './pandoc/limits.ts';
import { IMAGE_OPTIONS } from './pandoc/writers.ts';
import { poppler } from './poppler.ts';
import { CONVERSIONS } from './reflow/conversions.ts';
import { tesseract } from './tesseract.ts';

/** Reads the pages of PDF files with poppler as one flowing text, and writes it as markup with pandoc. */
export const reflow: Engine = {
  name: 'reflow',
  worker: {
    layers: ['pandoc', ...poppler.worker.layers],
    memory: 3008,
    processes: 8,
    timeout: 2 * LIMITS.seconds + OFFICE.seconds,
    processorTime: OFFICE.processorTime,
    scratch: 5120,
    jobs: 200,
    packages: poppler.worker.packages,
    files: FILTERS,
  },
  conversions: CONVERSIONS,
  options: joinOptions(
    Object.fromEntries((CONVERSIONS.pdf ?? []).map((target) => [target, { pages: PAGES, password: PASSWORD }])),
    IMAGE_OPTIONS,
  ),
  // Tesseract reads pages without text by OCR.
  successor: tesseract,
  readsSearchable: true,
};
