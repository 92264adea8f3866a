import type { Engine } from './engine.ts';
import { CONVERSIONS } from './office/conversions.ts';
import { LIMITS } from './office/limits.ts';
import { OFFICE_OPTIONS } from './office/options.ts';
import { PDF_A } from './options/pdf-file.ts';
import { poppler } from './poppler.ts';
import { tesseract } from './tesseract.ts';

/**
 * Documents, spreadsheets, presentations and drawings: LibreOffice, kept resident, and poppler for pictures of their
 * pages. LibreOffice runs no macros and follows no links: linked pictures and files stay empty.
 */
export const office: Engine = {
  name: 'office',
  worker: {
    // Poppler draws pages, and qpdf locks and unlocks them.
    layers: ['office', ...poppler.worker.layers],
    memory: 3008,
    processes: 8,
    timeout: LIMITS.seconds + LIMITS.drawingSeconds,
    scratch: 5120,
    jobs: 200,
    packages: poppler.worker.packages,
  },
  conversions: CONVERSIONS,
  options: OFFICE_OPTIONS,
  // Web pages, mails and Markdown are the browser's, which writes no PDF/A.
  when: { pdf_a: PDF_A.enum },
  // Pages without text are read from their pictures.
  successor: tesseract,
};
