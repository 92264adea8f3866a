import type { Engine } from './engine.ts';
import { CONVERSIONS } from './office/conversions.ts';
import { LIMITS } from './office/limits.ts';
import { OFFICE_OPTIONS } from './office/options.ts';
import { PDF_A } from './options/pdf-file.ts';
import { DRAWN_TARGETS } from './poppler/pdf-targets.ts';
import { poppler } from './poppler.ts';
import { tesseract } from './tesseract.ts';

/**
 * Converts documents, spreadsheets, presentations and drawings with a resident LibreOffice, and with poppler to pictures
 * of their pages. LibreOffice runs no macros and follows no links: linked pictures and files stay empty.
 */
export const office: Engine = {
  name: 'office',
  worker: {
    // Poppler draws pages, and qpdf encrypts and decrypts PDF files.
    layers: ['office', ...poppler.worker.layers],
    memory: 3008,
    processes: 8,
    timeout: LIMITS.seconds + LIMITS.drawingSeconds,
    processorTime: LIMITS.documentTime,
    processorTimeOfPages: { sources: ['pdf'], targets: DRAWN_TARGETS, time: LIMITS.processorTime },
    scratch: 5120,
    jobs: 200,
    packages: poppler.worker.packages,
  },
  conversions: CONVERSIONS,
  options: OFFICE_OPTIONS,
  // Chromium converts web pages, mails and Markdown to PDF, but not to PDF/A.
  when: { pdf_a: PDF_A.enum },
  // Tesseract reads pages without text by OCR.
  successor: tesseract,
  readsSearchable: true,
};
