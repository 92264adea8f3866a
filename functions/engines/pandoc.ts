import type { Engine } from './engine.ts';
import { LIMITS as OFFICE } from './office/limits.ts';
import { CONVERSIONS } from './pandoc/conversions.ts';
import { FILTERS } from './pandoc/filters.ts';
import { LIMITS } from './pandoc/limits.ts';
import { tesseract } from './tesseract.ts';

/**
 * Markup of all kinds: pandoc; LibreOffice for what pandoc does not read or write, poppler for what is in PDF files,
 * and libmobi for Kindle books.
 * Nothing that a document names is read: what it includes has to be in it.
 */
export const pandoc: Engine = {
  name: 'pandoc',
  worker: {
    layers: ['libmobi', 'office', 'pandoc', 'poppler'],
    memory: 3008,
    processes: 8,
    timeout: 2 * LIMITS.seconds + OFFICE.seconds,
    scratch: 5120,
    jobs: 200,
    packages: [],
    files: FILTERS,
  },
  conversions: CONVERSIONS,
  // Pages without text are read from their pictures.
  successor: tesseract,
};
