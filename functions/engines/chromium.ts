import { CONVERSIONS } from './chromium/conversions.ts';
import { CHROMIUM_OPTIONS } from './chromium/options.ts';
import type { Engine } from './engine.ts';
import { pandoc } from './pandoc.ts';
import { PICTURE_PACKAGES } from './sharp/packages.ts';

/**
 * Web pages, mails, markup and drawings as a browser shows them: Chromium, kept running. A page runs its scripts and loads its own
 * resources; nothing is fetched from the network.
 */
export const chromium: Engine = {
  name: 'chromium',
  worker: {
    // Pandoc converts markup to HTML, libmobi Kindle books to EPUB, and qpdf encrypts the PDF.
    layers: ['chromium', 'libmobi', 'pandoc', 'qpdf'],
    memory: 3008,
    processes: 16,
    sharing: true,
    // Pages run scripts.
    perAccount: true,
    timeout: 240,
    processorTime: { seconds: 60, secondsForMillion: 20, most: 240 },
    scratch: 4096,
    jobs: 200,
    packages: PICTURE_PACKAGES,
    files: pandoc.worker.files ?? [],
  },
  conversions: CONVERSIONS,
  options: CHROMIUM_OPTIONS,
};
