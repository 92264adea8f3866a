import type { Engine } from './engine.ts';
import { QPDF_OPTIONS } from './qpdf/options.ts';
import { sharp } from './sharp.ts';

/** PDF files to PDF files: smaller, parts of them, turned, locked and unlocked, joined and split. */
export const qpdf: Engine = {
  name: 'qpdf',
  worker: {
    // Poppler looks at what comes in and at what goes out. The files to be joined come in a zip, pictures among them.
    // A function has five layers at most: other engines convert drawings, bitmaps and documents first.
    layers: ['7zip', 'bsdtar', 'heif', 'poppler', 'qpdf'],
    memory: 3008,
    processes: 8,
    timeout: 300,
    scratch: 4096,
    jobs: 200,
    packages: sharp.worker.packages,
  },
  conversions: { pdf: ['pdf', 'zip'], zip: ['pdf'] },
  options: QPDF_OPTIONS,
  when: { merge: [true] },
  joins: 'pdf',
};
