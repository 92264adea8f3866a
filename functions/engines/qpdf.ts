import type { Engine } from './engine.ts';
import { QPDF_OPTIONS } from './qpdf/options.ts';

/** PDF files to PDF files: smaller, parts of them, turned, locked and unlocked. */
export const qpdf: Engine = {
  name: 'qpdf',
  worker: {
    lane: 'queue',
    // Poppler looks at what comes in and at what goes out.
    layers: ['poppler', 'qpdf'],
    memory: 2048,
    processes: 4,
    timeout: 300,
    scratch: 2048,
    jobs: 200,
    program: 'functions/engines/qpdf/program.ts',
    packages: [],
  },
  conversions: { pdf: ['pdf'] },
  options: { pdf: QPDF_OPTIONS },
};
