import type { Engine } from './engine.ts';
import { POPPLER_OPTIONS } from './poppler/options.ts';
import { PDF_TARGETS } from './poppler/pdf-targets.ts';
import { sharp } from './sharp.ts';
import { tesseract } from './tesseract.ts';

/** PDF to pictures, SVG, text and HTML. */
export const poppler: Engine = {
  name: 'poppler',
  worker: {
    // With a password, qpdf decrypts files.
    layers: ['poppler', 'qpdf'],
    memory: 3008,
    processes: 8,
    timeout: 300,
    processorTime: { seconds: 200, secondsForMillion: 60, most: 560 },
    scratch: 4096,
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: { pdf: PDF_TARGETS },
  options: POPPLER_OPTIONS,
  // Tesseract recognises the text of pages that have none.
  successor: tesseract,
};
