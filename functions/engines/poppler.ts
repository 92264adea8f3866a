import { jailAvailable } from '../sandbox/jail.ts';
import { layerAvailable } from '../sandbox/layer.ts';
import type { Engine } from './engine.ts';
import { convertPdf, PDF_TARGETS } from './poppler/convert-pdf.ts';
import { TIME_LIMIT } from './poppler/run-poppler.ts';
import { sharp } from './sharp.ts';

/** PDF files to pictures, drawings, text and web pages: poppler, each of its programs in a jail. */
export const poppler: Engine = {
  name: 'poppler',
  worker: {
    lane: 'queue',
    layers: ['poppler'],
    memory: 3008,
    timeout: TIME_LIMIT,
    scratch: 4096,
    programs: sharp.worker.programs,
    // What sharp needs to encode a page; the other packages are for formats that come from elsewhere.
    packages: ['sharp'],
  },
  conversions: { pdf: PDF_TARGETS },
  available: () => layerAvailable('poppler') && jailAvailable() && sharp.available(),
  stop: () => sharp.stop?.(),
  convert: (job) => convertPdf({ ...job, timeLimit: TIME_LIMIT }),
};
