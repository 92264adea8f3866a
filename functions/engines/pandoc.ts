import type { Engine } from './engine.ts';
import { LIMITS as OFFICE } from './office/limits.ts';
import { joinOptions, ofSources } from './options/join.ts';
import { PASSWORD } from './options/secrets.ts';
import { CONVERSIONS } from './pandoc/conversions.ts';
import { FILTERS } from './pandoc/filters.ts';
import { LIMITS } from './pandoc/limits.ts';
import { IMAGE_OPTIONS } from './pandoc/writers.ts';

/**
 * Converts markup with pandoc; LibreOffice reads and writes what pandoc cannot, and libmobi Kindle books.
 * No file that a document names is read.
 */
export const pandoc: Engine = {
  name: 'pandoc',
  worker: {
    layers: ['libmobi', 'office', 'pandoc'],
    memory: 3008,
    processes: 8,
    timeout: 2 * LIMITS.seconds + OFFICE.seconds,
    processorTime: OFFICE.processorTime,
    scratch: 5120,
    jobs: 200,
    packages: [],
    files: FILTERS,
  },
  conversions: CONVERSIONS,
  options: joinOptions({ epub: ofSources(['docx', 'doc', 'odt'], { password: PASSWORD }) }, IMAGE_OPTIONS),
};
