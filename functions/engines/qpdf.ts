import type { Engine } from './engine.ts';
import { QPDF_OPTIONS } from './qpdf/options.ts';
import { sharp } from './sharp.ts';

/** PDF to PDF: smaller, split, joined, rotated, cropped, encrypted and decrypted. */
export const qpdf: Engine = {
  name: 'qpdf',
  worker: {
    // Poppler inspects sources and results. Files to be joined come in a zip, with pictures among them.
    // A function has at most five layers: other engines convert drawings, bitmaps and documents first.
    layers: ['bsdtar', 'heif', 'mupdf', 'poppler', 'qpdf'],
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
