import type { Engine } from './engine.ts';
import { sharp } from './sharp.ts';
import { CONVERSIONS, WRITTEN } from './tesseract/conversions.ts';
import { LIMITS } from './tesseract/limits.ts';
import { LANGUAGE, SCAN_OPTIONS } from './tesseract/options.ts';

/** Text recognition in scans and photos of pages. */
export const tesseract: Engine = {
  name: 'tesseract',
  worker: {
    // Poppler renders pages, and qpdf adds the text layer.
    layers: ['heif', 'imagemagick', 'poppler', 'qpdf', 'tesseract'],
    memory: 3008,
    processes: 8,
    timeout: LIMITS.seconds,
    processorTime: { seconds: 120, secondsForMillion: 300, most: 900 },
    scratch: 4096,
    jobs: 100,
    packages: sharp.worker.packages,
  },
  conversions: CONVERSIONS,
  writes: WRITTEN,
  options: SCAN_OPTIONS,
  when: { ocr: ['auto', 'force'], language: LANGUAGE.enum },
};
