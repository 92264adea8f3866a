import type { Engine } from './engine.ts';
import { POPPLER_OPTIONS } from './poppler/options.ts';
import { PDF_TARGETS } from './poppler/pdf-targets.ts';
import { sharp } from './sharp.ts';
import { tesseract } from './tesseract.ts';

/** PDF files to pictures, drawings, text and web pages. */
export const poppler: Engine = {
  name: 'poppler',
  worker: {
    // With a password, qpdf opens what is locked.
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
  // Pages without text are read from their pictures.
  successor: tesseract,
};
