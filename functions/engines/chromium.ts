import { CONVERSIONS } from './chromium/conversions.ts';
import { CHROMIUM_OPTIONS } from './chromium/options.ts';
import type { Engine } from './engine.ts';
import { pandoc } from './pandoc.ts';
import { sharp } from './sharp.ts';

/**
 * Web pages, mails and markup as a browser shows them: Chromium, kept resident. A page runs its scripts and reads what came
 * with it; nothing is fetched.
 */
export const chromium: Engine = {
  name: 'chromium',
  worker: {
    // Pandoc makes markup into pages, and qpdf locks what is printed.
    layers: ['chromium', 'pandoc', 'qpdf'],
    memory: 3008,
    processes: 16,
    sharing: true,
    // Pages run scripts.
    perAccount: true,
    timeout: 240,
    processorTime: { seconds: 60, secondsForMillion: 20, most: 240 },
    scratch: 4096,
    jobs: 200,
    packages: sharp.worker.packages,
    files: pandoc.worker.files ?? [],
  },
  conversions: CONVERSIONS,
  options: CHROMIUM_OPTIONS,
};
