import { CONVERSIONS } from './calc/conversions.ts';
import { WORKBOOK_OPTIONS } from './calc/options.ts';
import type { Engine } from './engine.ts';
import { LIMITS } from './office/limits.ts';

/**
 * Converts workbooks to data and back: LibreOffice reads and writes the workbooks, DuckDB the data. It is not part of the
 * duckdb engine, which must not be able to start programs.
 */
export const calc: Engine = {
  name: 'calc',
  worker: {
    layers: ['office'],
    memory: 3008,
    processes: 8,
    timeout: LIMITS.seconds + 180,
    scratch: 5120,
    // DuckDB decodes in this process, which a hostile file may have corrupted.
    jobs: 1,
    packages: ['@duckdb/node-api'],
  },
  conversions: CONVERSIONS,
  options: WORKBOOK_OPTIONS,
};
