import { CONVERSIONS } from './calc/conversions.ts';
import { WORKBOOK_OPTIONS } from './calc/options.ts';
import type { Engine } from './engine.ts';
import { LIMITS } from './office/limits.ts';

/**
 * Sheets as data, and data as sheets: LibreOffice for all that is a workbook, and DuckDB for all that is not. Beside the
 * engine of data, which starts no programs and is not to be able to.
 */
export const calc: Engine = {
  name: 'calc',
  worker: {
    layers: ['office'],
    memory: 3008,
    processes: 8,
    timeout: LIMITS.seconds + 180,
    scratch: 5120,
    // DuckDB decodes in the process itself: what a file did to that must not last.
    jobs: 1,
    packages: ['@duckdb/node-api'],
  },
  conversions: CONVERSIONS,
  options: WORKBOOK_OPTIONS,
};
